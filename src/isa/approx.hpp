// The .approx instructions, implemented as fixed sequences of IEEE operations.
//
// PTX bounds their error but not their bits. They are computed in f64 with short polynomials and
// rounded once to f32, well within every bound, and give the same bits on any CPU and compiler:
// only + - * / sqrt and integer operations, never fused, no library function, no branch. They
// assume the default host rounding mode (no RoundingScope around them). Constants are written out:
// under -frounding-math a compiler may divide 1.0 / 3 at run time.
//
// .ftz is flush() on operand and result, as for the exact operations.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "isa/float.hpp"
#include "isa/half.hpp"

namespace heddle::isa {

// Adding and then subtracting this constant rounds to an integer; the low bits of the sum are the
// integer's.
inline constexpr double kRounder = 0x1.8p52;

// 2^t for |t| <= 1000: the Taylor series of 2^r on |r| <= 1/2 (error 2e-10), the integer part added
// to the exponent.
inline double exp2_kernel(double t) {
  const double shifted = t + kRounder;
  const double r = t - (shifted - kRounder);
  double p = 1.3215486790144307e-6;
  p = p * r + 1.5252733804059841e-5;
  p = p * r + 1.5403530393381608e-4;
  p = p * r + 1.3333558146428443e-3;
  p = p * r + 9.6181291076284772e-3;
  p = p * r + 5.5504108664821580e-2;
  p = p * r + 2.4022650695910071e-1;
  p = p * r + 6.9314718055994531e-1;
  p = p * r + 1.0;
  return from_bits<double>(to_bits(p) + (to_bits(shifted) << 52));
}

inline double clamp_magnitude(double x, double limit) {
  const double low = x < -limit ? -limit : x;
  return low > limit ? limit : low;
}

// ex2(-inf) = +0, ex2(+inf) = +inf.
inline float ex2_approx(float x) {
  const float value = float(exp2_kernel(clamp_magnitude(double(x), 200.0)));
  return x == x ? value : canonical_nan<float>();
}

// lg2: x = 2^k * m with m in [sqrt(1/2), sqrt(2)); log2(m) from the series of atanh in
// s = (m-1)/(m+1), |s| < 0.172 (error 1e-12, relative also near m = 1). A subnormal f32 is a normal
// f64. lg2(+-0) = -inf, lg2(+inf) = +inf, NaN below 0.
inline float lg2_approx(float x) {
  constexpr uint64_t kSqrtHalf = 0x3fe6a09e667f3bcdu;
  // The offset keeps the difference positive for every f32, so k needs no signed shift.
  const uint64_t biased = to_bits(double(x)) - kSqrtHalf + (uint64_t{512} << 52);
  const uint64_t k = biased >> 52;
  const double m = from_bits<double>((biased & 0xfffffffffffffu) + kSqrtHalf);
  const double integer = from_bits<double>(0x4330000000000000u | k) - (0x1p52 + 512.0);
  const double s = (m - 1.0) / (m + 1.0);
  const double z = s * s;
  double p = 0.07692307692307693;
  p = p * z + 0.09090909090909091;
  p = p * z + 0.1111111111111111;
  p = p * z + 0.14285714285714285;
  p = p * z + 0.2;
  p = p * z + 0.3333333333333333;
  p = p * z + 1.0;
  const float value = float(integer + 2.8853900817779268 * (s * p));
  const float positive = x > 0.0f ? value : canonical_nan<float>();
  const float finite = x == std::numeric_limits<float>::infinity() ? x : positive;
  return x == 0.0f ? -std::numeric_limits<float>::infinity() : finite;
}

// sin and cos convert the angle to turns with one f32 product, as the hardware does, so the error
// grows with the angle in the same way. The fraction of a turn is then exact. Angles too large to
// have a fractional turn give the value at 0; infinities give NaN.
struct Turn {
  double sine, cosine;  // of the remainder, an angle in [-pi/4, pi/4]
  uint64_t quadrant;    // in the low two bits
};
inline Turn turn_of(float x) {
  const float scaled = x * 0.15915494f;
  const double t = std::fabs(scaled) < 0x1p24f ? double(scaled) : double(scaled * 0.0f);
  const double shifted = 4.0 * t + kRounder;
  const double a = (4.0 * t - (shifted - kRounder)) * 1.5707963267948966;
  const double z = a * a;
  double s = 2.7557319223985893e-6;
  s = s * z - 1.9841269841269841e-4;
  s = s * z + 8.3333333333333333e-3;
  s = s * z - 1.6666666666666667e-1;
  s = s * z + 1.0;
  double c = -2.7557319223985888e-7;
  c = c * z + 2.4801587301587302e-5;
  c = c * z - 1.3888888888888889e-3;
  c = c * z + 4.1666666666666667e-2;
  c = c * z - 0.5;
  c = c * z + 1.0;
  return {s * a, c, to_bits(shifted)};
}
inline float sin_approx(float x) {
  const Turn turn = turn_of(x);
  const double value = (turn.quadrant & 1) != 0 ? turn.cosine : turn.sine;
  const uint64_t sign = (turn.quadrant & 2) << 62;
  return canonical(float(from_bits<double>(to_bits(value) ^ sign)));
}
inline float cos_approx(float x) {
  const Turn turn = turn_of(x);
  const double value = (turn.quadrant & 1) != 0 ? turn.sine : turn.cosine;
  const uint64_t sign = ((turn.quadrant + 1) & 2) << 62;
  return canonical(float(from_bits<double>(to_bits(value) ^ sign)));
}

// tanh: 1 - 2 / (e^2|x| + 1), or its series where the difference would cancel.
inline float tanh_approx(float x) {
  const double a = clamp_magnitude(std::fabs(double(x)), 20.0);
  const double large = 1.0 - 2.0 / (exp2_kernel(a * 2.8853900817779268) + 1.0);
  const double z = a * a;
  const double series =
      a + a * z * (z * (0.13333333333333333 - z * 0.05396825396825397) - 0.3333333333333333);
  const float value = float(a < 0.1 ? series : large);
  return canonical(copysign(x, x == x ? value : x));
}

// These four are correctly rounded: division and square root are single instructions on the host.
inline float rcp_approx(float x) { return canonical(1.0f / x); }
inline float sqrt_approx(float x) { return canonical(std::sqrt(x)); }
inline float rsqrt_approx(float x) { return canonical(float(1.0 / std::sqrt(double(x)))); }
inline double rsqrt_approx(double x) { return canonical(1.0 / std::sqrt(x)); }

// div.approx multiplies by a reciprocal that is zero for |b| > 2^126, infinities included.
inline float div_approx(float a, float b) {
  const float vanished = a * copysign(b, 0.0f);
  return canonical(std::fabs(b) > 0x1p126f ? vanished : a / b);
}
// div.full covers the whole range.
inline float div_full(float a, float b) { return canonical(a / b); }

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write the upper word only, in 1.11.20
// format.
inline double upper_word(double x) { return from_bits<double>(to_bits(x) & 0xffffffff00000000u); }
inline double round_upper_word(double x) {
  const bool finite = magnitude_bits(x) < FloatTraits<double>::kInfinity;
  const double rounded = from_bits<double>(to_bits(x) + (finite ? 0x80000000u : 0u));
  return upper_word(canonical(flush(rounded)));
}
inline double rcp_approx_ftz(double x) { return round_upper_word(1.0 / flush(upper_word(x))); }
inline double rsqrt_approx_ftz(double x) {
  return round_upper_word(1.0 / std::sqrt(flush(upper_word(x))));
}

// The 16-bit forms round the f32 result. (.ftz.bf16 applies flush() as usual.)
template <SmallFloat T>
inline T ex2_approx(T x) {
  return from_float<T>(ex2_approx(to_float(x)));
}
template <SmallFloat T>
inline T tanh_approx(T x) {
  return from_float<T>(tanh_approx(to_float(x)));
}

}  // namespace heddle::isa
