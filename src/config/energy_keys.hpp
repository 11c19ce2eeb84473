// The coefficients of the power model: their keys and the sources of their values.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle {

struct EnergyCoefficient {
  std::string path;         // "energy.word_read"
  std::string_view source;  // of the default value, and the rule that derives it
};

/// In key order; contains every key below "energy.".
std::span<const EnergyCoefficient> energy_coefficients();

}  // namespace heddle
