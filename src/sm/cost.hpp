// What the mechanisms of a machine cost in hardware: the sum over the seams that store something.
#pragma once

#include "config/machine.hpp"
#include "cost/cost.hpp"

namespace heddle {

/// Throws UsageError for a mechanism or a scheduler that does not exist.
HardwareCost hardware_cost(const MachineConfig& config);

}  // namespace heddle
