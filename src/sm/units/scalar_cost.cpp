// The scalar datapath beside the lanes (lucas2015 §4.1): what it stores is its register file.
#include <fmt/format.h>

#include "config/machine.hpp"
#include "cost/cost.hpp"

namespace heddle {

void add_scalar_cost(const MachineConfig& config, HardwareCost& cost) {
  const UnitConfig& sp = config.core.units[static_cast<size_t>(Unit::Sp)];
  cost.structures.push_back(
      structure("Scalar register file", config.registers.scalar_registers, {{"register", 32}}));
  cost.notes.emplace_back(fmt::format(
      "Not in the table: {} scalar unit(s), and a broadcast network of 32 wires to each "
      "of {} lanes of the sp units.",
      config.core.units[static_cast<size_t>(Unit::Scalar)].count, uint64_t{sp.lanes} * sp.count));
}

}  // namespace heddle
