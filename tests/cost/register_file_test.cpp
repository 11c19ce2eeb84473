// lucas2015, Table I.
#include "cost/register_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using testing::HasSubstr;

constexpr uint64_t kBytes = 65536;

TEST(RegisterFileArea, IsTableOneForASingleWideLane) {
  std::string text = register_file_table(register_file_area({1, 8, 8, kBytes}));
  EXPECT_EQ(text,
            "  Register file using a single 256-bit wide lane\n"
            "  component       width    size/ports    mm² each   number         mm²\n"
            "  SRAM          256-bit     8192 Byte      0.0296        8      0.2365\n"
            "  Crossbar      256-bit           8x8      2.0302        1      2.0302\n"
            "  total                                                         2.2667\n");
}

TEST(RegisterFileArea, IsTableOneForEightNarrowLanes) {
  std::string text = register_file_table(register_file_area({8, 1, 8, kBytes}));
  EXPECT_EQ(text,
            "  Register file using 8 independent 32-bit wide lanes\n"
            "  component       width    size/ports    mm² each   number         mm²\n"
            "  SRAM           32-bit     1024 Byte      0.0036       64      0.2279\n"
            "  Crossbar       32-bit           8x8      0.0333        8      0.2664\n"
            "  total                                                         0.4943\n");
}

TEST(RegisterFileArea, LiesInBetweenForWiderLanes) {
  double last = register_file_area({8, 1, 8, kBytes}).area();
  for (uint32_t words : {2u, 4u, 8u}) {
    double area = register_file_area({8 / words, words, 8, kBytes}).area();
    EXPECT_GT(area, last) << words;
    last = area;
  }
  EXPECT_NEAR(last, 2.2667, 1e-9);
}

TEST(RegisterFileArea, GoesWithBytesLanesAndPorts) {
  RegisterFileArea one = register_file_area({8, 1, 8, kBytes});
  RegisterFileArea big = register_file_area({16, 1, 16, 2 * kBytes});
  EXPECT_NEAR(big.components[0].area, 2 * one.components[0].area, 2e-6);
  EXPECT_NEAR(big.components[1].area, 2 * 4 * one.components[1].area, 1e-5);
  EXPECT_EQ(big.components[0].number, 256u);
}

}  // namespace
}  // namespace heddle
