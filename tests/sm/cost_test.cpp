// What mechanisms cost: fung2007's Table 1 and section 4.4 to the bit, and that it follows from the
// configuration.
#include "sm/cost.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "sm/core.hpp"

namespace heddle {
namespace {

MachineConfig machine(std::string_view arch, std::vector<std::string> settings = {}) {
  return load_machine("fung2007", arch, settings);
}

const StructureCost& find(const HardwareCost& cost, std::string_view name) {
  for (const StructureCost& s : cost.structures)
    if (s.name == name) return s;
  throw std::runtime_error("there is no structure " + std::string(name));
}

TEST(HardwareCosts, Fung2007Table1) {
  HardwareCost cost = hardware_cost(machine("dwf"));
  struct Line {
    const char* name;
    uint64_t entries;
    const char* content;
    uint64_t bits;
    double area;
  };
  constexpr Line kTable[] = {
      {"Warp update register", 2, "TID (8-bit) × 16, PC (32-bit), REQ (8-bit)", 336, 0.008},
      {"PC-warp LUT", 32, "PC (32-bit), OCC (16-bit), IDX (8-bit)", 1792, 0.189},
      {"Warp pool", 256, "TID (8-bit) × 16, PC (32-bit), schedule (8-bit)", 43008, 0.702},
      {"Warp allocator", 256, "IDX (8-bit)", 2048, 0.061},
      {"Issue logic (majority)", 32, "PC (32-bit), counter (8-bit)", 1280, 1.511},
  };
  ASSERT_EQ(cost.structures.size(), std::size(kTable));
  for (size_t n = 0; n < std::size(kTable); n++) {
    EXPECT_EQ(cost.structures[n].name, kTable[n].name);
    EXPECT_EQ(cost.structures[n].entries, kTable[n].entries);
    EXPECT_EQ(cost.structures[n].content, kTable[n].content);
    EXPECT_EQ(cost.structures[n].bits, kTable[n].bits);
    EXPECT_EQ(cost.structures[n].area, kTable[n].area);
  }
  EXPECT_EQ(cost.bits(), 48464u);
  EXPECT_NEAR(cost.area().value(), 2.471, 1e-9);
  // Section 4.4: 5.7085 mm² with one decoder, 16 × 0.3773 mm² with one each; 8 cores of 480 mm².
  EXPECT_NEAR(cost.changes.at(0).area.value(), 16 * 0.3773 - 5.7085, 1e-9);
  EXPECT_NEAR(cost.core_area().value(), 2.799, 0.0005);
  EXPECT_NEAR(cost.total_area().value(), 22.39, 0.005);
  EXPECT_NEAR(cost.chip_share().value(), 0.047, 0.0005);
}

TEST(HardwareCosts, BoundsAreNoProposals) {
  EXPECT_EQ(hardware_cost(machine("mimd")).bits(), std::nullopt);
  EXPECT_EQ(hardware_cost(load_machine("lucas2015", "tsimt_unlocked", {})).bits(), std::nullopt);
  EXPECT_TRUE(hardware_cost(load_machine("lucas2015", "tsimt", {})).bits().has_value());
}

TEST(HardwareCosts, FollowTheConfiguration) {
  // Twice the LUT: twice its bits and area; nothing else.
  HardwareCost cost = hardware_cost(machine("dwf", {"dwf.lut_entries=64"}));
  EXPECT_EQ(find(cost, "PC-warp LUT").bits, 2u * 1792);
  EXPECT_DOUBLE_EQ(find(cost, "PC-warp LUT").area.value(), 2 * 0.189);
  EXPECT_EQ(cost.bits(), 48464u + 1792);
  // A pool of 512: thread numbers and indices of 9 bits everywhere.
  cost = hardware_cost(machine("dwf", {"core.max_threads=512", "core.max_warps=32"}));
  EXPECT_EQ(find(cost, "Warp update register").bits, 2u * (9 * 16 + 32 + 8));
  EXPECT_EQ(find(cost, "PC-warp LUT").bits, 32u * (32 + 16 + 9));
  EXPECT_EQ(find(cost, "Warp pool").bits, 512u * (9 * 16 + 32 + 8));
  EXPECT_EQ(find(cost, "Warp allocator").bits, 512u * 9);
  EXPECT_EQ(find(cost, "Issue logic (majority)").bits, 1280u);
  // Narrower warps.
  cost = hardware_cost(machine(
      "dwf", {"core.warp=8", "core.lanes=8", "core.max_warps=32", "dwf.majority_entries=16"}));
  EXPECT_EQ(find(cost, "Warp pool").bits, 256u * (8 * 8 + 32 + 8));
  EXPECT_EQ(find(cost, "PC-warp LUT").bits, 32u * (32 + 8 + 8));
  EXPECT_EQ(find(cost, "Issue logic (majority)").bits, 640u);
  EXPECT_DOUBLE_EQ(find(cost, "Issue logic (majority)").area.value(), 1.511 / 2);
  // Half the registers: half the decoders' cost. Four cores: half the chip's.
  cost = hardware_cost(machine("dwf", {"registers.registers=4096", "sms=4"}));
  EXPECT_NEAR(cost.changes.at(0).area.value(), (16 * 0.3773 - 5.7085) / 2, 1e-9);
  EXPECT_NEAR(cost.chip_share().value(), 4 * (2.471 + 0.16415) / 480, 1e-9);
}

TEST(HardwareCosts, OnlyCountingPoliciesHaveATable) {
  for (const char* policy : {"oldest", "pdom-priority", "lowest-pc"}) {
    HardwareCost cost = hardware_cost(machine("dwf", {std::string("arch.schedule=") + policy}));
    EXPECT_EQ(cost.bits(), 48464u - 1280) << policy;
  }
  EXPECT_EQ(
      find(hardware_cost(machine("dwf", {"arch.schedule=minority"})), "Issue logic (minority)")
          .bits,
      1280u);
}

/// Without home lanes there is no OCC and no REQ, and what lies between lanes and banks has no
/// area.
TEST(HardwareCosts, OtherRegisterFiles) {
  for (const char* arch : {"dwf_ideal", "dwf_crossbar"}) {
    HardwareCost cost = hardware_cost(machine(arch));
    EXPECT_EQ(find(cost, "PC-warp LUT").content, "PC (32-bit), threads (5-bit), IDX (8-bit)");
    EXPECT_EQ(cost.bits(), 48464u - 2 * 3 - 32 * 11);
    EXPECT_TRUE(cost.area().has_value());
    EXPECT_FALSE(cost.core_area().has_value());
    EXPECT_FALSE(cost.chip_share().has_value());
  }
}

TEST(HardwareCosts, StacksAreSizedForTheWorstCase) {
  HardwareCost cost = hardware_cost(machine("pdom"));
  ASSERT_EQ(cost.structures.size(), 1u);
  EXPECT_EQ(cost.structures[0].entries, 16u * 31);
  EXPECT_EQ(cost.bits(), 16u * 31 * (32 + 32 + 16));
  EXPECT_FALSE(cost.area().has_value());
}

/// rhu2013 §6.5: 160 bits for an entry with two paths, 96 for one path; a shadow bit beside the
/// pending bit; two instruction buffers; one path bit.
TEST(HardwareCosts, Rhu2013Section65) {
  auto cost_of = [](std::string_view arch, std::vector<std::string> settings = {}) {
    return hardware_cost(load_machine("rhu2013", arch, settings));
  };
  HardwareCost single = cost_of("single_path"), dual = cost_of("dual_path");
  const StructureCost& stacks = find(dual, "Dual-path stacks");
  EXPECT_EQ(stacks.bits / stacks.entries, 160u);
  EXPECT_EQ(
      find(single, "Reconvergence stacks").bits / find(single, "Reconvergence stacks").entries,
      96u);
  EXPECT_EQ(find(single, "Scoreboards").bits, 48u * 6 * 7);
  EXPECT_EQ(find(dual, "Left and right scoreboards").bits, 48u * 2 * 6 * 8);
  ASSERT_EQ(dual.changes.size(), 2u);
  EXPECT_EQ(dual.changes[0].bits, 48u * 2 * 64);  // two instructions of 64 bits more per warp
  EXPECT_EQ(dual.changes[1].content, "path (1-bit)");
  EXPECT_EQ(cost_of("dual_path", {"arch.scoreboard_entries=4"}).bits().value() + 48u * 2 * 2 * 8,
            dual.bits());
  // A stack that software pops has no reconvergence PC; a constrained scheduler no second buffer.
  HardwareCost software = cost_of("dual_path_software");
  EXPECT_EQ(find(software, "Dual-path stacks").bits / 128, stacks.entries);
  EXPECT_EQ(cost_of("dual_path_constrained").changes[0].bits, 48u);
  EXPECT_EQ(find(cost_of("dws50"), "Warp-split tables").bits, 48u * 32 * 96);
}

TEST(HardwareCosts, EveryMechanismHasStructuresOrSaysWhyNot) {
  for (const ConfigInfo& arch : archs()) {
    HardwareCost cost = hardware_cost(machine(arch.name));
    EXPECT_TRUE(!cost.structures.empty() || !cost.notes.empty()) << arch.name;
    EXPECT_EQ(cost.cores, 8u);
  }
  MachineConfig nonsense = machine("dwf");
  nonsense.arch.divergence = "dwarf";
  EXPECT_THROW(hardware_cost(nonsense), UsageError);
}

}  // namespace
}  // namespace heddle
