// cvt from an integer to a floating-point type.
#include "exec/handlers/convert_rows.hpp"
#include "isa/convert_fast.hpp"

namespace heddle {

namespace {

template <class To, class From>
void general_row(const void* source, void* result, uint32_t mask, uint16_t detail) {
  const isa::Rounding mode = rounding_of(detail);
  const isa::ConvertFlags flags = flags_of(detail);
  convert_row<To, From>(source, result, mask,
                        [=](From x) { return isa::convert<To>(x, mode, flags); });
}

template <class To, class From>
void nearest_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<To, From>(source, result, mask, isa::convert_ambient<To, From>);
}
template <class To, class From>
void directed_row(const void* source, void* result, uint32_t mask, uint16_t detail) {
  isa::RoundingScope scope(rounding_of(detail));
  nearest_row<To, From>(source, result, mask, detail);
}

}  // namespace

Conversion integer_to_float(Type to, Type from, uint16_t detail) {
  const isa::Rounding mode = rounding_of(detail);
  if ((detail & kIntegral) != 0 || mode == isa::Rounding::NearestAway) return {};
  const bool modified = (detail & kConvertFlags) != 0;
  return for_float(to, [&]<class To>() {
    return for_convertible_integer(from, [&]<class From>() {
      if constexpr (std::floating_point<To> && sizeof(From) <= 4)
        if (!modified)
          return mode == isa::Rounding::Nearest ? kConversion<nearest_row<To, From>>
                                                : kConversion<directed_row<To, From>>;
      return kConversion<general_row<To, From>>;
    });
  });
}

}  // namespace heddle
