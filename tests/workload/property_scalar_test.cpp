// lucas2015 §5.8 and §5.9: how much of a kernel is the same for all threads.
#include "effort.hpp"
#include "measure.hpp"

namespace heddle::workload {
namespace {

using Libor = LargeTest;

TEST_F(Libor, IsHalfScalar) {
  auto kernels = measure("libor", {"tiny"}, "lucas2015");
  EXPECT_GE(kernels.at("value_only").uniform_share(), 0.5);
}

using Idct = LargeTest;

TEST_F(Idct, IsHardlyScalar) {
  auto kernels = measure("idct", {"tiny"}, "lucas2015");
  EXPECT_LT(kernels.at("idct_4x4").uniform_share(), 0.15);
  EXPECT_LT(kernels.at("idct_8x8").uniform_share(), 0.15);
}

}  // namespace
}  // namespace heddle::workload
