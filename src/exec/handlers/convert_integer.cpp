// cvt among the integer types.
#include <utility>

#include "exec/handlers/convert_rows.hpp"

namespace heddle {

namespace {

template <class To, class From>
void truncate_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<To, From>(source, result, mask, [](From x) { return isa::convert<To>(x); });
}
template <class To, class From>
void clamp_row(const void* source, void* result, uint32_t mask, uint16_t) {
  convert_row<To, From>(source, result, mask, [](From x) { return isa::clamp_to<To>(x); });
}

// The bits of an extended value depend only on the signedness of the narrower type, those of a
// truncated value on no signedness.
template <class To, class From>
constexpr Conversion plain() {
  using U = std::make_unsigned_t<To>;
  using V = std::conditional_t<(sizeof(To) > sizeof(From)), From, std::make_unsigned_t<From>>;
  return kConversion<truncate_row<U, V>>;
}

template <class To, class From>
constexpr bool kFits = std::in_range<To>(std::numeric_limits<From>::min()) &&
                       std::in_range<To>(std::numeric_limits<From>::max());

template <class To, class From>
Conversion by_saturation(bool sat) {
  if constexpr (!kFits<To, From>)
    if (sat) return kConversion<clamp_row<To, From>>;
  return plain<To, From>();
}

}  // namespace

Conversion integer_to_integer(Type to, Type from, uint16_t detail) {
  const bool sat = (detail & kSat) != 0;
  return for_convertible_integer(to, [&]<class To>() {
    return for_convertible_integer(from,
                                   [&]<class From>() { return by_saturation<To, From>(sat); });
  });
}

}  // namespace heddle
