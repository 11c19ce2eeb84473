// Threads that wait for each other: all variants of block barriers, warp operations reached on
// different paths, exits that reduce the number of expected threads, and the diagnosis of
// deadlocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"

namespace heddle::test {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

std::vector<uint32_t> head(const std::vector<uint32_t>& v, size_t n) {
  return {v.begin(), v.begin() + n};
}

TEST(Barrier, MakesWritesOfAllWarpsVisible) {
  auto out = run_body(
      "mov.u64 %rd1, buf; add.u64 %rd2, %rd1, 0; mul.wide.u32 %rd3, %tid, 4; add.u64 %rd2, %rd1, "
      "%rd3;\n"
      "st.shared.u32 [%rd2], %tid;\n"
      "bar.sync 0;\n"
      "xor.b32 %r1, %tid, 127; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd2, %rd1, %rd3;\n"
      "ld.shared.u32 %r2, [%rd2]; st.global.u32 [%slot], %r2;",
      128, ".shared .align 4 .b8 buf[512];");
  for (uint32_t t = 0; t < 128; t++) EXPECT_EQ(out[t], t ^ 127);
}

TEST(Barrier, ReducesOverAllThreads) {
  auto out = run_body(
      "and.b32 %r1, %tid, 3; setp.eq.u32 %p1, %r1, 0;\n"
      "bar.red.popc.u32 %r2, 0, %p1; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, !%p1;\n"
      "selp.u32 %r3, 100, 0, %p2; selp.u32 %r4, 1000, 0, %p3; add.u32 %r2, %r2, %r3; add.u32 %r2, "
      "%r2, %r4;\n"
      "st.global.u32 [%slot], %r2;",
      96);
  EXPECT_THAT(head(out, 96), Each(24 + 1000));
}

TEST(Barrier, CountsOnlyLiveThreads) {
  auto out = run_body(
      "setp.ge.u32 %p1, %tid, 40; @%p1 exit;\n"
      "bar.sync 0; mov.u32 %r1, 7; st.global.u32 [%slot], %r1;",
      64);
  EXPECT_THAT(head(out, 40), Each(7));
  EXPECT_EQ(out[40], 0u);
}

TEST(Barrier, ProducersArriveAndConsumersWait) {
  // Warp 0 produces and does not wait; warp 1 waits for both.
  auto out = run_body(
      "setp.ge.u32 %p1, %tid, 32; mov.u64 %rd1, buf; mul.wide.u32 %rd2, %tid, 4; add.u64 %rd1, "
      "%rd1, %rd2;\n"
      "@%p1 bra CONSUME;\n"
      "add.u32 %r1, %tid, 500; st.shared.u32 [%rd1], %r1; bar.arrive 1, 64; bra DONE;\n"
      "CONSUME: bar.sync 1, 64; ld.shared.u32 %r2, [%rd1+-128]; st.global.u32 [%slot], %r2;\n"
      "DONE:",
      64, ".shared .align 4 .b8 buf[512];");
  for (uint32_t t = 32; t < 64; t++) EXPECT_EQ(out[t], 500 + t - 32);
}

TEST(Barrier, HalvesMayUseDifferentBarriers) {
  auto out = run_body(
      "shr.u32 %r1, %tid, 6; add.u32 %r1, %r1, 2; bar.sync %r1, 64; mov.u32 %r2, 3;\n"
      "st.global.u32 [%slot], %r2;",
      128);
  EXPECT_THAT(head(out, 128), Each(3));
}

TEST(Barrier, SkippedByHalfABlockIsDiagnosed) {
  std::string message = fail_body(
      "setp.ge.u32 %p1, %tid, 32; @%p1 bra SKIP; bar.sync 0; bra DONE;\n"
      "SKIP: bar.sync 1; DONE:",
      64);
  EXPECT_THAT(message, HasSubstr("deadlock: every thread is waiting"));
  EXPECT_THAT(message, HasSubstr("barrier 0: 32 of 64 threads have arrived"));
  EXPECT_THAT(message, HasSubstr("barrier 1: 32 of 64 threads have arrived"));
  EXPECT_THAT(message, HasSubstr("bar.sync 0"));
}

TEST(Barrier, WrongNumberAndCountAreErrors) {
  EXPECT_THAT(fail_body("mov.u32 %r1, 16; bar.sync %r1;"), HasSubstr("barrier 16 does not exist"));
  EXPECT_THAT(fail_body("mov.u32 %r1, 33; bar.sync 0, %r1;"), HasSubstr("not a multiple of 32"));
}

TEST(Barrier, ErrorsNameTheBarrier) {
  EXPECT_THAT(fail_body("mov.u32 %r1, 33; bar.sync 0, %r1;\nst.global.u32 [%slot], %tid;"),
              HasSubstr(": bar.sync 0"));
}

TEST(WarpSync, MeetsOnDifferentPaths) {
  // Two copies of one shuffle, as created by a compiler's tail duplication.
  auto out = run_body(
      "and.b32 %r1, %tid, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra EVEN;\n"
      "shfl.sync.bfly.b32 %r2, %tid, 1, 31, -1; bra DONE;\n"
      "EVEN: add.u32 %r3, %tid, 100; shfl.sync.bfly.b32 %r2, %r3, 1, 31, -1;\n"
      "DONE: st.global.u32 [%slot], %r2;");
  for (uint32_t t = 0; t < 32; t++) EXPECT_EQ(out[t], t % 2 == 0 ? t + 1 : t - 1 + 100);
}

TEST(WarpSync, DisjointMasksAreIndependent) {
  auto out = run_body(
      "setp.lt.u32 %p1, %tid, 16; selp.b32 %r1, 0x0000ffff, 0xffff0000, %p1;\n"
      "and.b32 %r2, %tid, 3; setp.eq.u32 %p2, %r2, 0; vote.sync.ballot.b32 %r3, %p2, %r1;\n"
      "st.global.u32 [%slot], %r3;");
  EXPECT_EQ(out[3], 0x00001111u);
  EXPECT_EQ(out[20], 0x11110000u);
}

TEST(WarpSync, ExitedThreadsNoLongerCount) {
  auto out = run_body(
      "setp.ge.u32 %p1, %tid, 10; @%p1 exit;\n"
      "setp.ge.u32 %p2, %tid, 0; vote.sync.ballot.b32 %r1, %p2, -1; st.global.u32 [%slot], %r1;");
  EXPECT_EQ(out[0], 0x3ffu);
}

TEST(WarpSync, ExitReleasesThoseWhoWait) {
  // Threads 0-15 wait for the whole warp; the others exit later, on another path.
  auto out = run_body(
      "setp.lt.u32 %p1, %tid, 16; @%p1 bra WAIT;\n"
      "mov.u32 %r5, 50; LOOP: sub.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra LOOP; exit;\n"
      "WAIT: bar.warp.sync -1; mov.u32 %r6, 9; st.global.u32 [%slot], %r6;");
  EXPECT_EQ(out[0], 9u);
  EXPECT_EQ(out[15], 9u);
}

TEST(WarpSync, ThreadOutsideItsOwnMaskIsAnError) {
  EXPECT_THAT(fail_body("bar.warp.sync 0x0000ffff;"),
              HasSubstr("not in its own member mask 0x0000ffff"));
}

TEST(WarpSync, MissingThreadsAreDiagnosed) {
  std::string message = fail_body(
      "setp.lt.u32 %p1, %tid, 16; @%p1 bra A; bar.sync 0; bra DONE; A: bar.warp.sync -1; DONE:");
  EXPECT_THAT(message, HasSubstr("waiting for threads 0xffff0000 of its warp"));
}

TEST(WarpSync, MatchReduxAndElect) {
  auto out = run_body(
      "and.b32 %r1, %tid, 1; match.any.sync.b32 %r2, %r1, -1; redux.sync.add.s32 %r3, %tid, -1;\n"
      "redux.sync.max.u32 %r4, %tid, -1; redux.sync.min.s32 %r5, %tid, -1; elect.sync %r6|%p1, "
      "-1;\n"
      "match.all.sync.b32 %r7|%p2, %r6, -1; selp.u32 %r8, 1, 0, %p1; selp.u32 %r9, 2, 0, %p2;\n"
      "xor.b32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; add.u32 %r2, %r2, %r5; add.u32 %r2, %r2, "
      "%r8;\n"
      "add.u32 %r2, %r2, %r9; st.global.u32 [%slot], %r2;");
  EXPECT_EQ(out[1], (0xaaaaaaaau ^ 496u) + 31 + 0 + 0 + 2);
  EXPECT_EQ(out[0], (0x55555555u ^ 496u) + 31 + 0 + 1 + 2);
}

TEST(Progress, SpinLockWithinAWarpFinishes) {
  // Each thread takes the lock in turn: spinning threads must not starve the holder.
  auto out = run_body(
      "mov.u64 %rd1, lock;\n"
      "TRY: atom.shared.cas.b32 %r1, [%rd1], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra TRY;\n"
      "ld.global.u32 %r2, [%out]; add.u32 %r2, %r2, 1; st.global.u32 [%out], %r2;\n"
      "atom.shared.exch.b32 %r1, [%rd1], 0;",
      64, ".shared .align 4 .b32 lock;");
  EXPECT_EQ(out[0], 64u);
}

TEST(Progress, BlocksThatWaitForLaterBlocksFinish) {
  KernelRun k(KernelRun::kernel(
      "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; setp.eq.u32 %p2, %tid, 0; @!%p2 bra DONE;\n"
      "@%p1 bra SIGNAL;\n"
      "WAIT: ld.volatile.global.u32 %r2, [%out+4]; setp.eq.u32 %p3, %r2, 0; @%p3 bra WAIT;\n"
      "mov.u32 %r3, 5; st.global.u32 [%out], %r3; bra DONE;\n"
      "SIGNAL: mov.u32 %r3, 1; st.global.u32 [%out+4], %r3; DONE:"));
  EXPECT_EQ(k.run(32, 2)[0], 5u);
}

}  // namespace
}  // namespace heddle::test
