// Frames of runs.
#include "query/frame.hpp"

#include <gtest/gtest.h>

namespace heddle::query {
namespace {

TEST(Frame, CellsOfCsvAreQuotedWhereNeeded) {
  EXPECT_EQ(csv_cell("plain"), "plain");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("say \"x\""), "\"say \"\"x\"\"\"");
}

}  // namespace
}  // namespace heddle::query
