// Launches that can never end are diagnosed without timing too, and no other launches are.
#include "exec/spin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"

namespace heddle::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// The error message of the run; "ended" if there is none.
std::string end_of(const std::string& body, uint32_t threads, uint32_t blocks = 1) {
  KernelRun run(KernelRun::kernel(body));
  run.limit = 400'000'000;
  std::string message = run.failure(threads, blocks);
  return message.empty() ? "ended" : message;
}

TEST(SpinRecord, FindsCyclesOfAnyLength) {
  for (uint64_t length : {1u, 2u, 3u, 7u, 100u}) {
    SpinRecord record;
    uint64_t jumps = 0;
    while (!record.spins() && jumps < 8 * length + 8) {
      uint64_t state = jumps < 5 ? 1000 + jumps : jumps % length;  // after five initial states
      record.jumped(LinkedPc(static_cast<uint32_t>(state % 2)), 0, state);
      jumps++;
    }
    EXPECT_TRUE(record.spins()) << length;
  }
  SpinRecord counts;
  for (uint64_t n = 0; n < 1000; n++) counts.jumped(LinkedPc{0}, 0, n);
  EXPECT_FALSE(counts.spins());
  SpinRecord descends;  // the same registers, but a greater call depth each time
  for (uint32_t n = 0; n < 1000; n++) descends.jumped(LinkedPc{0}, n, 0);
  EXPECT_FALSE(descends.spins());
}

TEST(Spin, OnAFlagThatNobodySets) {
  std::string what =
      end_of("L: ld.global.u32 %r1, [%out]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;", 64);
  EXPECT_THAT(
      what,
      AllOf(HasSubstr("kernel 'main': livelock: the threads that are not waiting spin forever:"),
            HasSubstr(" block (0, 0, 0), 64 live threads:"),
            HasSubstr("  warp 1: 32 threads at test.ptx:"),
            HasSubstr("spinning: the registers repeat in every iteration")));
}

/// Registers that change in every iteration are no progress where no path leads out of the loop.
TEST(Spin, InALoopWithoutAWayOut) {
  for (const char* body :
       {"L: add.u32 %r1, %r1, 1; bra L;",
        "L: add.u32 %r1, %r1, 1; setp.gt.u32 %p1, %r1, 7; @%p1 bra M; bra L; M: bra L;",
        "mov.u32 %r2, %tid.x; setp.gt.u32 %p1, %r2, 7; @%p1 bra END;\n"
        "L: add.u32 %r1, %r1, 1; bar.warp.sync 0xff; bra L; END: bar.sync 0;"})
    EXPECT_THAT(end_of(body, 32),
                AllOf(HasSubstr("livelock"), HasSubstr("no path leads out of this loop")))
        << body;
}

/// A path may lead out backwards, and a fault or a trap ends a kernel as well.
TEST(NoSpin, WhereAPathLeadsOut) {
  EXPECT_EQ(end_of("bra M; E: bra F; L: add.u32 %r1, %r1, 1; setp.gt.u32 %p1, %r1, 900000;\n"
                   "@%p1 bra E; bra L; M: bra L; F:",
                   32),
            "ended");
  EXPECT_THAT(end_of("L: st.global.u32 [%out], %r1; add.u64 %out, %out, 4; bra L;", 1),
              HasSubstr("store"));
  EXPECT_THAT(end_of("L: add.u32 %r1, %r1, 1; setp.gt.u32 %p1, %r1, 90000; @%p1 trap; bra L;", 1),
              HasSubstr("trap"));
}

TEST(Spin, WithADelayLoopInside) {
  std::string what = end_of(
      "L: mov.u32 %r1, 30; D: sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra D;\n"
      "ld.global.u32 %r2, [%out]; setp.eq.u32 %p1, %r2, 0; @%p1 bra L;",
      1);
  EXPECT_THAT(what, HasSubstr("livelock"));
}

TEST(Spin, OfThreadsThatOthersAwaitAtABarrier) {
  std::string what = end_of(
      "setp.lt.u32 %p1, %tid, 40; @%p1 bra DONE;\n"
      "L: ld.global.u32 %r1, [%out]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;\n"
      "DONE: bar.sync 0;",
      64);
  EXPECT_THAT(what, AllOf(HasSubstr("livelock"),
                          HasSubstr("waiting at barrier 0: 40 of 64 threads have arrived"),
                          HasSubstr("24 threads at test.ptx:"), HasSubstr("spinning: ")));
}

/// Threads that spin around a barrier are released repeatedly.
TEST(Spin, AroundABarrier) {
  std::string what =
      end_of("L: bar.sync 0; ld.global.u32 %r1, [%out]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;", 96);
  EXPECT_THAT(what, HasSubstr("livelock"));
}

TEST(Spin, OfAllBlocks) {
  std::string what =
      end_of("L: ld.global.u32 %r1, [%out]; setp.eq.u32 %p1, %r1, 0; @%p1 bra L;", 32, 3);
  EXPECT_THAT(what, AllOf(HasSubstr(" block (0, 0, 0)"), HasSubstr(" block (2, 0, 0)")));
}

TEST(NoSpin, ALongComputation) {
  EXPECT_EQ(end_of("mov.u32 %r1, 9000000; L: sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0;\n"
                   "@%p1 bra L;",
                   1),
            "ended");
}

TEST(NoSpin, WaitingForTheClock) {
  // The register with the time is overwritten before the jump.
  EXPECT_EQ(end_of("L: mov.u64 %rd1, %clock64; setp.lt.u64 %p1, %rd1, 30000000;\n"
                   "mov.u64 %rd1, 0; @%p1 bra L;",
                   1),
            "ended");
}

/// Block 0 spins for as long as block 1 computes.
TEST(NoSpin, WaitingForAnotherBlock) {
  EXPECT_EQ(end_of("mov.u32 %r5, %ctaid.x; setp.eq.u32 %p1, %r5, 0; @%p1 bra WAIT;\n"
                   "mov.u32 %r1, 12000000; L: sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0;\n"
                   "@%p1 bra L; st.global.u32 [%out], 1; bra DONE;\n"
                   "WAIT: ld.global.u32 %r2, [%out]; setp.eq.u32 %p1, %r2, 0; @%p1 bra WAIT;\n"
                   "DONE:",
                   1, 2),
            "ended");
}

TEST(Progress, IsReportedOfLongLaunches) {
  KernelRun run(
      KernelRun::kernel("mov.u32 %r1, 4000000; L: sub.u32 %r1, %r1, 1;\n"
                        "setp.ne.u32 %p1, %r1, 0; @%p1 bra L;"));
  run.limit = 100'000'000;
  uint64_t reports = 0, last = 0;
  run.progress = [&](const Progress& p) {
    reports++;
    EXPECT_EQ(p.kernel, "main");
    EXPECT_EQ(p.blocks, 2u);
    EXPECT_GE(p.thread_instructions, last);
    last = p.thread_instructions;
  };
  run.run(1, 2);
  EXPECT_GE(reports, 3u);
  EXPECT_GT(last, 0u);
}

}  // namespace
}  // namespace heddle::test
