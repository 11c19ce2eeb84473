// lucas2015 Table II: blocks of 16 threads, so half of each warp is missing. §5.8: no kernel has a
// higher share of scalar instructions than the first one.
#include "effort.hpp"
#include "measure.hpp"

namespace heddle::workload {
namespace {

using Gaussian = LargeTest;

TEST_F(Gaussian, FillsHalfAWarpAndIsMuchScalar) {
  auto kernels = measure("gaussian", {"tiny"}, "lucas2015");
  EXPECT_LE(kernels.at("eliminate").simd_efficiency(), 0.5);
  EXPECT_GT(kernels.at("multipliers").uniform_share(), 0.4);
}

}  // namespace
}  // namespace heddle::workload
