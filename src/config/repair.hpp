// Which other keys must change with those that were set: `core.warp=8` alone leaves lanes and warps
// that do not go with it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

/// KEY=VALUE settings that make a machine valid which is not, as few as are needed; keys of
/// `overrides` stay as they were set. Empty when none were found.
std::vector<std::string> find_repair(const MachineConfig& config,
                                     std::span<const std::string> overrides);

}  // namespace heddle
