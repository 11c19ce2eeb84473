// The programs as narasiman2011 (section 4) and fung2007 (section 5) describe them: persistent
// threads, and no memory on chip but the cache and, for the former, 128 bytes per thread.
#include <gtest/gtest.h>

#include "effort.hpp"
#include "workload/measure.hpp"

namespace heddle::workload {
namespace {

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// No shared memory and no atomic operations: all data goes through the cache.
void expect_through_the_cache(const Entry& entry) {
  EXPECT_EQ(entry.ptx.find(".shared"), std::string_view::npos);
  EXPECT_EQ(entry.ptx.find("\tatom."), std::string_view::npos);
  EXPECT_EQ(entry.ptx.find("\tred."), std::string_view::npos);
}

/// Table 1 of narasiman2011: 128 bytes of private memory per thread.
TEST(WorkloadForms, SpmdProgramsNeedOnlyTheCacheAndPrivateMemory) {
  size_t programs = 0;
  for (const Entry& entry : workloads()) {
    if (!begins_with(entry.name, "spmd_")) continue;
    SCOPED_TRACE(entry.name);
    programs++;
    expect_through_the_cache(entry);
    Device device;
    for (const FunctionSummary& f :
         summarize(*device.load_text(std::string(entry.ptx)).program()).functions)
      EXPECT_LE(f.local_bytes, 128u);
  }
  EXPECT_EQ(programs, 12u) << "Table 2 of narasiman2011";
}

TEST(WorkloadForms, ProgramsOfFung2007NeedOnlyTheCache) {
  for (std::string_view name : {"cached_bitonic", "cached_matmul", "splash_fft", "splash_lu"}) {
    SCOPED_TRACE(name);
    expect_through_the_cache(require_workload(name));
  }
}

/// Whatever the number of threads, the result is right: shares of the input cover it.
TEST(WorkloadForms, SpmdProgramsAreRightWithAnyNumberOfThreads) {
  for (const Entry& entry : workloads()) {
    if (!begins_with(entry.name, "spmd_")) continue;
    for (std::string_view threads : {"threads=32", "threads=256", "threads=1024"}) {
      SCOPED_TRACE(fmt::format("{} {}", entry.name, threads));
      Device device;
      auto driver = make_driver(entry, device, {"tiny", {std::string(threads)}});
      driver->run();
      EXPECT_EQ(driver->verify(), "");
    }
  }
}

/// The program is one launch of 1024 threads, all of them on the core at once.
TEST_F(WorkloadProperties, SpmdThreadsPersist) {
  for (const Entry& entry : workloads()) {
    if (!begins_with(entry.name, "spmd_")) continue;
    SCOPED_TRACE(entry.name);
    auto kernels = measure(entry.name, {"tiny", {"threads=1024"}}, "narasiman2011");
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_EQ(kernels.begin()->second.launches, 1u);
    EXPECT_EQ(kernels.begin()->second.most_blocks, 1u);
  }
}

/// narasiman2011, section 5.1: large warps pack sub-warps of predicated instructions.
TEST(WorkloadForms, AssignmentsUnderAConditionAreGuardedMoves) {
  for (std::string_view name :
       {"spmd_aes", "spmd_blackjack", "spmd_hotspot", "spmd_needleman_wunsch", "spmd_viterbi"})
    EXPECT_NE(require_workload(name).ptx.find("@p mov.b32"), std::string_view::npos) << name;
}

/// fung2007: a thread of LU does all the work on a block of its own, so few of a warp work at once.
TEST_F(WorkloadProperties, ThreadsOfSplashLuWorkApart) {
  auto kernels = measure("splash_lu", {"tiny", {"tile=16"}});
  for (const auto& [name, kernel] : kernels) EXPECT_LT(kernel.simd_efficiency(), 0.2) << name;
}

/// With 30 numbers to a bucket on average, a third of the buckets do not fit in private memory.
TEST(WorkloadForms, SpmdBucketSortCopesWithLongBuckets) {
  Device device;
  auto driver = make_driver(require_workload("spmd_bucket_sort"), device,
                            {"tiny", {"threads=32", "n=31000"}});
  driver->run();
  EXPECT_EQ(driver->verify(), "");
}

}  // namespace
}  // namespace heddle::workload
