// Integer arithmetic on one lane, for T among int16..int64 and uint16..uint64.
//
// Everything wraps: the arithmetic is done on unsigned values so that no case is undefined in C++.
// PTX leaves division by zero unspecified; the hardware returns all ones for both quotient and
// remainder, and wraps most-negative / -1 (remainder 0). This file does the same.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heddle::isa {

// The type of twice the width, same signedness.
template <class T>
struct WideType;
template <>
struct WideType<int16_t> {
  using Type = int32_t;
};
template <>
struct WideType<uint16_t> {
  using Type = uint32_t;
};
template <>
struct WideType<int32_t> {
  using Type = int64_t;
};
template <>
struct WideType<uint32_t> {
  using Type = uint64_t;
};
template <>
struct WideType<int64_t> {
  __extension__ using Type = __int128;
};
template <>
struct WideType<uint64_t> {
  __extension__ using Type = unsigned __int128;
};
template <class T>
using Wide = typename WideType<T>::Type;

// Unsigned and at least 32 bits wide: uint16_t would be promoted to int, whose product can
// overflow.
template <class T>
using Modular = std::conditional_t<(sizeof(T) > 4), uint64_t, uint32_t>;

template <std::integral T>
constexpr T add(T a, T b) {
  return T(Modular<T>(a) + Modular<T>(b));
}
template <std::integral T>
constexpr T sub(T a, T b) {
  return T(Modular<T>(a) - Modular<T>(b));
}
template <std::integral T>
constexpr T mul_lo(T a, T b) {
  return T(Modular<T>(a) * Modular<T>(b));
}
template <std::integral T>
constexpr Wide<T> mul_wide(T a, T b) {
  return Wide<T>(a) * Wide<T>(b);
}
template <std::integral T>
constexpr T mul_hi(T a, T b) {
  return T(mul_wide(a, b) >> (8 * sizeof(T)));
}
template <std::integral T>
constexpr T mad_lo(T a, T b, T c) {
  return add(mul_lo(a, b), c);
}
template <std::integral T>
constexpr T mad_hi(T a, T b, T c) {
  return add(mul_hi(a, b), c);
}
template <std::integral T>
constexpr Wide<T> mad_wide(T a, T b, Wide<T> c) {
  return add<Wide<T>>(mul_wide(a, b), c);
}

// .sat exists for s32 only.
constexpr int32_t clamp_s32(int64_t x) {
  const int64_t low = x < INT32_MIN ? int64_t{INT32_MIN} : x;
  return int32_t(low > INT32_MAX ? int64_t{INT32_MAX} : low);
}
constexpr int32_t add_sat(int32_t a, int32_t b) { return clamp_s32(int64_t{a} + b); }
constexpr int32_t sub_sat(int32_t a, int32_t b) { return clamp_s32(int64_t{a} - b); }
constexpr int32_t mad_hi_sat(int32_t a, int32_t b, int32_t c) { return add_sat(mul_hi(a, b), c); }

// mul24 and mad24 use the low 24 bits of a and b; hi is bits 16..47 of the product.
constexpr int64_t product24(int32_t a, int32_t b) {
  const auto low24 = [](int32_t x) { return int64_t{int32_t(uint32_t(x) << 8) >> 8}; };
  return low24(a) * low24(b);
}
constexpr uint64_t product24(uint32_t a, uint32_t b) {
  return uint64_t{a & 0xffffffu} * (b & 0xffffffu);
}
template <std::integral T>
constexpr T mul24_lo(T a, T b) {
  return T(product24(a, b));
}
template <std::integral T>
constexpr T mul24_hi(T a, T b) {
  return T(product24(a, b) >> 16);
}
template <std::integral T>
constexpr T mad24_lo(T a, T b, T c) {
  return add(mul24_lo(a, b), c);
}
template <std::integral T>
constexpr T mad24_hi(T a, T b, T c) {
  return add(mul24_hi(a, b), c);
}
constexpr int32_t mad24_hi_sat(int32_t a, int32_t b, int32_t c) {
  return add_sat(mul24_hi(a, b), c);
}

// Replacing the divisor by 1 keeps the host from trapping; the caller then selects the result.
template <std::integral T>
constexpr bool is_safe_division(T a, T b) {
  if constexpr (std::is_signed_v<T>)
    return (b != 0) & !((a == std::numeric_limits<T>::min()) & (b == T(-1)));
  return b != 0;
}
template <std::integral T>
constexpr T div(T a, T b) {
  const T quotient = T(a / (is_safe_division(a, b) ? b : T(1)));
  return b == 0 ? T(-1) : quotient;
}
template <std::integral T>
constexpr T rem(T a, T b) {
  const T remainder = T(a % (is_safe_division(a, b) ? b : T(1)));
  return b == 0 ? T(-1) : remainder;
}

template <std::integral T>
constexpr T min(T a, T b) {
  return a < b ? a : b;
}
template <std::integral T>
constexpr T max(T a, T b) {
  return a > b ? a : b;
}
template <std::integral T>
constexpr T neg(T a) {
  return sub(T(0), a);
}
template <std::integral T>
constexpr T abs(T a) {
  return a < 0 ? neg(a) : a;
}
// c + |a - b|, the difference taken in the type of the operands.
template <std::integral T>
constexpr T sad(T a, T b, T c) {
  return add(c, a < b ? sub(b, a) : sub(a, b));
}

// dp4a and dp2a: A and B (int32_t or uint32_t) say how the packed elements of a and b are extended.
template <class T>
constexpr int32_t byte_of(uint32_t x, int index) {
  const uint8_t byte = uint8_t(x >> (8 * index));
  return std::is_signed_v<T> ? int32_t{int8_t(byte)} : int32_t{byte};
}
template <class T>
constexpr int32_t halfword_of(uint32_t x, int index) {
  const uint16_t half = uint16_t(x >> (16 * index));
  return std::is_signed_v<T> ? int32_t{int16_t(half)} : int32_t{half};
}
template <class A, class B>
constexpr uint32_t dp4a(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t sum = c;
  for (int i = 0; i < 4; ++i) sum += uint32_t(byte_of<A>(a, i) * byte_of<B>(b, i));
  return sum;
}
// High picks bytes 2 and 3 of b (dp2a.hi) rather than 0 and 1 (dp2a.lo).
template <class A, class B, bool High>
constexpr uint32_t dp2a(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t sum = c;
  for (int i = 0; i < 2; ++i)
    sum += uint32_t(halfword_of<A>(a, i) * byte_of<B>(b, i + (High ? 2 : 0)));
  return sum;
}
// vabsdiff2 and vabsdiff4: the distances of two halfwords or four bytes, one beside the other, or
// added to c.
template <class T, int Count>
constexpr uint32_t distance_of_packed(uint32_t a, uint32_t b, int index) {
  if constexpr (Count == 4)
    return uint32_t(sad(byte_of<T>(a, index), byte_of<T>(b, index), 0));
  else
    return uint32_t(sad(halfword_of<T>(a, index), halfword_of<T>(b, index), 0));
}
template <class T, int Count>
constexpr uint32_t vabsdiff(uint32_t a, uint32_t b) {
  uint32_t packed = 0;
  for (int i = 0; i < Count; ++i)
    packed |= distance_of_packed<T, Count>(a, b, i) << (32 / Count * i);
  return packed;
}
template <class T, int Count>
constexpr uint32_t vabsdiff_add(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t sum = c;
  for (int i = 0; i < Count; ++i) sum += distance_of_packed<T, Count>(a, b, i);
  return sum;
}

// The carry chain: .cc instructions produce `carry` (for a subtraction: the borrow), addc subc madc
// consume it.
template <class T>
struct AddCarry {
  T value;
  bool carry;
};
template <std::integral T>
constexpr AddCarry<T> add_carry(T a, T b, bool carry_in = false) {
  using U = std::make_unsigned_t<T>;
  const U partial = U(U(a) + U(b));
  const U total = U(partial + U(carry_in));
  return {T(total), bool((partial < U(a)) | (total < partial))};
}
template <std::integral T>
constexpr AddCarry<T> sub_borrow(T a, T b, bool borrow_in = false) {
  using U = std::make_unsigned_t<T>;
  const U partial = U(U(a) - U(b));
  const U total = U(partial - U(borrow_in));
  return {T(total), bool((U(a) < U(b)) | (partial < U(borrow_in)))};
}
template <std::integral T>
constexpr AddCarry<T> mad_lo_carry(T a, T b, T c, bool carry_in = false) {
  return add_carry(mul_lo(a, b), c, carry_in);
}
template <std::integral T>
constexpr AddCarry<T> mad_hi_carry(T a, T b, T c, bool carry_in = false) {
  return add_carry(mul_hi(a, b), c, carry_in);
}

}  // namespace heddle::isa
