// narasiman2011 section 5.1: four benchmarks branch a lot and have what they need on chip. In the
// baseline, few cycles issue nothing, but many issue for a part of the lanes only.
#include <gtest/gtest.h>

#include "effort.hpp"
#include "workload/measure.hpp"

namespace heddle::workload {
namespace {

void expect_branchy(const MeasuredKernel& kernel) {
  EXPECT_GT(kernel.share(Cause::Issued), 0.9);
  EXPECT_LT(kernel.share(Cause::Memory), 0.05);
  EXPECT_LT(kernel.simd_efficiency(), 0.7);
  EXPECT_GT(kernel.core().divergent_branches * 8, kernel.core().branches);
}

/// On the machine of the paper, filled with its 1024 threads.
auto on_baseline(std::string_view name, std::vector<std::string> parameters) {
  return measure(name, {"tiny", std::move(parameters)}, "narasiman2011");
}

TEST_F(WorkloadProperties, BlackjackIsBranchyAndOnChip) {
  expect_branchy(
      on_baseline("blackjack", {"threads=1024", "games=8", "block=512"}).at("blackjack"));
}

TEST_F(WorkloadProperties, ViterbiIsBranchyAndOnChip) {
  expect_branchy(on_baseline("viterbi", {"threads=1024", "block=1024"}).at("viterbi"));
}

TEST_F(WorkloadProperties, KmeansIsBranchyAndOnChip) {
  auto kernels = on_baseline(
      "kmeans", {"points=8192", "clusters=32", "iterations=2", "blocks=2", "block=512"});
  expect_branchy(kernels.at("assign"));
  const CacheCounters& l1 = kernels.at("assign").total.memory.l1;
  EXPECT_LT(l1.read_misses * 10, l1.reads);
}

TEST_F(WorkloadProperties, BucketSortIsBranchyAndOnChip) {
  auto kernels = on_baseline("bucket_sort", {"n=16384", "buckets=4", "tile=4096", "block=512"});
  expect_branchy(kernels.at("sort_buckets"));
}

}  // namespace
}  // namespace heddle::workload
