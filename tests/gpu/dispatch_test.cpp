// Which core runs a block.
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

}  // namespace
}  // namespace heddle
