// Which core runs a block.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

constexpr uint32_t kDispatchCores = 3, kGridBlocks = 20;

/// The core of each block. Block 0 runs long, so that its core is late for the next blocks; a core
/// has room for one block.
std::vector<uint32_t> cores_of_blocks(const std::string& dispatch, MachineOptions options = {}) {
  MachineConfig c = test::plain_machine();
  c.sms = kDispatchCores;
  c.dispatch = dispatch;
  c.core.max_blocks = 1;
  test::TimedKernel kernel(
      "ld.param.u64 %rd1, [pout]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, "
      "%rd1, %rd2; mov.u32 %r2, %smid; st.global.u32 [%rd1], %r2; mov.u32 %r3, 500;\n"
      "setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;\n"
      "LOOP: sub.u32 %r3, %r3, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra LOOP;\nDONE:");
  Machine machine(ValidMachine(c), std::move(options));
  kernel.run(machine, 32, kGridBlocks);
  return kernel.output(kGridBlocks);
}

TEST(Dispatch, FirstFreePassesOverACoreThatIsLate) {
  const auto cores = cores_of_blocks("first-free");
  EXPECT_EQ(cores[0], 0u);
  for (uint32_t block = 1; block < kGridBlocks; block++) EXPECT_NE(cores[block], 0u) << block;
}

TEST(Dispatch, FixedWaitsForTheCoreOfTheBlock) {
  for (uint32_t threads : {1u, 2u}) {
    const auto cores = cores_of_blocks("fixed", {.threads = threads});
    for (uint32_t block = 0; block < kGridBlocks; block++)
      EXPECT_EQ(cores[block], block % kDispatchCores);
  }
  EXPECT_EQ(cores_of_blocks("fixed", {.check = true}), cores_of_blocks("fixed"));
}

/// The cores of blocks on two cores with room for two each. Blocks 0 and 2, which begin on core 0,
/// go round the loop `first` times, all others ten times; `part` threads of each leave the others.
struct Beside {
  uint32_t first, blocks, part;
};
std::vector<uint32_t> cores_beside(const std::string& dispatch, Beside b,
                                   MachineOptions options = {}) {
  MachineConfig c = test::plain_machine();
  c.sms = 2;
  c.dispatch = dispatch;
  c.core.max_blocks = 2;
  test::TimedKernel kernel(fmt::format(
      "ld.param.u64 %rd1, [pout]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, "
      "%rd1, %rd2; mov.u32 %r2, %smid; st.global.u32 [%rd1], %r2;\n"
      "mov.u32 %r5, %tid.x; setp.lt.u32 %p3, %r5, {}; @%p3 bra PART; add.u32 %r5, %r5, 1;\nPART:\n"
      "and.b32 %r4, %r1, -3; setp.eq.u32 %p1, %r4, 0; selp.u32 %r3, {}, 10, %p1;\n"
      "LOOP: sub.u32 %r3, %r3, 1; setp.ne.u32 %p2, %r3, 0; @%p2 bra LOOP;\n",
      b.part, b.first));
  Machine machine(ValidMachine(c), std::move(options));
  kernel.run(machine, 32, b.blocks);
  return kernel.output(b.blocks);
}
void expect_even(Beside b, const std::vector<uint32_t>& cores) {
  for (uint32_t threads : {1u, 2u}) EXPECT_EQ(cores_beside("even", b, {.threads = threads}), cores);
  EXPECT_EQ(cores_beside("even", b, {.check = true}), cores);
}

/// Blocks 4 and 5 are the last ones: core 0, which is a little ahead, must not have both.
TEST(Dispatch, EvenLeavesACoreItsShareOfTheLastBlocks) {
  EXPECT_EQ(cores_beside("first-free", {9, 6, 16}), (std::vector<uint32_t>{0, 1, 0, 1, 0, 0}));
  expect_even({9, 6, 16}, {0, 1, 0, 1, 0, 1});
}

/// Core 0 is busy for long: core 1 takes its own share of the last three, and more when it is done.
TEST(Dispatch, EvenWaitsForNoCore) { expect_even({500, 7, 16}, {0, 1, 0, 1, 1, 1, 1}); }

TEST(Dispatch, EvenIsFirstFreeWhereNothingDiverges) {
  EXPECT_EQ(cores_beside("even", {9, 6, 0}), cores_beside("first-free", {9, 6, 0}));
  EXPECT_EQ(cores_beside("even", {9, 6, 32}), cores_beside("first-free", {9, 6, 32}));
}

TEST(Dispatch, EvenIsFirstFreeWhereAllCoresAreFilled) {
  for (uint32_t blocks : {3u, 4u, 8u, 12u})
    EXPECT_EQ(cores_beside("even", {9, blocks, 16}), cores_beside("first-free", {9, blocks, 16}))
        << blocks;
}

}  // namespace
}  // namespace heddle
