#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

void add_mimd_cost(const MachineConfig&, HardwareCost& cost) {
  cost.proposed = false;
  cost.notes.emplace_back("An upper bound of performance: every thread issues by itself.");
}

}  // namespace heddle
