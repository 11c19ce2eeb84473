// The hardware of dual-path execution (rhu2013 §6.5): stack entries with two paths and one
// reconvergence PC, 160 bits in place of 96 with warps of 32; instruction buffers for two paths;
// and the path bit of every instruction in flight. Its scoreboard is the dependence's
// (dependence/per_path_cost.cpp).
//
// Stacks are sized for the worst case, as those of single paths are: each split_point sets at least
// one thread apart and leaves one entry more, so that n threads need n. The paper's programs needed
// 7 entries, and 11 of single paths; the statistic `deepest_stack` says what others need.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

namespace {
/// As many as issue during the longest latency of a unit. Loads that have left the core, whose bit
/// waits with their entry of an MSHR, are not among them.
uint64_t in_flight(const CoreConfig& core) {
  uint64_t most = 0;
  for (const OpTiming& t : core.timing) most = most < t.latency ? t.latency : most;
  return uint64_t{core.schedulers} * core.issue_per_scheduler * most;
}
}  // namespace

void add_dual_path_cost(const MachineConfig& config, HardwareCost& cost) {
  const CoreConfig& core = config.core;
  CostField paths{"PC, mask", 32 + core.warp, 2};
  uint64_t entries = uint64_t{core.max_warps} * core.warp;
  // A stack that software pops needs no reconvergence PC.
  cost.structures.push_back(
      config.dual_path.software_stack
          ? structure("Dual-path stacks", entries, {paths})
          : structure("Dual-path stacks", entries, {paths, {"reconvergence PC", 32}}));
  uint32_t instruction = config.fetch.instruction_bytes * 8;
  if (config.dual_path.scheduler_entries == 2)
    cost.changes.push_back(structure("Instruction buffers of second paths",
                                     uint64_t{core.max_warps} * config.fetch.buffer,
                                     {{"instruction", instruction}}));
  else
    cost.changes.push_back(structure("Path to schedule", core.max_warps, {{"path", 1}}));
  cost.changes.push_back(structure("Instructions in flight", in_flight(core), {{"path", 1}}));
  cost.notes.emplace_back("Stacks are as deep as a warp whose threads all part can need.");
  cost.notes.emplace_back(
      "Instructions in flight: as many as issue during the longest latency of a unit; loads that "
      "have left the core are not counted.");
}

}  // namespace heddle
