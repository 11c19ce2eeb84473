// A machine written out in full: every key, in the schema's order, so that loading it back gives
// the same machine and two results can be compared line by line.
#pragma once

#include <string>

#include "config/machine.hpp"

namespace heddle {

/// A preset that inherits nothing.
std::string effective_toml(const MachineConfig& config);

/// The same keys as nested objects, two spaces per level, without a line break at the end.
std::string effective_json(const MachineConfig& config);

/// docs/configuration.md: every key with its unit, limits, value in the default preset and
/// sentence.
std::string configuration_markdown();

}  // namespace heddle
