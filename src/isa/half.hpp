// f16 and bf16 arithmetic on one lane, on the raw 16 bits.
//
// PTX rounds every f16/bf16 operation to nearest even. Each is computed in a wider host format and
// narrowed once; the comments explain why rounding twice gives the same result as rounding once.
// The wide operation assumes the default host rounding mode (no RoundingScope around it).
//
// Modifiers compose: .ftz is flush() on operands and result, .sat is saturate() and .relu is relu()
// on the result. Every NaN result is 0x7fff.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "isa/compare.hpp"
#include "isa/float.hpp"
#include "isa/narrow.hpp"
#include "isa/rounding.hpp"

namespace heddle::isa {

struct Half {
  using Format = F16Format;
  uint16_t bits;
  friend constexpr bool operator==(Half, Half) = default;  // compares bits, not values
};
struct BFloat {
  using Format = BF16Format;
  uint16_t bits;
  friend constexpr bool operator==(BFloat, BFloat) = default;
};

template <class T>
concept SmallFloat = std::same_as<T, Half> || std::same_as<T, BFloat>;

// Exact. A subnormal f16 is its fraction times 2^-24; the two cases are selected, not branched on.
inline float to_float(Half h) {
  const uint32_t magnitude = h.bits & 0x7fffu;
  const uint32_t rebias = 112u << 23;
  const uint32_t normal = (magnitude << 13) + (magnitude >= 0x7c00u ? 2 * rebias : rebias);
  const uint32_t subnormal = to_bits(float(int32_t(magnitude)) * 0x1p-24f);
  const uint32_t value = magnitude < 0x0400u ? subnormal : normal;
  return from_bits<float>(value | uint32_t(h.bits & 0x8000u) << 16);
}
inline float to_float(BFloat b) { return from_bits<float>(uint32_t(b.bits) << 16); }

template <SmallFloat T>
inline double to_double(T x) {
  return double(to_float(x));
}

template <SmallFloat T>
constexpr T from_float(float x, Rounding mode = Rounding::Nearest, bool satfinite = false) {
  return T{uint16_t(narrow<typename T::Format>(x, mode, satfinite))};
}
template <SmallFloat T>
constexpr T from_double(double x, Rounding mode = Rounding::Nearest, bool satfinite = false) {
  return T{uint16_t(narrow<typename T::Format>(x, mode, satfinite))};
}

template <SmallFloat T>
constexpr uint16_t magnitude_bits(T x) {
  return x.bits & 0x7fff;
}
template <SmallFloat T>
constexpr bool is_nan(T x) {
  return magnitude_bits(x) > T::Format::kInfinity;
}
template <SmallFloat T>
constexpr T canonical(T x) {
  return is_nan(x) ? T{0x7fff} : x;
}
template <SmallFloat T>
constexpr T flush(T x) {
  constexpr uint16_t kMinNormal = 1u << T::Format::kFraction;
  return T{uint16_t(magnitude_bits(x) < kMinNormal ? x.bits & 0x8000 : x.bits)};
}
// .sat: clamps to [+0, 1]; NaN gives +0.
template <SmallFloat T>
constexpr T saturate(T x) {
  constexpr uint16_t kOne = uint16_t(T::Format::kBias << T::Format::kFraction);
  const bool zero = x.bits > 0x7fff || is_nan(x);
  return T{uint16_t(zero ? 0 : x.bits < kOne ? x.bits : kOne)};
}
// .relu: negative values (and -0) give +0; NaN gives the canonical NaN.
template <SmallFloat T>
constexpr T relu(T x) {
  return T{uint16_t(is_nan(x) ? 0x7fff : x.bits > 0x7fff ? 0 : x.bits)};
}

// f32 has 24 >= 2 * 11 + 2 significant bits, so narrowing an f32 sum of f16 (or of bf16) values
// gives the correctly rounded sum; sums that are subnormal are exact.
template <SmallFloat T>
inline T add(T a, T b) {
  return from_float<T>(to_float(a) + to_float(b));
}
template <SmallFloat T>
inline T sub(T a, T b) {
  return from_float<T>(to_float(a) - to_float(b));
}
// An f16 product is exact in f32. A bf16 one can fall below the f32 range, hence f64, where it is
// exact too.
inline Half mul(Half a, Half b) { return from_float<Half>(to_float(a) * to_float(b)); }
inline BFloat mul(BFloat a, BFloat b) { return from_double<BFloat>(to_double(a) * to_double(b)); }

// The f16 product is exact in f64 (22 bits). If the sum is not, more than 53 bits lie between the
// top of one term and the bottom of the other. Either the product is above 2^28 and the result
// overflows anyway, or c is so much larger that the result is c; c is an f16 value, so the f64
// rounding error cannot carry it to the midpoint of two f16 values.
inline Half fma(Half a, Half b, Half c) {
  return from_double<Half>(to_double(a) * to_double(b) + to_double(c));
}

// A bf16 product (16 bits) can be the midpoint of two bf16 values with a c too small to survive in
// f64 but big enough to decide the direction. So the f64 sum is rounded to odd: its exact error is
// recovered (two-sum) and, if there is one, the last bit of the sum is made 1 on the error's side.
// With 53 >= 8 + 2 bits, narrowing that gives the correctly rounded result.
inline BFloat fma(BFloat a, BFloat b, BFloat c) {
  const double product = to_double(a) * to_double(b);
  const double addend = to_double(c);
  const double sum = product + addend;
  const double added = sum - product;
  const double error = (product - (sum - added)) + (addend - added);
  const uint64_t bits = to_bits(sum);
  // Infinities and NaN make the error NaN, which compares false to both.
  const bool inexact = (error < 0) | (error > 0);
  const bool outward = (error > 0) == (sum > 0);
  const uint64_t adjusted = outward ? bits + 1 : bits - 1;
  return from_double<BFloat>(from_bits<double>((inexact & ((bits & 1) == 0)) ? adjusted : bits));
}

template <SmallFloat T>
constexpr T abs(T a) {
  return canonical(T{magnitude_bits(a)});
}
template <SmallFloat T>
constexpr T neg(T a) {
  return canonical(T{uint16_t(a.bits ^ 0x8000)});
}

// An integer that orders the values, with -0 just below +0.
template <SmallFloat T>
constexpr int16_t order_key(T x) {
  return int16_t(x.bits ^ (x.bits > 0x7fff ? 0x7fff : 0));
}
template <SmallFloat T>
constexpr T min(T a, T b) {
  const bool first = is_nan(b) || (!is_nan(a) && order_key(a) < order_key(b));
  return canonical(first ? a : b);
}
template <SmallFloat T>
constexpr T max(T a, T b) {
  const bool first = is_nan(b) || (!is_nan(a) && order_key(a) > order_key(b));
  return canonical(first ? a : b);
}
template <SmallFloat T>
constexpr T min_nan(T a, T b) {
  return is_nan(a) || is_nan(b) ? T{0x7fff} : min(a, b);
}
template <SmallFloat T>
constexpr T max_nan(T a, T b) {
  return is_nan(a) || is_nan(b) ? T{0x7fff} : max(a, b);
}
template <SmallFloat T>
constexpr T with_xor_sign(T magnitude, T a, T b) {
  return canonical(T{uint16_t(magnitude.bits | ((a.bits ^ b.bits) & 0x8000))});
}
template <SmallFloat T>
constexpr T min_xorsign_abs(T a, T b) {
  return with_xor_sign(min(abs(a), abs(b)), a, b);
}
template <SmallFloat T>
constexpr T max_xorsign_abs(T a, T b) {
  return with_xor_sign(max(abs(a), abs(b)), a, b);
}
template <SmallFloat T>
constexpr T min_nan_xorsign_abs(T a, T b) {
  return with_xor_sign(min_nan(abs(a), abs(b)), a, b);
}
template <SmallFloat T>
constexpr T max_nan_xorsign_abs(T a, T b) {
  return with_xor_sign(max_nan(abs(a), abs(b)), a, b);
}

template <Compare C, SmallFloat T>
inline bool compare(T a, T b) {
  return compare<C, float>(to_float(a), to_float(b));
}

}  // namespace heddle::isa
