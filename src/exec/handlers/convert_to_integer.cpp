// cvt from a floating-point to an integer type.
#include "exec/handlers/convert_rows.hpp"
#include "isa/convert_fast.hpp"

namespace heddle {

namespace {

using isa::Rounding;

template <class To, class From>
void general_row(const void* source, void* result, uint32_t mask, uint16_t detail) {
  const Rounding mode = rounding_of(detail);
  const isa::ConvertFlags flags = flags_of(detail);
  convert_row<To, From>(source, result, mask,
                        [=](From x) { return isa::convert<To>(x, mode, flags); });
}

// Rounds towards zero, as in C: by far the most frequent case. Flushing a subnormal has no effect.
template <class To, class From>
[[gnu::flatten]] void truncate_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<To, From>(source, result, mask, [](From x) {
    if constexpr (std::is_same_v<From, float> && std::is_same_v<To, int32_t>)
      return isa::convert_rzi_s32(x);
    else if constexpr (std::is_same_v<From, float> && std::is_same_v<To, uint32_t>)
      return isa::convert_rzi_u32(x);
    else
      return isa::convert<To>(x, Rounding::Zero);
  });
}

}  // namespace

Conversion float_to_integer(Type to, Type from, uint16_t detail) {
  if (rounding_of(detail) == Rounding::NearestAway) return {};
  const bool truncates = rounding_of(detail) == Rounding::Zero;
  return for_convertible_integer(to, [&]<class To>() {
    return for_float(from, [&]<class From>() {
      return truncates ? kConversion<truncate_row<To, From>> : kConversion<general_row<To, From>>;
    });
  });
}

}  // namespace heddle
