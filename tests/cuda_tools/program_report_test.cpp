#include <gtest/gtest.h>

#include "cuda_tools/program_run.hpp"

namespace heddle::cuda {
namespace {

TEST(ProgramReport, LabelsHaveNoParameters) {
  EXPECT_EQ(kernel_label("_Z4stepPjjj"), "step");
  EXPECT_EQ(kernel_label("plain"), "plain");
  EXPECT_EQ(kernel_label("_Z3redIfLi64EEvPT_i"), "red<float, 64>");
  // Of an unnamed namespace: those parentheses are part of the name.
  EXPECT_EQ(kernel_label("_ZN12_GLOBAL__N_14stepEi"), "(anonymous namespace)::step");
}

LaunchRecord launch(uint64_t number, const char* kernel, uint64_t instructions, bool timed) {
  LaunchRecord r;
  r.number = number;
  r.stats.kernel = kernel;
  r.counts.thread_instructions = instructions;
  r.timed = timed;
  r.cycles = timed ? 100 * number : 0;
  return r;
}

TEST(ProgramReport, TotalsAreByKernelInTheOrderOfTheirFirstLaunch) {
  Records records;
  records.launches = {launch(1, "b", 10, true), launch(2, "a", 5, false), launch(3, "b", 30, true),
                      launch(4, "b", 30, false)};
  const std::vector<KernelTotals> rows = kernel_totals(records);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "b");
  EXPECT_EQ(rows[0].launches, 3u);
  EXPECT_EQ(rows[0].timed, 2u);
  EXPECT_EQ(rows[0].cycles, 400u);
  EXPECT_EQ(rows[0].counts.thread_instructions, 70u);
  EXPECT_EQ(rows[0].largest_launch, 3u);  // the first of the largest
  EXPECT_EQ(rows[1].timed, 0u);
  EXPECT_EQ(rows[1].largest_launch, 2u);
}

}  // namespace
}  // namespace heddle::cuda
