// narasiman2011, section 3.4: what large warps and two-level scheduling store.
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "sm/cost.hpp"

namespace heddle {
namespace {

HardwareCost cost_in_narasiman2011(std::string_view arch, std::vector<std::string> settings = {}) {
  return hardware_cost(load_machine("narasiman2011", arch, settings));
}

/// nara-bits: a copy of the active mask, one for each path of a branch, a bit per thread.
TEST(LargeWarpCost, Is224Bytes) {
  HardwareCost c = cost_in_narasiman2011("large_warp");
  ASSERT_EQ(c.structures.size(), 3u);
  EXPECT_EQ(c.structures[0].bits, 256u);
  EXPECT_EQ(c.structures[1].bits, 512u);
  EXPECT_EQ(c.structures[2].bits, 1024u);
  EXPECT_EQ(c.bits(), 224u * 8);
}

TEST(LargeWarpCost, FollowsTheConfiguration) {
  EXPECT_EQ(cost_in_narasiman2011("large_warp", {"large_warp.size=512"}).bits(), 3u * 512 + 1024);
  EXPECT_EQ(cost_in_narasiman2011("large_warp", {"core.max_threads=512"}).bits(), 3u * 256 + 512);
}

/// Two-level scheduling is logic alone.
TEST(LargeWarpCost, TwoLevelSchedulingStoresNothing) {
  EXPECT_EQ(cost_in_narasiman2011("large_warp_two_level").bits(),
            cost_in_narasiman2011("large_warp").bits());
  EXPECT_EQ(cost_in_narasiman2011("two_level").bits(), cost_in_narasiman2011("pdom").bits());
}

/// Four blocks of 256 threads: stacks of 511 entries.
TEST(LargeWarpCost, ThreadBlockCompactionHasAStackPerBlock) {
  HardwareCost c = cost_in_narasiman2011("tbc");
  EXPECT_EQ(c.structures[0].entries, 4u * 511);
  EXPECT_EQ(c.structures[0].bits, 4u * 511 * (32 + 32 + 256 + 4));
  EXPECT_EQ(c.structures[1].bits, 4u * 512);
  EXPECT_EQ(c.structures[2].bits, 32u * (32 + 32 + 3 * 32));
}

}  // namespace
}  // namespace heddle
