// cvt: conversions among the integer and floating-point types.
//
// convert() rounds with integer arithmetic, so it is correct in any host rounding mode and supports
// modes the host lacks. convert_ambient (convert_fast.hpp) compiles to a vector instruction that
// rounds in the mode of the surrounding RoundingScope; handlers use it for the common type pairs.
//
// Observed on hardware where the PTX manual is silent: a float out of range clamps to the integer
// type with or without .sat; NaN becomes 0, but if either type has 64 bits, the integer with only
// its top bit set. Observed contrary to the manual: .ftz has no effect on a conversion from f32 to
// f16.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "isa/float.hpp"
#include "isa/half.hpp"
#include "isa/integral.hpp"
#include "isa/narrow.hpp"
#include "isa/rounding.hpp"

namespace heddle::isa {

struct ConvertFlags {
  bool sat = false;        // to integer: clamp; to float: clamp to [0, 1]
  bool ftz = false;        // an f32 operand or result that is subnormal becomes zero
  bool relu = false;       // negative results become +0
  bool satfinite = false;  // the largest finite value instead of infinity
};

template <class T>
concept AnyFloat = std::floating_point<T> || SmallFloat<T>;

template <AnyFloat T>
constexpr T float_from_bits(uint64_t bits) {
  if constexpr (SmallFloat<T>)
    return T{uint16_t(bits)};
  else
    return from_bits<T>(typename FloatTraits<T>::Bits(bits));
}

template <AnyFloat T>
inline double widen(T x) {
  if constexpr (SmallFloat<T>)
    return to_double(x);
  else
    return double(x);
}

// Integer to integer: truncates or extends; .sat clamps instead.
template <std::integral To, std::integral From>
constexpr To clamp_to(From x) {
  constexpr To kLow = std::numeric_limits<To>::min();
  constexpr To kHigh = std::numeric_limits<To>::max();
  return std::cmp_less(x, kLow) ? kLow : std::cmp_greater(x, kHigh) ? kHigh : To(x);
}

// The magnitude of x rounded to an integer; all ones if it exceeds 64 bits or x is NaN. If the last
// bit of x weighs 1 or more (shift 0), x is already an integer and nothing is rounded.
inline uint64_t integral_magnitude(double x, Rounding mode) {
  const uint64_t bits = to_bits(x);
  const int64_t field = int64_t(bits >> 52 & 0x7ff);
  const uint64_t significand = (bits & 0xfffffffffffffu) | uint64_t(field != 0) << 52;
  const int64_t right = 1023 + 52 - field;
  const int64_t shift = right < 0 ? 0 : right > 54 ? 54 : right;
  const int64_t left = right < 0 ? (right < -11 ? 11 : -right) : 0;
  const uint64_t kept = significand >> shift;
  const uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
  const uint64_t half = (uint64_t{1} << shift) >> 1;
  const uint64_t up = round_increment<uint64_t>(mode, bits >> 63, kept, rest, half);
  return field >= 1023 + 64 ? UINT64_MAX : (kept + (shift != 0 ? up : 0)) << left;
}

template <std::integral To>
inline To to_integer(double x, Rounding mode) {
  using U = std::make_unsigned_t<To>;
  constexpr uint64_t kHigh = uint64_t(std::numeric_limits<To>::max());
  constexpr uint64_t kLow = std::is_signed_v<To> ? kHigh + 1 : 0;
  const uint64_t magnitude = integral_magnitude(x, mode);
  const bool negative = x < 0;
  const uint64_t limit = negative ? kLow : kHigh;
  const uint64_t clamped = magnitude < limit ? magnitude : limit;
  return To(U(negative ? 0 - clamped : clamped));
}

// Neither side has 64 bits: NaN gives 0, and clamping twice clamps to the narrower type.
template <std::integral To>
inline To to_short_integer(float x, Rounding mode) {
  if constexpr (std::is_same_v<To, uint32_t>)
    return convert_u32(x, mode);
  else
    return clamp_to<To>(convert_s32(x, mode));
}

template <std::integral To, AnyFloat From>
inline To float_to_integer(From x, Rounding mode) {
  if constexpr (sizeof(To) == 8 || sizeof(From) == 8) {
    constexpr To kNan = To(uint64_t{1} << (8 * sizeof(To) - 1));
    return is_nan(x) ? kNan : to_integer<To>(widen(x), mode);
  } else if constexpr (SmallFloat<From>) {
    return to_short_integer<To>(to_float(x), mode);
  } else {
    return to_short_integer<To>(x, mode);
  }
}

// Any integer of at most 32 bits as a double. Both halves are exact and 0 gives +0 in every
// rounding mode, unlike the vector code that compilers generate for uint32_t.
template <std::integral From>
inline double exact_double(From x) {
  static_assert(sizeof(From) <= 4);
  if constexpr (std::is_same_v<From, uint32_t>)
    return double(int32_t(x >> 16)) * 65536.0 + double(int32_t(x & 0xffff));
  else
    return double(int32_t(x));
}

// The bits of an integer of up to 64 bits rounded to a format: normalised so that its top bit is
// the hidden one, then cut.
template <class Format>
constexpr uint64_t round_integer(uint64_t magnitude, uint64_t negative, Rounding mode) {
  constexpr int kDrop = 63 - Format::kFraction;
  const int zeros = std::countl_zero(magnitude | 1);
  const uint64_t normal = magnitude << zeros;
  const uint64_t kept = normal >> kDrop;
  const uint64_t rest = normal & ((uint64_t{1} << kDrop) - 1);
  const uint64_t half = uint64_t{1} << (kDrop - 1);
  const uint64_t exponent = uint64_t(63 - zeros + Format::kBias - 1);
  const uint64_t rounded = (exponent << Format::kFraction) + kept +
                           round_increment<uint64_t>(mode, negative, kept, rest, half);
  const uint64_t limit = overflow_result<Format, uint64_t>(mode, negative);
  const uint64_t value = rounded > Format::kMax ? limit : rounded;
  return magnitude == 0 ? 0 : value | negative << Format::kSignShift;
}

template <AnyFloat To, std::integral From>
inline To to_float_format(From x, Rounding mode) {
  using Format = typename FormatOf<To>::Type;
  if constexpr (sizeof(From) < 8) {
    if constexpr (std::is_same_v<To, double>)
      return exact_double(x);
    else
      return float_from_bits<To>(narrow<Format>(exact_double(x), mode));
  } else {
    const uint64_t negative = x < 0 ? 1 : 0;
    const uint64_t magnitude = x < 0 ? 0 - uint64_t(x) : uint64_t(x);
    return float_from_bits<To>(round_integer<Format>(magnitude, negative, mode));
  }
}

// f64 to f32. Observed on hardware: a NaN keeps its sign and the top of its payload.
inline float narrow_to_float(double x, Rounding mode, bool satfinite = false) {
  const uint64_t bits = to_bits(x);
  const uint32_t nan =
      uint32_t(bits >> 32 & 0x80000000u) | 0x7fc00000u | uint32_t(bits >> 29 & 0x3fffff);
  return from_bits<float>(x == x ? narrow<F32Format>(x, mode, satfinite) : nan);
}

// True if .ftz flushes the f32 result to zero: as in arithmetic (FlushScope), if it is below the
// normal range after rounding with an unbounded exponent. The scaling is exact.
inline bool narrows_to_subnormal(double x, Rounding mode) {
  const float scaled = narrow_to_float(x * 0x1p100, mode);
  return -0x1p-26f < scaled && scaled < 0x1p-26f;
}

// Between floating-point types without the modifiers. Widening is exact.
template <AnyFloat To, AnyFloat From>
inline To change_format(From x, Rounding mode, bool satfinite) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (std::is_same_v<To, double>)
    return widen(x);
  else if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>)
    return narrow_to_float(x, mode, satfinite);
  else if constexpr (std::is_same_v<To, float>)
    return canonical(to_float(x));
  else if constexpr (SmallFloat<From>)
    return from_float<To>(to_float(x), mode, satfinite);
  else
    return To{uint16_t(narrow<typename To::Format>(x, mode, satfinite))};
}

template <AnyFloat T>
inline T relu_any(T x) {
  if constexpr (SmallFloat<T>)
    return relu(x);
  else
    return x == x ? (x > T(0) ? x : T(0)) : canonical_nan<T>();
}

template <class T>
constexpr T flush_f32(T x, bool ftz) {
  if constexpr (std::is_same_v<T, float>)
    return ftz ? flush(x) : x;
  else
    return x;
}

// cvt. The mode is Nearest..Up (.rn .rz .rm .rp) or the like-named integral rounding (.rni .rzi
// .rmi .rpi) when To is an integer; exact conversions ignore it.
template <class To, class From>
inline To convert(From x, Rounding mode = Rounding::Nearest, ConvertFlags flags = {}) {
  if constexpr (std::integral<To> && std::integral<From>) {
    return flags.sat ? clamp_to<To>(x) : To(x);
  } else if constexpr (std::integral<To>) {
    return float_to_integer<To>(flush_f32(x, flags.ftz), mode);
  } else {
    constexpr bool kNarrowsToFloat = std::is_same_v<To, float> && std::is_same_v<From, double>;
    const bool ftz = flags.ftz && !std::is_same_v<To, Half>;
    To value;
    if constexpr (std::integral<From>)
      value = to_float_format<To>(x, mode);
    else
      value = change_format<To>(flush_f32(x, ftz), mode, flags.satfinite);
    value = flush_f32(value, ftz);
    if constexpr (kNarrowsToFloat)
      if (ftz && narrows_to_subnormal(x, mode)) value = std::copysign(0.0f, value);
    if (flags.relu) value = relu_any(value);
    return flags.sat ? saturate(value) : value;
  }
}

}  // namespace heddle::isa
