// rhu2013 Table 2: threads of both sides of some divergent branch have work to do.
#include "measure.hpp"

namespace heddle::workload {
namespace {

TEST(Interleavable, Laplace3d) {
  EXPECT_TRUE(measure("laplace3d", {"tiny"}, "rhu2013").at("jacobi").interleavable());
}

TEST(Interleavable, MummerPp) {
  EXPECT_TRUE(measure("mummer_pp", {"tiny"}, "rhu2013").at("match").interleavable());
}

}  // namespace
}  // namespace heddle::workload
