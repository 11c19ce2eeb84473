// The replay of traces issues the same instructions as the timed core.
#include "limit/replay.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "config/load.hpp"
#include "effort.hpp"
#include "gpu/timed_engine.hpp"
#include "limit/capture.hpp"
#include "limit/kernel_entry.hpp"

namespace heddle::limit {
namespace {

/// Runs all launches of a workload on an engine; returns the number of thread instructions.
uint64_t run_on(std::shared_ptr<Engine> engine, const workload::Entry& entry) {
  DeviceOptions options;
  options.engine = std::move(engine);
  Device device(options);
  auto driver = workload::make_driver(entry, device, {"tiny"});
  driver->run();
  EXPECT_EQ(driver->verify(), "") << entry.name;
  return device.totals().thread_instructions;
}

struct Issued {
  uint64_t by_warps = 0, by_threads = 0;
};

Issued replayed(const workload::Entry& entry, uint32_t warp) {
  Issued sum;
  auto replay = [&](const LaunchTrace& trace) {
    for (WarpTrace w : warps_of(trace, warp)) sum.by_warps += replay_pdom(trace, w, 1000).issued;
  };
  CaptureLimits everything{.threads = 1 << 24};
  sum.by_threads = run_on(std::make_shared<TracingEngine>(everything, replay), entry);
  return sum;
}

Issued simulated(const workload::Entry& entry, uint32_t warp) {
  std::vector<std::string> overrides{
      fmt::format("core.warp={}", warp), fmt::format("core.lanes={}", warp),
      fmt::format("core.max_warps={}", 1536 / warp), "memory.model=ideal"};
  auto engine = std::make_shared<TimedEngine>(load_machine("small", "pdom", overrides),
                                              MachineOptions{.check = true, .progress = {}});
  Issued sum;
  sum.by_threads = run_on(engine, entry);
  for (const LaunchResult& launch : engine->results())
    for (const Counters& sm : launch.sms) sum.by_warps += sm.core.warp_instructions;
  return sum;
}

/// Control flow depends on which thread accesses a memory location first, so it differs between
/// timed and functional runs.
const std::set<std::string_view> kRaces{"bfs_frontier", "bfs_warp_centric", "bucket_sort",
                                        "histogram", "quick_sort"};

const std::set<std::string_view> kInQuickRuns{"fast_walsh", "fdtd3d", "fft", "fig7"};

class ReplayOfWorkload : public testing::TestWithParam<size_t> {};

TEST_P(ReplayOfWorkload, IssuesWhatTheCoreIssues) {
  if (quick_effort() && !kInQuickRuns.contains(workload::workloads()[GetParam()].name))
    GTEST_SKIP() << kTooLarge;
  const workload::Entry& entry = workload::workloads()[GetParam()];
  for (uint32_t warp : {16u, 64u}) {
    Issued core = simulated(entry, warp), replay = replayed(entry, warp);
    if (kRaces.contains(entry.name)) {
      EXPECT_NE(core.by_threads, replay.by_threads) << "it does not race: hold it to the core";
      return;
    }
    EXPECT_EQ(replay.by_threads, core.by_threads);
    EXPECT_EQ(replay.by_warps, core.by_warps) << "warps of " << warp;
  }
}

INSTANTIATE_TEST_SUITE_P(Limit, ReplayOfWorkload,
                         testing::Range(size_t{0}, workload::workloads().size()),
                         [](const auto& chosen) {
                           return std::string(workload::workloads()[chosen.param].name);
                         });

TEST(Replay, CallsAndRecursionGoAsInTheCore) {
  // Threads enter at different points, recurse to different depths and have two exits.
  std::string function = R"(
.func (.param .b32 result) dive(.param .b32 n)
{
  .reg .b32 %a<8>; .reg .pred %q<3>;
  ld.param.b32 %a1, [n];
  setp.le.u32 %q1, %a1, 1;
  @%q1 bra BASE;
  sub.u32 %a2, %a1, 1;
  call (%a3), dive, (%a2);
  and.b32 %a4, %a3, 1;
  setp.eq.u32 %q2, %a4, 0;
  add.u32 %a3, %a3, 1;
  @%q2 bra MORE;
  st.param.b32 [result], %a3;
  ret;
MORE: add.u32 %a3, %a3, 2; st.param.b32 [result], %a3; ret;
BASE: mov.u32 %a3, 1; st.param.b32 [result], %a3; ret;
}
)";
  std::string body = R"(
  and.b32 %r1, %tid, 7;
  setp.gt.u32 %p1, %r1, 5;
  @%p1 bra OTHER;
  call (%r2), dive, (%r1);
  bra JOIN;
OTHER: call (%r2), dive, (%odd);
  @%p1 exit;
JOIN: st.global.u32 [%slot], %r2;
)";
  std::string ptx = kernel_text(body, function);
  workload::Entry entry = entry_of(ptx);
  for (uint32_t warp : {8u, 16u, 32u, 64u})
    EXPECT_EQ(replayed(entry, warp).by_warps, simulated(entry, warp).by_warps) << warp;
}

/// The trace of a kernel's first warp of 16 threads.
Replay replay_of(const std::string& ptx, uint32_t longest, LaunchTrace* out = nullptr) {
  Replay replay;
  auto take = [&](const LaunchTrace& trace) {
    replay = replay_pdom(trace, warps_of(trace, 16).front(), longest);
    if (out) *out = trace;
  };
  run_on(std::make_shared<TracingEngine>(CaptureLimits{}, take), entry_of(ptx));
  return replay;
}

TEST(Replay, PiecesEndAtBarriersAndTogetherAreEverything) {
  std::string turn = "setp.eq.u32 %p1, %odd, 0; @%p1 bra L{0}; add.u32 %r1, %r1, 1; L{0}:\n";
  std::string body;
  for (int n = 0; n < 3; n++) body += fmt::format(fmt::runtime(turn), n) + "bar.sync 0;\n";
  LaunchTrace trace;
  Replay replay = replay_of(kernel_text(body), 1000, &trace);
  EXPECT_FALSE(replay.capped);
  ASSERT_EQ(replay.pieces.size(), 4u);
  // An even thread executes the branch and the barrier; an odd one executes one more block.
  for (size_t n = 0; n < 3; n++) {
    EXPECT_EQ(replay.pieces[n].end[0], 2 * (n + 1));
    EXPECT_EQ(replay.pieces[n].end[1], 3 * (n + 1));
  }
  uint64_t sum = 0;
  for (const Piece& p : replay.pieces) sum += p.issued;
  EXPECT_EQ(sum, replay.issued);
  for (size_t t = 0; t < 16; t++)
    EXPECT_EQ(replay.pieces.back().end[t], trace.threads[t].steps.size());
}

TEST(Replay, ThreadsThatExitedAreNotWaitedFor) {
  // Half of the warp exits; the others synchronise three times.
  Replay replay = replay_of(
      kernel_text("setp.eq.u32 %p1, %odd, 1;\n@%p1 exit;\nbar.sync 0;\nbar.sync 0;\nbar.sync 0;"),
      1000);
  EXPECT_EQ(replay.pieces.size(), 4u);
}

TEST(Replay, ThreadsThatMeetWithoutTheWarpCutNothing) {
  Replay replay =
      replay_of(kernel_text("setp.eq.u32 %p1, %odd, 1;\n@%p1 bra ON;\nbar.warp.sync 0x55555555;\n"
                            "ON: mov.u32 %r1, 0;"),
                1000);
  EXPECT_EQ(replay.pieces.size(), 1u);
}

TEST(Replay, PiecesAreNoLongerThanAsked) {
  Replay replay = replay_of(kernel_text("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\n"
                                        "setp.le.u32 %p1, %r1, %tid;\n@%p1 bra L;"),
                            3);
  EXPECT_TRUE(replay.capped);
  Positions begin(16, 0);
  for (const Piece& p : replay.pieces) {
    for (size_t t = 0; t < 16; t++) {
      EXPECT_GE(p.end[t], begin[t]);
      EXPECT_LE(p.end[t] - begin[t], 3u);
    }
    begin = p.end;
  }
}

TEST(Capture, KeepsNoMoreStepsThanAsked) {
  LaunchTrace trace;
  auto take = [&](const LaunchTrace& t) { trace = t; };
  run_on(std::make_shared<TracingEngine>(CaptureLimits{.threads = 20, .steps = 5}, take),
         entry_of(kernel_text("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\n"
                              "setp.le.u32 %p1, %r1, %tid;\n@%p1 bra L;\nmov.u32 %r1, 0;")));
  ASSERT_EQ(trace.threads.size(), 20u);
  for (size_t t = 0; t < 20; t++) {
    // Before the loop; the loop, thread number plus one times; the end.
    EXPECT_EQ(trace.threads[t].steps.size(), std::min<size_t>(t + 3, 5));
    EXPECT_EQ(trace.threads[t].cut, t + 3 > 5);
  }
  EXPECT_GT(replay_pdom(trace, warps_of(trace, 16)[0], 100).issued, 0u);
}

}  // namespace
}  // namespace heddle::limit
