// Conversions that are single vector instructions, and conversions that keep the type's format:
// rounding to an integral value, tf32, and the 8-bit floats.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "isa/convert.hpp"

namespace heddle::isa {

// Rounds in the host's current mode: under RoundingScope(m) the same bits as convert(x, m), NaN
// payloads included. For s32 u32 (and narrower) to f32 or f64, f64 to f32, f32 to f64.
template <std::floating_point To, class From>
inline To convert_ambient(From x) {
  if constexpr (std::is_same_v<From, uint32_t>) {
    // Not To(x): see exact_double. One rounding, in the sum.
    return To(int32_t(x >> 16)) * To(65536) + To(int32_t(x & 0xffff));
  } else if constexpr (std::integral<From>) {
    static_assert(sizeof(From) <= 4);
    return To(int32_t(x));
  } else {
    return To(x);
  }
}

// cvt.rzi.s32.f32 and cvt.rzi.u32.f32. Clamped before the host conversion, which is undefined in
// C++ beyond the range; 2147483520 and 4294967040 are the largest floats inside it.
inline int32_t convert_rzi_s32(float x) {
  const float low = x > -0x1p31f ? x : -0x1p31f;
  const float inside = low < 2147483520.0f ? low : 2147483520.0f;
  const int32_t value = int32_t(inside);
  const int32_t clamped = x >= 0x1p31f ? std::numeric_limits<int32_t>::max() : value;
  return x == x ? clamped : 0;
}
inline uint32_t convert_rzi_u32(float x) {
  const float low = x > 0.0f ? x : 0.0f;
  const float inside = low < 4294967040.0f ? low : 4294967040.0f;
  const bool upper = inside >= 0x1p31f;
  const uint32_t value = uint32_t(int32_t(upper ? inside - 0x1p31f : inside));
  return x >= 0x1p32f ? UINT32_MAX : value ^ (upper ? 0x80000000u : 0u);
}

// cvt.rni.f32.f32 and its kin: rounds to an integral value of the same type, keeping the sign of a
// zero. On the bits: above 1 the fraction's cut moves with the exponent, and a carry out of the
// fraction steps the exponent, as it should.
template <std::floating_point T>
constexpr T round_integral(T x, Rounding mode) {
  using Traits = FloatTraits<T>;
  using Format = typename FormatOf<T>::Type;
  using U = typename Traits::Bits;
  using S = std::make_signed_t<U>;
  constexpr U kOne = U(Format::kBias) << Format::kFraction;
  constexpr U kHalf = U(Format::kBias - 1) << Format::kFraction;
  const U sign = to_bits(x) & Traits::kSign;
  const U magnitude = magnitude_bits(x);
  const S exponent = S(magnitude >> Format::kFraction) - Format::kBias;
  const S inside = exponent < 0 ? 0 : exponent > Format::kFraction ? Format::kFraction : exponent;
  const U unit = U(1) << (Format::kFraction - inside);
  const U rest = magnitude & (unit - 1);
  const U base = magnitude - rest;
  // The bit at `unit` is the last integer bit; for exponent 0 it is the last bit of the biased
  // exponent, which is odd like the hidden 1 it stands for.
  const U odd = (base & unit) != 0;
  const bool up = (unit > 1) & rounds_up<U>(mode, sign != 0, odd, rest, unit >> 1);
  const U large = base + (up ? unit : U(0));
  // Below 1 the kept part is 0; the dropped part compares with 1/2 as the whole magnitude does.
  const bool to_one = (magnitude != 0) & rounds_up<U>(mode, sign != 0, U(0), magnitude, kHalf);
  const U value = exponent < 0 ? (to_one ? kOne : U(0)) : large;
  return canonical(from_bits<T>(value | sign));
}
template <SmallFloat T>
inline T round_integral(T x, Rounding mode) {
  return from_float<T>(round_integral(to_float(x), mode));
}

// cvt.{rna,rn,rz}{.relu}{.satfinite}.tf32.f32: an f32 whose low 13 bits are zero.
inline uint32_t convert_tf32(float x, Rounding mode, ConvertFlags flags = {}) {
  const float positive = flags.relu && x <= 0.0f ? 0.0f : x;
  const uint32_t bits = narrow<Tf32Format>(positive, mode, flags.satfinite);
  return x == x ? bits << 13 : FloatTraits<float>::kNan;
}

// e4m3 and e5m2, one element. PTX packs two: the first operand is the upper byte. Always
// round-to-nearest and .satfinite; a NaN is 0x7f.
template <class Format>
inline uint8_t convert_f8(float x, bool use_relu = false) {
  const float positive = use_relu && x <= 0.0f ? 0.0f : x;
  return uint8_t(narrow<Format>(positive, Rounding::Nearest, true));
}
inline uint8_t convert_e4m3(float x, bool use_relu = false) {
  return convert_f8<E4M3Format>(x, use_relu);
}
inline uint8_t convert_e5m2(float x, bool use_relu = false) {
  return convert_f8<E5M2Format>(x, use_relu);
}

// Back to f16, exactly. e5m2 is the upper half of an f16.
constexpr Half half_from_e5m2(uint8_t x) { return canonical(Half{uint16_t(x << 8)}); }
inline Half half_from_e4m3(uint8_t x) {
  const uint16_t sign = uint16_t((x & 0x80) << 8);
  const uint16_t magnitude = x & 0x7f;
  const uint16_t normal = uint16_t((magnitude << 7) + (8 << 10));
  const uint16_t subnormal = from_float<Half>(float(magnitude) * 0x1p-9f).bits;
  const uint16_t value = magnitude < 8 ? subnormal : normal;
  return magnitude == 0x7f ? Half{0x7fff} : Half{uint16_t(value | sign)};
}

}  // namespace heddle::isa
