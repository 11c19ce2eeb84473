// lucas2015 §5.3: both kernels are among the five with a SIMD efficiency below 50 %.
#include "effort.hpp"
#include "measure.hpp"

namespace heddle::workload {
namespace {

using Mummer = LargeTest;

TEST_F(Mummer, LeavesMostLanesIdle) {
  auto kernels = measure("mummer", {"tiny", {"reference=4000", "reads=200"}}, "lucas2015");
  EXPECT_LT(kernels.at("match").simd_efficiency(), 0.5);
  EXPECT_LT(kernels.at("list_positions").simd_efficiency(), 0.5);
}

}  // namespace
}  // namespace heddle::workload
