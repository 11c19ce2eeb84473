// Conversions that are single vector instructions, and those to and from tf32 and the 8-bit floats.
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
