// The hardware of large warps: narasiman2011, section 3.4, which counts what a core has besides the
// baseline's. One large warp is broken down at a time, from a copy of its active mask; a branch has
// a buffer for the mask of each of its two paths; and each thread has a bit for a sub-warp that has
// not completed. Masks and stacks replace those of the warps that a large one is made of.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

void add_large_warp_cost(const MachineConfig& config, HardwareCost& cost) {
  uint32_t size = config.large_warp.size;
  cost.structures.push_back(structure("Active mask to pack from", 1, {{"mask", size}}));
  cost.structures.push_back(structure("Active masks of a branch", 2, {{"mask", size}}));
  cost.structures.push_back(
      structure("Threads in flight", config.core.max_threads, {{"pending", 1}}));
  cost.changes.push_back({.name = "Register file",
                          .entries = config.core.lanes,
                          .content = "a decoder for each lane"});
  cost.notes.emplace_back(
      "A decoder per lane adds 11 to 18 % to the register file and 1.5 to 3 % to the chip "
      "(Jayasena et al.), or 18.7 % and 2.5 % (Fung et al.), as narasiman2011 quotes.");
  cost.notes.emplace_back(
      "Stacks and active masks are in place of those of warps, and not counted. One that is put "
      "aside for memory keeps its copy of the mask: the paper counts a single one.");
}

}  // namespace heddle
