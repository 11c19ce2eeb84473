// An observer of functional execution sees every instruction and every rendezvous, and does not
// affect execution.
#include "exec/path_observer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "exec/kernel.hpp"

namespace heddle::test {
namespace {

struct Listener final : PathObserver {
  void executed(const PathThreads& threads, LinkedPc first, LinkedPc last) override {
    ASSERT_LE(first, last);
    ASSERT_NE(threads.mask, 0u);
    instructions += last - first + 1;
    deepest = std::max(deepest, threads.depth);
  }
  void exited(const PathThreads& threads) override {
    exits += static_cast<uint32_t>(std::popcount(threads.mask));
  }
  void released(uint64_t, std::span<const Release> threads) override {
    rendezvous++;
    for (const Release& r : threads) releases += static_cast<uint32_t>(std::popcount(r.mask));
  }
  uint64_t instructions = 0, exits = 0, rendezvous = 0, releases = 0;
  uint32_t deepest = 0;
};

const std::string kBody = R"(
  and.b32 %r1, %tid, 3;
  mov.u32 %r2, 0;
LOOP: add.u32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r2, %r1;
  @%p1 bra LOOP;
  call (%r3), twice, (%r2);
  bar.sync 0;
  st.global.u32 [%slot], %r3;
)";
const std::string kTwice = R"(
.func (.param .b32 r) twice(.param .b32 n) {
  .reg .b32 %a<2>; ld.param.b32 %a0, [n]; add.u32 %a0, %a0, %a0; st.param.b32 [r], %a0; ret; }
)";

TEST(PathObserver, LearnsOfEveryInstruction) {
  KernelRun plain(KernelRun::kernel(kBody, kTwice)), watched(KernelRun::kernel(kBody, kTwice));
  Listener listener;
  auto expected = plain.run(48, 2);
  EXPECT_EQ(watched.run(48, 2, 0, &listener), expected);
  EXPECT_EQ(watched.counts.warp_instructions, plain.counts.warp_instructions);
  EXPECT_EQ(watched.counts.thread_instructions, plain.counts.thread_instructions);
  EXPECT_EQ(listener.instructions, plain.counts.warp_instructions);
  EXPECT_EQ(listener.exits, 96u);
  EXPECT_EQ(listener.rendezvous, 2u);
  EXPECT_EQ(listener.releases, 96u);
  EXPECT_EQ(listener.deepest, 1u);
}

TEST(PathObserver, LosesNothingWhenPathsGiveWay) {
  // Longer than a warp's turn, with threads that leave the loop one by one.
  const std::string body = R"(
  add.u32 %r1, %tid, 1; mul.lo.u32 %r1, %r1, 997; mov.u32 %r2, 0;
LOOP: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra LOOP;
  st.global.u32 [%slot], %r2;
)";
  KernelRun run(KernelRun::kernel(body));
  Listener listener;
  run.run(64, 1, 0, &listener);
  EXPECT_EQ(listener.instructions, run.counts.warp_instructions);
}

}  // namespace
}  // namespace heddle::test
