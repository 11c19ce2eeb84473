// Where a paper names the property that makes a workload interesting, the workload has it.
#include <gtest/gtest.h>

#include <algorithm>

#include "effort.hpp"
#include "workload/branch_sides.hpp"
#include "workload/measure.hpp"

namespace heddle::workload {
namespace {

/// Threads that go the rarer way.
double minority(const BranchCounters& b) {
  return static_cast<double>(std::min(b.taken, b.not_taken)) /
         static_cast<double>(b.taken + b.not_taken);
}

TEST_F(WorkloadProperties, BlackScholesHasShortRareBranchesBeforeAFence) {
  MeasuredKernel k = measure_only("black_scholes");
  const FunctionAnalysis& a = *k.analysis;
  size_t all =
      instructions_of(a, std::vector<uint32_t>(a.loops().order().begin(), a.loops().order().end()));
  size_t rare = 0;
  for (const BranchSummary& branch : k.code.branches) {
    const BranchCounters* b = k.counted(branch);
    if (!b || b->diverged == 0 || minority(*b) >= 0.1) continue;
    SCOPED_TRACE(branch.text);
    auto side = side_of(a, Pc{branch.pc}, b->taken < b->not_taken);
    EXPECT_LE(instructions_of(a, side) * 10, all);
    EXPECT_FALSE(has_loop(a, Pc{branch.pc}, side));
    EXPECT_TRUE(barrier_follows(a, Pc{branch.pc}));
    rare += !side.empty() && minority(*b) > 0;
  }
  EXPECT_GE(rare, 3u);
  EXPECT_GT(k.core().barriers, 0u);
  EXPECT_GT(k.simd_efficiency(), 0.85);
}

TEST_F(WorkloadProperties, BfsHasIfsWithoutElse) {
  auto kernels = measure("bfs");
  const MeasuredKernel& expand = kernels.at("expand");
  EXPECT_GE(expand.diverged(false), 3u);
  EXPECT_FALSE(expand.interleavable());
  EXPECT_FALSE(kernels.at("advance").interleavable());
  EXPECT_LT(expand.simd_efficiency(), 0.5);
  EXPECT_GT(expand.idle_share(), 0.7);  // it waits for memory
}

TEST_F(WorkloadProperties, LudHalvesAWarpWithLoopsOnBothSides) {
  auto kernels = measure("lud");
  const MeasuredKernel& perimeter = kernels.at("perimeter");
  EXPECT_GE(perimeter.diverged(true), 3u);
  EXPECT_FALSE(kernels.at("internal").interleavable());
  EXPECT_EQ(kernels.at("internal").core().divergent_branches, 0u);
  const FunctionAnalysis& a = *perimeter.analysis;
  size_t halving = 0;  // branches that always cut a warp in halves, with a loop for each
  for (const BranchSummary& branch : perimeter.code.branches) {
    const BranchCounters* b = perimeter.counted(branch);
    if (!b || b->diverged == 0 || b->diverged < b->executed || b->taken != b->not_taken) continue;
    Pc pc{branch.pc};
    halving += has_loop(a, pc, side_of(a, pc, true)) && has_loop(a, pc, side_of(a, pc, false));
  }
  EXPECT_EQ(halving, 3u) << "to load, to solve and to store";
  EXPECT_LT(kernels.at("diagonal").simd_efficiency(), 0.5);
}

TEST_F(WorkloadProperties, Fig7DivergesInEveryIteration) {
  MeasuredKernel k = measure_only("fig7");
  bool found = false;
  for (const BranchCounters& b : k.branches)
    found = found || (b.diverged * 10 > b.executed * 9 && std::abs(minority(b) - 0.5) < 0.04);
  EXPECT_TRUE(found);
  EXPECT_FALSE(k.interleavable());
}

TEST_F(WorkloadProperties, ActiveThreadsFollowTheirMask) {
  for (auto [mask, share] : {std::pair{"0xffffffff", 1.0}, {"0x0000ffff", 0.5}, {"0x1", 0.03125}}) {
    MeasuredKernel k =
        measure_only("active_threads", {fmt::format("mask={}", mask), "iterations=512"});
    EXPECT_NEAR(k.simd_efficiency(), share, 0.04) << mask;
  }
}

TEST_F(WorkloadProperties, RegularOnesDoNotDiverge) {
  for (const char* name : {"matmul", "fast_walsh", "transpose"}) {
    for (const auto& [kernel, seen] : measure(name)) {
      EXPECT_EQ(seen.core().divergent_branches, 0u) << kernel;
      EXPECT_GT(seen.simd_efficiency(), 0.85) << kernel;
    }
  }
}

TEST_F(WorkloadProperties, MandelbrotMeetsAtBarriersInItsLoop) {
  MeasuredKernel k = measure_only("mandelbrot");
  EXPECT_GE(k.core().barriers, 3 * k.core().blocks);
  EXPECT_GT(k.core().divergent_branches, 0u);
}

TEST_F(WorkloadProperties, NeedlemanWunschHasPartialWarps) {
  auto kernels = measure("needleman_wunsch");
  EXPECT_LT(kernels.at("upper_left").simd_efficiency(), 0.5);
  EXPECT_LT(kernels.at("lower_right").simd_efficiency(), 0.5);
}

TEST_F(WorkloadProperties, HmmerIsFullOfDataDependentBranches) {
  MeasuredKernel k = measure_only("hmmer");
  auto divergent = std::ranges::count_if(k.branches, [](const auto& b) { return b.diverged > 0; });
  EXPECT_GE(divergent, 7);
  EXPECT_LT(k.simd_efficiency(), 0.7);
}

TEST_F(WorkloadProperties, LbmDivergesButWaitsForMemory) {
  MeasuredKernel k = measure_only("lbm", {"width=256", "height=32"});
  EXPECT_TRUE(k.interleavable());
  EXPECT_GT(k.share(Cause::Memory) + k.share(Cause::StructuralLsu), 0.4);
}

TEST_F(WorkloadProperties, TheTableMakersDilemmaDefeatsTheStack) {
  for (const char* name : {"tmd1", "tmd2"}) {
    MeasuredKernel k = measure_only(name);
    EXPECT_LT(k.simd_efficiency(), 0.3) << name;
    EXPECT_GT(k.core().deepest_stack, 4u) << name;
    EXPECT_GE(k.analysis->loops().loops().size(), 4u) << name;
  }
}

/// lucas2015 §5.2: parallelism within a warp keeps a spatial core busy with one of them.
TEST_F(WorkloadProperties, IndependentChainsOfOneWarpIssueTwiceAsOften) {
  auto ipc = [](std::vector<std::string> parameters) {
    MeasuredKernel kernel = measure_only("active_threads", std::move(parameters));
    return static_cast<double>(kernel.core().warp_instructions) /
           static_cast<double>(kernel.core().cycles);
  };
  double dependent = ipc({"blocks=1", "warps=1", "iterations=512"});
  EXPECT_GT(ipc({"blocks=1", "warps=1", "iterations=64", "independent=1"}), 2 * dependent);
}

/// What a layout says is wrong, but for blocks that only jump on.
size_t layout_issues_of(const FunctionAnalysis& a) {
  return static_cast<size_t>(std::ranges::count_if(a.layout(), [&](const LayoutIssue& issue) {
    auto only_jumps = [&](uint32_t b) { return a.cfg[b].first == a.cfg[b].last; };
    return !(issue.kind == LayoutIssue::Kind::BlockInsideLoop && only_jumps(issue.to)) &&
           !(issue.kind == LayoutIssue::Kind::BackwardEdge && only_jumps(issue.from));
  }));
}

/// brunie2012, section 4: compilers lay code out in the order of thread frontiers; one kernel is
/// not.
TEST_F(WorkloadProperties, OnlyTmd1IsLaidOutAgainstFrontierOrder) {
  for (const Entry& entry : workloads()) {
    // A loop that is unrolled for any number of iterations may have its remainder behind it.
    if (entry.name.starts_with("unrolled_")) continue;
    Device device;
    Module module = device.load_text(std::string(entry.ptx));
    size_t issues = 0;
    for (const std::string& kernel : module.kernels())
      issues +=
          layout_issues_of(*analyse(*module.program(), *module.program()->find_function(kernel)));
    if (entry.name == "tmd1")
      EXPECT_GT(issues, 0u);
    else
      EXPECT_EQ(issues, 0u) << entry.name << ": heddle inspect tells where";
  }
}

}  // namespace
}  // namespace heddle::workload
