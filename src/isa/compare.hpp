// The comparison operators of setp and set, for every type.
//
// Eq..Ge on floats are the ordered forms (false if an operand is NaN, including Ne); Equ..Geu are
// the unordered forms (true if an operand is NaN). Lo Ls Hi Hs are the unsigned spellings of Lt Le
// Gt Ge: the type already says whether the comparison is signed, so they mean the same here.
#pragma once

#include <concepts>
#include <cstdint>

namespace heddle::isa {

enum class Compare : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};

template <Compare C, std::integral T>
constexpr bool compare(T a, T b) {
  using enum Compare;
  if constexpr (C == Eq || C == Equ) return a == b;
  if constexpr (C == Ne || C == Neu) return a != b;
  if constexpr (C == Lt || C == Lo || C == Ltu) return a < b;
  if constexpr (C == Le || C == Ls || C == Leu) return a <= b;
  if constexpr (C == Gt || C == Hi || C == Gtu) return a > b;
  if constexpr (C == Ge || C == Hs || C == Geu) return a >= b;
  return C == Num;
}

template <Compare C, std::floating_point T>
constexpr bool compare(T a, T b) {
  using enum Compare;
  if constexpr (C == Eq) return a == b;
  if constexpr (C == Ne) return (a < b) | (a > b);
  if constexpr (C == Lt || C == Lo) return a < b;
  if constexpr (C == Le || C == Ls) return a <= b;
  if constexpr (C == Gt || C == Hi) return a > b;
  if constexpr (C == Ge || C == Hs) return a >= b;
  if constexpr (C == Equ) return !((a < b) | (a > b));
  if constexpr (C == Neu) return a != b;
  if constexpr (C == Ltu) return !(a >= b);
  if constexpr (C == Leu) return !(a > b);
  if constexpr (C == Gtu) return !(a <= b);
  if constexpr (C == Geu) return !(a < b);
  if constexpr (C == Num) return (a == a) & (b == b);
  return (a != a) | (b != b);
}

}  // namespace heddle::isa
