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

TEST(Frame, FailedAndInterruptedRunsAreTold) {
  const std::vector<Metric> metrics = {parse_metric("cycles")};
  std::vector<Record> records(3);
  measure(records[0], {{"total", {{"cycles", 7}}}}, metrics);
  measure(records[1], {{"failure", "it fell"}, {"differs", {{"total", {{"cycles", 8}}}}}}, metrics);
  measure(records[2], nullptr, metrics);
  EXPECT_EQ(records[0].values[0], 7);
  EXPECT_TRUE(std::isnan(records[1].values[0]));
  EXPECT_EQ(records[1].failure, "it fell");
  EXPECT_EQ(records[2].failure, kNotRun);
  const std::string text = to_text(make_frame(records, metrics));
  EXPECT_NE(text.find("FAILED"), text.npos);
  EXPECT_NE(text.find("not run"), text.npos);
}

}  // namespace
}  // namespace heddle::query
