// The hardware of thread frontiers and of interweaving: brunie2012's Tables 3 and 4.
//
// Bits follow from the configuration. Areas are Table 4's (synthesised, scaled to 40 nm) per bit of
// the same structure: exact for the paper's machine, which has 24 warps of 64 and a cold table of
// 128 entries, an estimate for others. They replace the structures of a core with a stack
// and warps of 32 for the same threads.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

namespace {

constexpr uint32_t kPcBits = 32, kInstructionBits = 64, kRegisterBits = 8;
constexpr uint32_t kEntries = 6;  // per warp where the configuration has no limit
constexpr uint32_t kStackBlocks = 3, kBlockEntries = 4;  // section 5.2, per warp of the baseline

/// mm² of a structure with the content of one in Table 4, whose areas are in 1000 µm².
StructureCost with_area(StructureCost s, double table_area, uint64_t table_bits) {
  s.area = table_area / 1000 * (static_cast<double>(s.bits) / static_cast<double>(table_bits));
  return s;
}

bool looks_up_masks(const MachineConfig& config) { return config.arch.secondary == "best-fit"; }
uint64_t warps(const MachineConfig& config) { return config.core.max_threads / config.core.warp; }
uint32_t scoreboard_entries(const MachineConfig& config) {
  return config.arch.scoreboard_entries ? config.arch.scoreboard_entries : kEntries;
}

void add_replaced(const MachineConfig& config, HardwareCost& cost) {
  uint64_t warps = config.core.max_threads / 32;
  CostField pc{"PC", kPcBits}, mask{"mask", 32};
  auto add = [&](StructureCost s, double area, uint64_t bits) {
    cost.replaced.push_back(with_area(std::move(s), area, bits));
  };
  add(structure("Scoreboard", warps, {{"register", kRegisterBits, scoreboard_entries(config)}}),
      87.6, 2 * 24 * 48);
  add(structure("Warp pool", warps, {pc, mask}), 66.8, 2 * 24 * 64);
  add(structure("Stack", warps * kStackBlocks, {{"entry", kPcBits + 32, kBlockEntries}}), 584.4,
      144 * 256);
  add(structure("Instruction buffer", warps, {{"instruction", kInstructionBits}}), 52.8, 48 * 64);
}

}  // namespace

void add_frontier_cost(const MachineConfig& config, HardwareCost& cost) {
  uint32_t paths = config.frontier.paths, warp = config.core.warp;
  bool dual_ported = looks_up_masks(config);
  CostField pc{"CPC", kPcBits}, mask{"mask", warp}, valid{"valid", 1};
  CostField next{"next", index_bits(config.frontier.cold_entries)};
  auto add = [&](StructureCost s, double area, uint64_t bits) {
    cost.structures.push_back(with_area(std::move(s), area, bits));
  };
  if (paths == 2)
    add(structure("Hot context table", warps(config), {pc, mask, valid, pc, mask, valid, next}),
        88.8, 24 * 201);
  else
    add(structure("Hot context table", warps(config), {pc, mask, valid, next}), 43.8, 24 * 104);
  add(structure("Cold context table", config.frontier.cold_entries, {pc, mask, valid, next}), 480.8,
      128 * 104);
  StructureCost buffer =
      structure("Instruction buffer", warps(config) * paths, {{"instruction", kInstructionBits}});
  if (!dual_ported)
    add(std::move(buffer), 52.8, 48 * 64);
  else if (paths == 1)
    add(std::move(buffer), 33.4, 24 * 64);
  else
    add(std::move(buffer), 67.4, 48 * 64);
  if (config.arch.secondary != "none")
    cost.changes.push_back({.name = "Register file",
                            .entries = config.core.lanes,
                            .content = "segmented: two addresses per row of lanes",
                            .area = 0.570});
  if (dual_ported)
    cost.changes.push_back({.name = "Secondary scheduler",
                            .entries = 1,
                            .content = "associative look-up of masks",
                            .area = 0.0274});
  add_replaced(config, cost);
  cost.chip = {"Fermi SM, 40 nm", 15.6 * config.sms};
  cost.notes.emplace_back("Areas: brunie2012, Table 4, in proportion to the bits of Table 3.");
}

/// Section 3.4, Table 3: with two splits, an entry holds the destinations of two instructions and
/// two rows of a matrix; masks that are looked up by two schedulers are stored twice.
void add_matrix_cost(const MachineConfig& config, HardwareCost& cost) {
  uint64_t copies = looks_up_masks(config) ? 2 : 1;
  uint32_t entries = scoreboard_entries(config);
  bool pairs = config.arch.divergence == "frontier" && config.frontier.paths == 2;
  CostField number{"register", kRegisterBits, entries};
  StructureCost s = structure("Scoreboard", copies * warps(config), {number});
  if (pairs)
    s = structure("Scoreboard", copies * warps(config),
                  {{"registers", 2 * (kRegisterBits + 1), entries}, {"matrix", 6, entries}});
  cost.structures.push_back(
      with_area(std::move(s), pairs ? 65.6 : 87.6, pairs ? 24 * 144 : 2 * 24 * 48));
  if (config.arch.scoreboard_entries == 0)
    cost.notes.emplace_back(
        "Scoreboard: arch.scoreboard_entries is unlimited; 6 per warp are counted.");
}

}  // namespace heddle
