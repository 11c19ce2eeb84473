// cvt among the floating-point types.
#include "exec/handlers/convert_rows.hpp"
#include "isa/convert_fast.hpp"

namespace heddle {

namespace {

using isa::Rounding;

template <class To, class From>
constexpr bool kSingleInstruction =
    std::floating_point<To>&& std::floating_point<From> && !std::is_same_v<To, From>;

template <class To, class From>
void general_row(const void* source, void* result, uint32_t mask, uint16_t detail) {
  const Rounding mode = rounding_of(detail);
  const isa::ConvertFlags flags = flags_of(detail);
  convert_row<To, From>(source, result, mask,
                        [=](From x) { return isa::convert<To>(x, mode, flags); });
}

// Without modifiers, to nearest.
template <class To, class From>
[[gnu::flatten]] void nearest_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<To, From>(source, result, mask, [](From x) {
    if constexpr (kSingleInstruction<To, From>)
      return isa::convert_ambient<To>(x);
    else
      return isa::convert<To>(x);
  });
}
void directed_row(const void* source, void* result, uint32_t mask, uint16_t detail) {
  isa::RoundingScope scope(rounding_of(detail));
  nearest_row<float, double>(source, result, mask, detail);
}

// To an integral value of the same type.
template <class T, Rounding Mode>
[[gnu::flatten]] void integral_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<T, T>(source, result, mask, [](T x) { return isa::round_integral(x, Mode); });
}
template <class T>
void general_integral_row(const void* source, void* result, uint32_t mask, uint16_t detail) {
  const Rounding mode = rounding_of(detail);
  const isa::ConvertFlags flags = flags_of(detail);
  convert_row<T, T>(source, result, mask, [=](T x) {
    const T value = isa::round_integral(isa::flush_f32(x, flags.ftz), mode);
    return flags.sat ? isa::saturate(value) : value;
  });
}
void saturate_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<float, float>(source, result, mask, [](float x) { return isa::saturate(x); });
}

template <class T>
Conversion integral(uint16_t detail) {
  if ((detail & kConvertFlags) != 0) return kConversion<general_integral_row<T>>;
  switch (rounding_of(detail)) {
    case Rounding::Nearest: return kConversion<integral_row<T, Rounding::Nearest>>;
    case Rounding::Zero: return kConversion<integral_row<T, Rounding::Zero>>;
    case Rounding::Down: return kConversion<integral_row<T, Rounding::Down>>;
    case Rounding::Up: return kConversion<integral_row<T, Rounding::Up>>;
    default: return {};
  }
}

template <class To, class From>
Conversion between(uint16_t detail) {
  const bool modified = (detail & kConvertFlags) != 0;
  if (!modified && rounding_of(detail) == Rounding::Nearest)
    return kConversion<nearest_row<To, From>>;
  if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>)
    if (!modified) return kConversion<directed_row>;
  return kConversion<general_row<To, From>>;
}

}  // namespace

Conversion float_to_float(Type to, Type from, uint16_t detail) {
  if (rounding_of(detail) == Rounding::NearestAway) return {};
  if ((detail & kIntegral) != 0) {
    if (to != from) return {};
    return for_float(to, [&]<class T>() { return integral<T>(detail); });
  }
  if (to == Type::F32 && from == Type::F32 && (detail & kConvertFlags) == kSat)
    return kConversion<saturate_row>;
  return for_float(to, [&]<class To>() {
    return for_float(from, [&]<class From>() { return between<To, From>(detail); });
  });
}

}  // namespace heddle
