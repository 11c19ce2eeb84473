// Runs lane functions over the recorded instruction corpus. An entry of the corpus is a kernel
// around one instruction: thread i loads its operands from the 64-bit containers a[i], b[i], c[i]
// and stores the result, zero-extended, in out[i]. A Case is the same as a function of three
// containers.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "isa/half.hpp"
#include "isa/rounding.hpp"

namespace heddle::isa::corpus {

using Lane = std::function<uint64_t(uint64_t, uint64_t, uint64_t)>;

struct Case {
  std::string entry;
  Lane lane;
  int width = 0;  // of the result in bits, where a NaN may be any NaN
  Rounding mode = Rounding::Nearest;
};

template <class T>
T load(uint64_t container) {
  T value;
  std::memcpy(&value, &container, sizeof value);
  return value;
}
// An 8-bit result is stored from its 16-bit register, to which it was sign- or zero-extended.
template <class T>
uint64_t store(T value) {
  if constexpr (std::is_same_v<T, int8_t>) return store(int16_t(value));
  uint64_t container = 0;
  std::memcpy(&container, &value, sizeof value);
  return container;
}

// f takes as many operands as there are types. (Hundreds are compiled: hence no tuples.)
template <class A, class B = void, class C = void, class F>
Case make(std::string entry, F f, Rounding mode = Rounding::Nearest) {
  auto apply = [](F g, uint64_t a, uint64_t b, uint64_t c) {
    if constexpr (std::is_void_v<B>)
      return g(load<A>(a));
    else if constexpr (std::is_void_v<C>)
      return g(load<A>(a), load<B>(b));
    else
      return g(load<A>(a), load<B>(b), load<C>(c));
  };
  Lane lane = [f, apply](uint64_t a, uint64_t b, uint64_t c) { return store(apply(f, a, b, c)); };
  return {std::move(entry), std::move(lane), 8 * int(sizeof(apply(f, 0, 0, 0))), mode};
}

// What an entry's name ends with for the type.
template <class T>
const char* suffix() {
  if constexpr (std::is_same_v<T, Half>) return "_f16";
  if constexpr (std::is_same_v<T, BFloat>) return "_bf16";
  if constexpr (std::is_same_v<T, float>) return "_f32";
  if constexpr (std::is_same_v<T, double>) return "_f64";
  if constexpr (std::is_same_v<T, int8_t>) return "_s8";
  if constexpr (std::is_same_v<T, uint8_t>) return "_u8";
  if constexpr (std::is_same_v<T, int16_t>) return "_s16";
  if constexpr (std::is_same_v<T, uint16_t>) return "_u16";
  if constexpr (std::is_same_v<T, int32_t>) return "_s32";
  if constexpr (std::is_same_v<T, uint32_t>) return "_u32";
  return std::is_signed_v<T> ? "_s64" : "_u64";
}

template <class... Ts>
struct Types {};

// Calls f.template operator()<T>() for each type.
template <class F, class... Ts>
void for_each(Types<Ts...>, F f) {
  (f.template operator()<Ts>(), ...);
}

std::vector<Case> integer_cases();
std::vector<Case> bit_cases();
std::vector<Case> float_cases();
std::vector<Case> half_cases();
std::vector<Case> convert_cases();
std::vector<Case> compare_cases();

}  // namespace heddle::isa::corpus
