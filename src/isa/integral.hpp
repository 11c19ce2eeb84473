// Conversions between floats and integers of at most 32 bits that vectorise: rounding to an
// integral value and truncation with PTX's clamping. Correct in any host rounding mode.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "isa/float.hpp"
#include "isa/half.hpp"
#include "isa/narrow.hpp"

namespace heddle::isa {

template <class T>
struct FormatOf {
  using Type = typename T::Format;
};
template <>
struct FormatOf<float> {
  using Type = F32Format;
};
template <>
struct FormatOf<double> {
  using Type = F64Format;
};

// cvt.rni.f32.f32 and the like: rounds to an integral value of the same type, keeping the sign of a
// zero. It works on the bits: above 1, the position of the cut depends on the exponent, and a carry
// out of the fraction correctly increments the exponent.
template <std::floating_point T>
constexpr T round_integral(T x, Rounding mode) {
  using Traits = FloatTraits<T>;
  using Format = typename FormatOf<T>::Type;
  using U = typename Traits::Bits;
  using S = std::make_signed_t<U>;
  constexpr U kOne = U(Format::kBias) << Format::kFraction;
  constexpr U kHalf = U(Format::kBias - 1) << Format::kFraction;
  const U sign = to_bits(x) & Traits::kSign;
  const U negative = sign != 0 ? U(1) : U(0);
  const U magnitude = magnitude_bits(x);
  const S exponent = S(magnitude >> Format::kFraction) - Format::kBias;
  const S inside = exponent < 0 ? 0 : exponent > Format::kFraction ? Format::kFraction : exponent;
  const U unit = U(1) << (Format::kFraction - inside);
  const U rest = magnitude & (unit - 1);
  const U base = magnitude - rest;
  // The bit at `unit` is the last integer bit; for exponent 0 it is the last bit of the biased
  // exponent, which is odd like the hidden 1 it represents.
  const U odd = (base & unit) != 0 ? U(1) : U(0);
  const U up = round_increment<U>(mode, negative, odd, rest, unit >> 1);
  // Unit 1 means that there is no fraction to round.
  const U large = base + ((U(0) - up) & unit & ~U(1));
  // Below 1 the kept part is 0; the dropped part compares with 1/2 as the whole magnitude does.
  const U to_one = round_increment<U>(mode, negative, U(0), magnitude, kHalf);
  const U value = exponent < 0 ? (to_one != 0 ? kOne : U(0)) : large;
  return canonical(from_bits<T>(value | sign));
}
template <SmallFloat T>
inline T round_integral(T x, Rounding mode) {
  return from_float<T>(round_integral(to_float(x), mode));
}

// cvt.rzi.s32.f32 and cvt.rzi.u32.f32. Clamped before the host conversion, which is undefined in
// C++ beyond the range; 2147483520 and 4294967040 are the largest floats inside it.
constexpr int32_t convert_rzi_s32(float x) {
  const float low = x > -0x1p31f ? x : -0x1p31f;
  const float inside = low < 2147483520.0f ? low : 2147483520.0f;
  const int32_t value = int32_t(inside);
  const int32_t clamped = x >= 0x1p31f ? std::numeric_limits<int32_t>::max() : value;
  return x == x ? clamped : 0;
}
constexpr uint32_t convert_rzi_u32(float x) {
  const float low = x > 0.0f ? x : 0.0f;
  const float inside = low < 4294967040.0f ? low : 4294967040.0f;
  const bool upper = inside >= 0x1p31f;
  const uint32_t value = uint32_t(int32_t(upper ? inside - 0x1p31f : inside));
  return x >= 0x1p32f ? UINT32_MAX : value ^ (upper ? 0x80000000u : 0u);
}

// The other integral roundings: NaN stays NaN and gives 0, and values out of range clamp.
constexpr int32_t convert_s32(float x, Rounding mode) {
  return convert_rzi_s32(round_integral(x, mode));
}
constexpr uint32_t convert_u32(float x, Rounding mode) {
  return convert_rzi_u32(round_integral(x, mode));
}

}  // namespace heddle::isa
