// Rounding a binary float to a narrower binary format, in integer arithmetic.
//
// One routine implements every narrowing conversion of PTX (f64 to f32, f32 to f16, bf16, tf32,
// e4m3, e5m2, ...). It depends on no hardware mode, has no data-dependent branch, and rounds once,
// also for gradual underflow.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "isa/rounding.hpp"

namespace heddle::isa {

// A sign, kExponent exponent bits and kFraction fraction bits; biased as IEEE prescribes.
template <int Exponent, int Fraction>
struct BinaryFormat {
  static constexpr int kExponent = Exponent;
  static constexpr int kFraction = Fraction;
  static constexpr int kBias = (1 << (Exponent - 1)) - 1;
  static constexpr int kSignShift = Exponent + Fraction;
};
// The narrow formats also define where finite values end: kMax is the largest finite magnitude,
// kInfinity the result of an overflow.
struct F16Format : BinaryFormat<5, 10> {
  static constexpr uint32_t kMax = 0x7bff, kInfinity = 0x7c00, kNan = 0x7fff;
};
struct BF16Format : BinaryFormat<8, 7> {
  static constexpr uint32_t kMax = 0x7f7f, kInfinity = 0x7f80, kNan = 0x7fff;
};
struct F32Format : BinaryFormat<8, 23> {
  static constexpr uint32_t kMax = 0x7f7fffff, kInfinity = 0x7f800000, kNan = 0x7fffffff;
};
struct Tf32Format : BinaryFormat<8, 10> {
  static constexpr uint32_t kMax = 0x3fbff, kInfinity = 0x3fc00, kNan = 0x3ffff;
};
struct F64Format : BinaryFormat<11, 52> {
  static constexpr uint64_t kMax = 0x7fefffffffffffff, kInfinity = 0x7ff0000000000000;
};
// e4m3 has no infinity; PTX only converts to it with .satfinite.
struct E4M3Format : BinaryFormat<4, 3> {
  static constexpr uint32_t kMax = 0x7e, kInfinity = 0x7f, kNan = 0x7f;
};
struct E5M2Format : BinaryFormat<5, 2> {
  static constexpr uint32_t kMax = 0x7b, kInfinity = 0x7c, kNan = 0x7f;
};

// The increment (0 or 1) that rounds a magnitude truncated to `kept`, whose dropped part is `rest`
// out of 2 * `half`. `negative` is 0 or 1: compilers vectorise numbers better than bool. A tie goes
// to even: the sum exceeds half if rest does, or if rest equals half and kept is odd.
template <std::unsigned_integral U>
constexpr U round_increment(Rounding mode, U negative, U kept, U rest, U half) {
  switch (mode) {
    case Rounding::Nearest: return rest + (kept & 1) > half ? U(1) : U(0);
    case Rounding::NearestAway: return rest >= half ? U(1) : U(0);
    case Rounding::Down: return rest != 0 ? negative : U(0);
    case Rounding::Up: return rest != 0 ? 1 - negative : U(0);
    default: return 0;
  }
}

// The result for a value too large for the format: infinity or the largest finite value.
template <class Format, std::unsigned_integral U>
constexpr U overflow_result(Rounding mode, U negative) {
  constexpr U kMax = U(Format::kMax), kInfinity = U(Format::kInfinity);
  switch (mode) {
    case Rounding::Zero: return kMax;
    case Rounding::Down: return negative != 0 ? kInfinity : kMax;
    case Rounding::Up: return negative != 0 ? kMax : kInfinity;
    default: return kInfinity;
  }
}

// `bits` is a value of format From; the result one of format To. NaN gives kNan without a sign.
template <class To, class From, std::unsigned_integral U>
constexpr uint32_t narrow(U bits, Rounding mode, bool satfinite = false) {
  using S = std::make_signed_t<U>;
  constexpr int kDrop = From::kFraction - To::kFraction;
  static_assert(kDrop > 0);
  constexpr U kHidden = U(1) << From::kFraction;
  constexpr U kSourceInfinity = ((U(1) << From::kExponent) - 1) << From::kFraction;
  const U negative = bits >> From::kSignShift;
  const U magnitude = bits & ((U(1) << From::kSignShift) - 1);
  const U field = magnitude >> From::kFraction;
  const U significand = (magnitude & (kHidden - 1)) | (field != 0 ? kHidden : U(0));
  // Exponent relative to the smallest one of To; a source subnormal has the exponent of field 1.
  const S exponent = S(field) + S(field == 0) - From::kBias - (1 - To::kBias);
  const S below = exponent < 0 ? -exponent : S(0);
  const S wanted = kDrop + below;
  const S shift = wanted > From::kFraction + 2 ? S(From::kFraction + 2) : wanted;
  const U kept = significand >> shift;
  const U rest = significand & ((U(1) << shift) - 1);
  const U half = U(1) << (shift - 1);
  const U base = U(exponent > 0 ? exponent : S(0)) << To::kFraction;
  const U rounded = base + kept + round_increment<U>(mode, negative, kept, rest, half);
  const U limit = satfinite ? U(To::kMax) : overflow_result<To>(mode, negative);
  const U source_limit = satfinite ? U(To::kMax) : U(To::kInfinity);
  U result = rounded > U(To::kMax) ? limit : rounded;
  result = magnitude == kSourceInfinity ? source_limit : result;
  result |= negative << To::kSignShift;
  return uint32_t(magnitude > kSourceInfinity ? U(To::kNan) : result);
}

template <class To>
constexpr uint32_t narrow(float x, Rounding mode, bool satfinite = false) {
  return narrow<To, F32Format>(std::bit_cast<uint32_t>(x), mode, satfinite);
}
template <class To>
constexpr uint32_t narrow(double x, Rounding mode, bool satfinite = false) {
  return narrow<To, F64Format>(std::bit_cast<uint64_t>(x), mode, satfinite);
}

}  // namespace heddle::isa
