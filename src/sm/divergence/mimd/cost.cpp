#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

void add_mimd_cost(const MachineConfig&, HardwareCost& cost) {
  cost.notes.emplace_back("An upper bound of performance, which nobody proposes to build.");
}

}  // namespace heddle
