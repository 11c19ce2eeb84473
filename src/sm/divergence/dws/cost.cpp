// The hardware of dynamic warp subdivision (rhu2013 §2.2): the stacks of single paths, and a
// warp-split table. The paper models a table, a scoreboard and a scheduler without limits, so the
// table is sized for a warp whose threads are all apart; scoreboard and scheduler are not counted.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

CostAdder add_pdom_cost;

void add_dws_cost(const MachineConfig& config, HardwareCost& cost) {
  const CoreConfig& core = config.core;
  add_pdom_cost(config, cost);
  cost.structures.push_back(structure("Warp-split tables", uint64_t{core.max_warps} * core.warp,
                                      {{"PC", 32}, {"reconvergence PC", 32}, {"mask", core.warp}}));
  cost.notes.emplace_back(
      "Warp-split tables have an entry for each thread; scoreboard and scheduler are ideal, and "
      "not "
      "counted.");
}

}  // namespace heddle
