// Refuses descriptions of memories that cannot be built, with a sentence that names the keys.
#pragma once

#include "config/machine.hpp"

namespace heddle {

/// Throws UsageError.
void check_memory(const MachineConfig& config);

}  // namespace heddle
