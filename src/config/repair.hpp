// Finds the other keys that must change with the keys a user set: `core.warp=8` alone leaves lanes
// and warps that do not fit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

/// A minimal list of KEY=VALUE settings that makes an invalid machine valid, without changing the
/// keys of `overrides`. Empty if none is found.
std::vector<std::string> find_repair(const MachineConfig& config,
                                     std::span<const std::string> overrides);

}  // namespace heddle
