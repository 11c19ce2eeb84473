// rhu2013 Table 2: threads of both sides of some divergent branch have work to do.
#include "effort.hpp"
#include "measure.hpp"

namespace heddle::workload {
namespace {

using Interleavable = LargeTest;

TEST_F(Interleavable, Laplace3d) {
  EXPECT_TRUE(measure("laplace3d", {"tiny"}, "rhu2013").at("jacobi").interleavable());
}

TEST_F(Interleavable, MummerPp) {
  EXPECT_TRUE(measure("mummer_pp", {"tiny"}, "rhu2013").at("match").interleavable());
}

}  // namespace
}  // namespace heddle::workload
