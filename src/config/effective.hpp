// Writes a machine in full: every key, in schema order, so that loading the text gives the same
// machine and two results can be compared line by line.
#pragma once

#include <string>

#include "config/machine.hpp"

namespace heddle {

/// As a preset that inherits nothing.
std::string effective_toml(const MachineConfig& config);

/// The same keys as nested objects, two spaces per level, without a trailing newline.
std::string effective_json(const MachineConfig& config);

/// docs/configuration.md: every key with its value in the default preset, unit, limits and
/// description.
std::string configuration_markdown();

}  // namespace heddle
