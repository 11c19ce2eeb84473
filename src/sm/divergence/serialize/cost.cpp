#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

void add_serialize_cost(const MachineConfig&, HardwareCost& cost) {
  cost.notes.emplace_back("The papers describe no structure for paths that never join again.");
}

}  // namespace heddle
