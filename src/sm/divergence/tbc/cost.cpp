// The hardware of thread block compaction. narasiman2011 compares with it and gives no numbers:
// here are the stacks, one per block, as deep as those of warps are taken to be (2 n - 1 entries
// for n threads), and which thread of its lane each warp has.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

void add_tbc_cost(const MachineConfig& config, HardwareCost& cost) {
  const CoreConfig& core = config.core;
  uint32_t block = config.tbc.block, rows = block / core.warp;
  uint64_t blocks = (core.max_threads + block - 1) / block;
  cost.structures.push_back(structure(
      "Reconvergence stacks", blocks * (2 * block - 1),
      {{"PC", 32}, {"reconvergence PC", 32}, {"mask", block}, {"warps", index_bits(rows + 1)}}));
  cost.structures.push_back(structure("Active masks of a branch", blocks * 2, {{"mask", block}}));
  cost.structures.push_back(structure(
      "Warps", core.max_warps,
      {{"PC", 32}, {"valid", 1, core.warp}, {"thread of its lane", index_bits(rows), core.warp}}));
  cost.changes.push_back(
      {.name = "Register file", .entries = core.lanes, .content = "a decoder for each lane"});
  cost.notes.emplace_back("Stacks are as deep as a block whose threads all part can need.");
}

}  // namespace heddle
