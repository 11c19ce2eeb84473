// f32 and f64 arithmetic on one lane.
//
// Sum, product, quotient, square root and fma are the host's IEEE operations and round in the mode
// of the surrounding RoundingScope. This file handles what x86 does differently: the bits of a NaN
// (x86 propagates the payload of the operand that the compiler put first; the GPU returns one
// pattern), flush-to-zero, saturation, and the PTX rules for min and max.
//
// A handler composes them: .ftz is flush() on every operand and on the result, .sat is saturate()
// on the result, and canonical() is applied to every arithmetic result that is not saturated.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

#include "isa/compare.hpp"

namespace heddle::isa {

template <class T>
struct FloatTraits;
template <>
struct FloatTraits<float> {
  using Bits = uint32_t;
  static constexpr Bits kSign = 0x80000000u;
  static constexpr Bits kInfinity = 0x7f800000u;
  static constexpr Bits kMinNormal = 0x00800000u;
  static constexpr Bits kNan = 0x7fffffffu;  // what the hardware returns for every f32 operation
};
template <>
struct FloatTraits<double> {
  using Bits = uint64_t;
  static constexpr Bits kSign = 0x8000000000000000u;
  static constexpr Bits kInfinity = 0x7ff0000000000000u;
  static constexpr Bits kMinNormal = 0x0010000000000000u;
  // The hardware propagates an operand's NaN and returns 0xfff8... for an invalid operation. PTX
  // specifies no pattern, so one is enough here.
  static constexpr Bits kNan = 0x7ff8000000000000u;
};

template <std::floating_point T>
constexpr auto to_bits(T x) {
  return std::bit_cast<typename FloatTraits<T>::Bits>(x);
}
template <std::floating_point T>
constexpr T from_bits(typename FloatTraits<T>::Bits bits) {
  return std::bit_cast<T>(bits);
}
template <std::floating_point T>
constexpr typename FloatTraits<T>::Bits magnitude_bits(T x) {
  return to_bits(x) & ~FloatTraits<T>::kSign;
}
template <std::floating_point T>
constexpr T canonical_nan() {
  return from_bits<T>(FloatTraits<T>::kNan);
}
template <std::floating_point T>
constexpr bool is_nan(T x) {
  return x != x;
}

// Any NaN becomes the canonical one.
template <std::floating_point T>
constexpr T canonical(T x) {
  return x == x ? x : canonical_nan<T>();
}

// Flushes a subnormal to a zero of the same sign (.ftz; PTX has it for f32 only).
template <std::floating_point T>
constexpr T flush(T x) {
  using Traits = FloatTraits<T>;
  const auto bits = to_bits(x);
  return from_bits<T>(magnitude_bits(x) < Traits::kMinNormal ? bits & Traits::kSign : bits);
}

// .sat: clamps to [+0, 1]; NaN gives +0.
template <std::floating_point T>
constexpr T saturate(T x) {
  const T low = x > T(0) ? x : T(0);
  return low < T(1) ? low : T(1);
}

template <std::floating_point T>
inline T add(T a, T b) {
  return a + b;
}
template <std::floating_point T>
inline T sub(T a, T b) {
  return a - b;
}
template <std::floating_point T>
inline T mul(T a, T b) {
  return a * b;
}
template <std::floating_point T>
inline T div(T a, T b) {
  return a / b;
}
// One instruction if the target has FMA3; otherwise the C library's fma, which also rounds once and
// in the current mode.
template <std::floating_point T>
inline T fma(T a, T b, T c) {
  return std::fma(a, b, c);
}
template <std::floating_point T>
inline T sqrt(T a) {
  return std::sqrt(a);
}
template <std::floating_point T>
inline T rcp(T a) {
  return T(1) / a;
}

// Observed on hardware: abs and neg return the canonical NaN for any NaN; copysign is a plain bit
// operation. PTX copysign(a, b) gives the value of b the sign of a.
template <std::floating_point T>
constexpr T abs(T a) {
  return canonical(from_bits<T>(magnitude_bits(a)));
}
template <std::floating_point T>
constexpr T neg(T a) {
  return canonical(from_bits<T>(to_bits(a) ^ FloatTraits<T>::kSign));
}
template <std::floating_point T>
constexpr T copysign(T sign, T value) {
  return from_bits<T>(magnitude_bits(value) | (to_bits(sign) & FloatTraits<T>::kSign));
}

// min and max order -0 below +0. Operands that compare equal differ at most in the sign of a zero,
// so or-ing (and-ing) their bits picks -0 (+0). A NaN operand is ignored; two give the canonical
// one.
template <std::floating_point T>
constexpr T min(T a, T b) {
  const T less = a < b ? a : b;
  const T tied = a == b ? from_bits<T>(to_bits(a) | to_bits(b)) : less;
  return canonical(b == b ? tied : a);
}
template <std::floating_point T>
constexpr T max(T a, T b) {
  const T more = a > b ? a : b;
  const T tied = a == b ? from_bits<T>(to_bits(a) & to_bits(b)) : more;
  return canonical(b == b ? tied : a);
}

// .NaN: the result is the canonical NaN if an operand is NaN.
template <std::floating_point T>
constexpr T min_nan(T a, T b) {
  const T least = min(a, b);
  return ((a == a) & (b == b)) ? least : canonical_nan<T>();
}
template <std::floating_point T>
constexpr T max_nan(T a, T b) {
  const T most = max(a, b);
  return ((a == a) & (b == b)) ? most : canonical_nan<T>();
}

// .xorsign.abs: the smaller (larger) magnitude, with the product of the two signs. A NaN result
// stays canonical.
template <std::floating_point T>
constexpr T with_xor_sign(T magnitude, T a, T b) {
  const auto sign = (to_bits(a) ^ to_bits(b)) & FloatTraits<T>::kSign;
  return canonical(from_bits<T>(to_bits(magnitude) | sign));
}
template <std::floating_point T>
constexpr T min_xorsign_abs(T a, T b) {
  return with_xor_sign(min(abs(a), abs(b)), a, b);
}
template <std::floating_point T>
constexpr T max_xorsign_abs(T a, T b) {
  return with_xor_sign(max(abs(a), abs(b)), a, b);
}
template <std::floating_point T>
constexpr T min_nan_xorsign_abs(T a, T b) {
  return with_xor_sign(min_nan(abs(a), abs(b)), a, b);
}
template <std::floating_point T>
constexpr T max_nan_xorsign_abs(T a, T b) {
  return with_xor_sign(max_nan(abs(a), abs(b)), a, b);
}

// testp. Zeros count as normal, as the manual says.
enum class FloatTest : uint8_t { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

template <FloatTest P, std::floating_point T>
constexpr bool testp(T x) {
  using Traits = FloatTraits<T>;
  using enum FloatTest;
  const auto magnitude = magnitude_bits(x);
  if constexpr (P == Finite) return magnitude < Traits::kInfinity;
  if constexpr (P == Infinite) return magnitude == Traits::kInfinity;
  if constexpr (P == Number) return magnitude <= Traits::kInfinity;
  if constexpr (P == NotANumber) return magnitude > Traits::kInfinity;
  const bool subnormal = (magnitude != 0) & (magnitude < Traits::kMinNormal);
  if constexpr (P == Normal) return (magnitude < Traits::kInfinity) & !subnormal;
  return subnormal;
}

// slct: a when c >= 0, else b; a float -0 counts as >= 0 and NaN selects b.
template <class T, class C>
constexpr T slct(T a, T b, C c) {
  return c >= C(0) ? a : b;
}

}  // namespace heddle::isa
