// brunie2012, Tables 3 and 4: what thread frontiers and interweaving store, for 24 warps of 64.
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "sm/cost.hpp"

namespace heddle {
namespace {

HardwareCost cost_in_brunie2012(std::string_view arch,
                                std::vector<std::string> settings = {"core.max_threads=1536"}) {
  return hardware_cost(load_machine("brunie2012", arch, settings));
}
/// Bits of Table 3, and areas of Table 4 in 1000 µm².
void expect(const StructureCost& s, const char* name, uint64_t bits, double area) {
  EXPECT_EQ(s.name, name);
  EXPECT_EQ(s.bits, bits) << name;
  EXPECT_NEAR(s.area.value() * 1000, area, 1e-9) << name;
}
void expect_overhead(const HardwareCost& c, double total, double overhead, double share) {
  double all = c.area().value();
  for (const StructureCost& s : c.changes) all += s.area.value();
  EXPECT_NEAR(all * 1000, total, 0.05);
  EXPECT_NEAR(c.core_area().value() * 1000, overhead, 0.05);
  EXPECT_NEAR(c.chip_share().value() * 100, share, 0.05);
}

TEST(FrontierCost, TheBaselineThatIsReplaced) {
  HardwareCost c = cost_in_brunie2012("sbi");
  ASSERT_EQ(c.replaced.size(), 4u);
  expect(c.replaced[0], "Scoreboard", 2 * 24 * 48, 87.6);
  expect(c.replaced[1], "Warp pool", 2 * 24 * 64, 66.8);
  expect(c.replaced[2], "Stack", 144 * 256, 584.4);
  expect(c.replaced[3], "Instruction buffer", 48 * 64, 52.8);
}

TEST(FrontierCost, SimultaneousBranchInterweaving) {
  HardwareCost c = cost_in_brunie2012("sbi");
  ASSERT_EQ(c.structures.size(), 4u);
  expect(c.structures[0], "Hot context table", 24 * 201, 88.8);
  expect(c.structures[1], "Cold context table", 128 * 104, 480.8);
  expect(c.structures[2], "Instruction buffer", 48 * 64, 52.8);
  expect(c.structures[3], "Scoreboard", 24 * 144, 65.6);
  expect_overhead(c, 1258, 466.4, 3.0);
}

TEST(FrontierCost, SimultaneousWarpInterweaving) {
  HardwareCost c = cost_in_brunie2012("swi");
  expect(c.structures[0], "Hot context table", 24 * 104, 43.8);
  expect(c.structures[1], "Cold context table", 128 * 104, 480.8);
  expect(c.structures[2], "Instruction buffer", 24 * 64, 33.4);
  expect(c.structures[3], "Scoreboard", 2 * 24 * 48, 87.6);
  expect_overhead(c, 1243, 451.4, 2.9);
}

TEST(FrontierCost, Both) {
  HardwareCost c = cost_in_brunie2012("sbi_swi");
  expect(c.structures[0], "Hot context table", 24 * 201, 88.8);
  expect(c.structures[2], "Instruction buffer", 48 * 64, 67.4);
  expect(c.structures[3], "Scoreboard", 24 * 288, 131.2);
  expect_overhead(c, 1365.6, 574, 3.7);
}

TEST(FrontierCost, FollowsTheConfiguration) {
  EXPECT_EQ(cost_in_brunie2012("sbi", {}).structures[0].bits, 16u * 201);
  EXPECT_EQ(cost_in_brunie2012("sbi", {"frontier.cold_entries=64"}).structures[1].bits, 64u * 103);
  EXPECT_EQ(cost_in_brunie2012("sbi", {"arch.scoreboard_entries=8"}).structures[3].bits,
            16u * 8 * 24);
}

}  // namespace
}  // namespace heddle
