// The PTX spellings of this folder's enumerations, for decoding modifiers and for messages.
#pragma once

#include <optional>
#include <string_view>

#include "isa/bits.hpp"
#include "isa/compare.hpp"
#include "isa/float.hpp"
#include "isa/rounding.hpp"

namespace heddle::isa {

std::string_view name(Rounding value);
std::string_view name(Compare value);
std::string_view name(FloatTest value);
std::string_view name(Permute value);

// Without the leading dot; empty if the text names no value of the enumeration. The integral
// roundings (rni rzi rmi rpi) parse to the mode of the same letters.
std::optional<Rounding> parse_rounding(std::string_view text);
std::optional<Compare> parse_compare(std::string_view text);
std::optional<FloatTest> parse_float_test(std::string_view text);
std::optional<Permute> parse_permute(std::string_view text);

}  // namespace heddle::isa
