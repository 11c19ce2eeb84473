// rhu2013 Table 2: what has a divergent branch with work on both sides, and what has not. lucas2015
// sections 5.3 and 5.8: what fills few lanes, and what fills them all with values of their own.
#include <gtest/gtest.h>

#include "effort.hpp"
#include "workload/measure.hpp"

namespace heddle::workload {
namespace {

TEST_F(WorkloadProperties, BothSidesOfSomeBranchHaveWork) {
  EXPECT_TRUE(measure("quick_sort").at("partition").interleavable());
  EXPECT_TRUE(measure_only("stencil3d").interleavable());
  EXPECT_TRUE(measure_only("ray").interleavable());
  EXPECT_TRUE(measure_only("mcml").interleavable());
}

TEST_F(WorkloadProperties, BranchesAreIfsWithoutElse) {
  MeasuredKernel bfs = measure_only("bfs_frontier");
  EXPECT_FALSE(bfs.interleavable());
  EXPECT_GE(bfs.diverged(false), 3u);
  EXPECT_LT(bfs.simd_efficiency(), 0.4);  // the paper: 32 %
  EXPECT_FALSE(measure_only("pathfinder").interleavable());
  EXPECT_FALSE(measure_only("dxtc").interleavable());
  for (const char* name : {"needleman_wunsch", "hotspot", "backprop"}) {
    size_t one_sided = 0;
    for (const auto& [kernel, seen] : measure(name)) {
      EXPECT_FALSE(seen.interleavable()) << name << ' ' << kernel;
      one_sided += seen.diverged(false);
    }
    EXPECT_GE(one_sided, 1u) << name << " diverges";
  }
}

TEST_F(WorkloadProperties, WarpsShareNeighboursInWarpCentricSearch) {
  EXPECT_GT(measure_only("bfs_warp_centric").simd_efficiency(),
            2 * measure_only("bfs_warp_centric", {"width=1", "chunk=1"}).simd_efficiency());
}

TEST_F(WorkloadProperties, VisibilityLeavesMostLanesIdle) {
  EXPECT_LT(measure_only("visibility").simd_efficiency(), 0.5);
}

TEST_F(WorkloadProperties, StoreHashIsCoherentAndHardlyScalar) {
  MeasuredKernel k = measure_only("store_hash", {"first_block=64"});  // no partial warps
  EXPECT_GT(k.simd_efficiency(), 0.95);
  EXPECT_LT(k.uniform_share(), 1.0 / 30);
}

}  // namespace
}  // namespace heddle::workload
