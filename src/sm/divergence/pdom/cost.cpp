// The reconvergence stacks (fung2007, Figure 5). No paper says how many entries they have. They are
// sized here for the worst case, as that paper sizes its warp pool: each split_point sets at least
// one thread apart and leaves two entries more, so that n threads need 2 n - 1.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

void add_pdom_cost(const MachineConfig& config, HardwareCost& cost) {
  const CoreConfig& core = config.core;
  cost.structures.push_back(structure("Reconvergence stacks",
                                      uint64_t{core.max_warps} * (2 * core.warp - 1),
                                      {{"PC", 32}, {"reconvergence PC", 32}, {"mask", core.warp}}));
  cost.notes.emplace_back("Stacks are as deep as a warp whose threads all part can need.");
}

}  // namespace heddle
