// The coefficients of the power model: which keys they are, and where their values come from.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle {

struct EnergyCoefficient {
  std::string path;         // "energy.word_read"
  std::string_view source;  // of its default, and the rule by which it follows
};

/// In the order of the keys; every key below "energy." is there.
std::span<const EnergyCoefficient> energy_coefficients();

}  // namespace heddle
