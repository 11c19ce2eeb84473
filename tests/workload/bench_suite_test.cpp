// The workloads of `heddle bench` give right results, in the expected number of thread
// instructions.
#include "workload/bench_suite.hpp"

#include <gtest/gtest.h>

#include "effort.hpp"

namespace heddle::workload {
namespace {

class BenchSuiteTest : public testing::TestWithParam<std::string> {};

TEST_P(BenchSuiteTest, ResultsAndCountsAreRight) {
  if (quick_effort() && GetParam() != "vecadd") GTEST_SKIP() << kTooLarge;
  const BenchEntry& entry = require_bench_entry(GetParam());
  Device device;
  for (int i = 0; i < 2; i++) {
    auto driver = make_driver(entry, device);
    DeviceTotals before = device.totals();
    driver->run();
    DeviceTotals counts = device.totals() - before;
    EXPECT_EQ(driver->verify(), "");
    if (entry.name == "bfs") {  // threads that find a node at the same time execute three more
      uint64_t most = std::max(counts.thread_instructions, entry.thread_instructions);
      uint64_t least = std::min(counts.thread_instructions, entry.thread_instructions);
      EXPECT_EQ((most - least) % 3, 0u);
      EXPECT_LT(most - least, 30'000u);
    } else {
      EXPECT_EQ(counts.thread_instructions, entry.thread_instructions);
    }
    EXPECT_EQ(counts.launches, entry.launches);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BenchSuiteTest,
                         testing::Values("vecadd", "mandel", "bfs", "matmul", "hotspot"),
                         [](const auto& chosen) { return chosen.param; });

TEST(BenchSuite, WrongResultsAreFound) {
  for (const BenchEntry& entry : bench_suite()) {
    Device device;
    EXPECT_NE(make_driver(entry, device)->verify(), "") << entry.name;  // before it has run
  }
}

TEST(BenchSuite, RecordedFiguresAgree) {
  for (const BenchEntry& entry : bench_suite()) {
    const BenchFigures& f = entry.peer_timed;
    EXPECT_NEAR(f.per_second * f.cpu_seconds / static_cast<double>(f.thread_instructions), 1, 0.01)
        << entry.name;
    EXPECT_GT(entry.peer_functional.per_second, f.per_second) << entry.name;
  }
}

TEST(BenchSuite, UnknownNamesAreRefused) {
  EXPECT_THROW(require_bench_entry("quicksort"), UsageError);
}

}  // namespace
}  // namespace heddle::workload
