// rhu2013 Table 2: what has a divergent branch with work on both sides, and what has not. lucas2015
// sections 5.3 and 5.8: what fills few lanes, and what fills them all with values of their own.
#include <gtest/gtest.h>

#include "program/inspect/report.hpp"
#include "workload/observed.hpp"

namespace heddle::workload {
namespace {

TEST(WorkloadProperties, BothSidesOfSomeBranchHaveWork) {
  EXPECT_TRUE(Observed("quick_sort")["partition"].interleavable());
  EXPECT_TRUE(Observed("stencil3d").only().interleavable());
  EXPECT_TRUE(Observed("ray").only().interleavable());
  EXPECT_TRUE(Observed("mcml").only().interleavable());
}

TEST(WorkloadProperties, BranchesAreIfsWithoutElse) {
  Observed bfs("bfs_frontier");
  EXPECT_FALSE(bfs.only().interleavable());
  EXPECT_GE(bfs.only().diverged(false), 3u);
  EXPECT_LT(bfs.only().efficiency(), 0.4);  // the paper: 32 %
  EXPECT_FALSE(Observed("pathfinder").only().interleavable());
  EXPECT_FALSE(Observed("dxtc").only().interleavable());
}

TEST(WorkloadProperties, WarpsShareNeighboursInWarpCentricSearch) {
  EXPECT_GT(Observed("bfs_warp_centric").only().efficiency(),
            2 * Observed("bfs_warp_centric", {"width=1", "chunk=1"}).only().efficiency());
}

TEST(WorkloadProperties, VisibilityLeavesMostLanesIdle) {
  EXPECT_LT(Observed("visibility").only().efficiency(), 0.5);
}

TEST(WorkloadProperties, StoreHashIsCoherentAndHardlyScalar) {
  Observed observed("store_hash");
  EXPECT_GT(observed.only().efficiency(), 0.95);
  Device device;
  auto program = device.load_text(std::string(require_workload("store_hash").ptx)).program();
  FunctionReport code = make_report(*program).functions.at(0);
  EXPECT_LT(code.uniform_values * 30, code.values);
}

}  // namespace
}  // namespace heddle::workload
