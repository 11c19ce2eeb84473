// rhu2013 §2.3: dual-path execution "always matches the utilization and SIMD efficiency of the
// baseline": the same packets issue under `dual_path` and `pdom`, in another order.
#include <algorithm>

#include "effort.hpp"
#include "measure.hpp"

namespace heddle::workload {
namespace {

class DualPathUtilisation : public LargeTestWithParam<size_t> {};

/// Threads fetch work or places for results by atomics, so that who does what depends on when.
constexpr std::string_view kDependOnTiming[] = {"quick_sort"};

TEST_P(DualPathUtilisation, EqualsThatOfSinglePaths) {
  std::string name(workloads()[GetParam()].name);
  auto single = measure(name, {"tiny"}, "small", {"arch.divergence=pdom"});
  auto dual =
      measure(name, {"tiny"}, "small", {"arch.divergence=dual_path", "arch.dependence=per-path"});
  bool same_work = true;
  for (const auto& [kernel, pdom] : single)
    same_work &= dual.at(kernel).core().thread_instructions == pdom.core().thread_instructions;
  bool steered = std::ranges::find(kDependOnTiming, name) != std::end(kDependOnTiming);
  EXPECT_EQ(same_work, !steered);
  for (const auto& [kernel, pdom] : single) {
    SCOPED_TRACE(kernel);
    const CoreCounters &a = pdom.core(), &b = dual.at(kernel).core();
    EXPECT_EQ(a.schedulable_paths, a.warp_instructions);
    EXPECT_GE(b.schedulable_paths, b.warp_instructions);
    if (steered) continue;  // other work: nothing more to hold against each other
    EXPECT_EQ(b.warp_instructions, a.warp_instructions);
    EXPECT_TRUE(std::equal(a.occupancy.begin() + 1, a.occupancy.end(), b.occupancy.begin() + 1,
                           b.occupancy.end()));
    EXPECT_EQ(b.interleavable_branches, a.interleavable_branches);
    if (b.interleavable_branches == 0) {
      EXPECT_EQ(b.schedulable_paths, b.warp_instructions);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DualPathUtilisation, testing::Range(size_t{0}, workloads().size()),
                         [](const auto& chosen) {
                           return std::string(workloads()[chosen.param].name);
                         });

}  // namespace
}  // namespace heddle::workload
