// The scoreboards of rhu2013 §6.5. The paper does not give the layout of an entry; assumed is a
// small associative memory for each warp and path, whose entry holds a register number and a
// pending bit, and, where a warp has two paths, a shadow bit: with 64 registers per thread (Fermi)
// the shadow bit adds 1 to 7 bits, 14 %, with 256 (Kepler) 1 to 9, 11 %. The paper's 7 % are 1 to
// 14: 256 registers, and a warp number of five bits in every entry.
#include "config/machine.hpp"
#include "cost/cost.hpp"

namespace heddle {

namespace {
constexpr uint32_t kRegisters = 64;  // per thread, Fermi
constexpr uint32_t kEntries = 6;     // per warp where the configuration has no limit (brunie2012)
}  // namespace

void add_per_path_cost(const MachineConfig& config, HardwareCost& cost) {
  bool dual = config.arch.divergence == "dual_path";
  uint64_t entries = uint64_t{config.core.max_warps} *
                     (config.arch.scoreboard_entries ? config.arch.scoreboard_entries : kEntries);
  CostField number{"register", index_bits(kRegisters)}, pending{"pending", 1}, shadow{"shadow", 1};
  cost.structures.push_back(
      dual ? structure("Left and right scoreboards", 2 * entries, {number, pending, shadow})
           : structure("Scoreboards", entries, {number, pending}));
  if (config.arch.scoreboard_entries == 0)
    cost.notes.emplace_back(
        "Scoreboards: arch.scoreboard_entries is unlimited; 6 per warp and path are counted.");
  cost.notes.emplace_back(
      "Scoreboards: an entry is assumed to hold one of 64 register numbers, and bits.");
}

}  // namespace heddle
