// lucas2015 §5.4: a block of 84 threads is two full warps and one of 20 threads, and the kernel
// needs so many registers that a core holds at most two blocks.
#include "effort.hpp"
#include "measure.hpp"

namespace heddle::workload {
namespace {

using DiscontinuousGalerkin = LargeTest;

TEST_F(DiscontinuousGalerkin, HasPartialWarpsAndManyRegisters) {
  auto kernels = measure("discontinuous_galerkin", {"tiny", {"elements=5"}}, "lucas2015",
                         {"sms=1", "memory.model=fixed"});
  EXPECT_NEAR(kernels.at("volume").simd_efficiency(), 84.0 / 96, 1e-3);
  EXPECT_EQ(kernels.at("volume").most_blocks, 2u);
  EXPECT_LT(kernels.at("surface").simd_efficiency(), 0.9);
  EXPECT_GT(kernels.at("volume").code.units, 2 * kernels.at("surface").code.units);
}

// What flows through faces the wrong way round makes fields grow until no two computations agree;
// kernel and reference would be wrong alike.
TEST_F(DiscontinuousGalerkin, IsStable) {
  Device device;
  auto driver = make_driver(require_workload("discontinuous_galerkin"), device,
                            {"tiny", {"elements=6", "stages=150"}});
  driver->run();
  EXPECT_EQ(driver->verify(), "");
}

}  // namespace
}  // namespace heddle::workload
