// Combinations of values that no machine can have. Each rule is a sentence that names the keys, the
// values found and what would be right; all that are broken are reported together. Seams add
// their own when the machine is built, since only they know their variants.
#pragma once

#include <string>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

/// One sentence for each broken rule; empty when the machine can be built.
std::vector<std::string> validate(const MachineConfig& config);

/// Throws UsageError with all of them.
void require_valid(const MachineConfig& config);

}  // namespace heddle
