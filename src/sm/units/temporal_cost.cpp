// What temporal lanes cost (lucas2015 §3.8): an instruction and a mask register for each, and a
// register file of another shape, whose bits are the same.
#include "config/machine.hpp"
#include "cost/cost.hpp"
#include "sm/units/temporal_lanes.hpp"

namespace heddle {

void add_temporal_cost(const MachineConfig& config, HardwareCost& cost) {
  if (!config.arch.lane_lock) {
    cost.proposed = false;
    cost.notes.emplace_back(
        "An upper bound of performance: warps run in lanes that do not have their registers.");
  }
  const UnitConfig& sp = config.core.units[static_cast<size_t>(Unit::Sp)];
  uint32_t wide = sp.lanes * sp.count;
  uint32_t lanes = TemporalLanes::lane_count(config);
  cost.structures.push_back(
      structure("Lane registers", lanes,
                {{"instruction", config.fetch.instruction_bytes * 8}, {"mask", config.core.warp}}));
  uint32_t banks = config.registers.banks == 0 ? 8 : config.registers.banks;
  uint64_t bytes = uint64_t{config.registers.registers} * 4;
  cost.files = {register_file_area({lanes, config.arch.bundle, banks, bytes}),
                register_file_area({1, wide, banks, bytes})};
  cost.notes.emplace_back(
      "Register files: lucas2015, Table I (40 nm, CACTI 6.5); between its two widths areas go by "
      "the power of the width that joins them.");
}

}  // namespace heddle
