// A launch on an empty machine does not depend on how earlier launches ended.
#include <gtest/gtest.h>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

/// Warps and threads of a block exit in an order of their own: thread t loops (t * 37) % 61 times.
const char* const kExitsInAnyOrder =
    "mov.u32 %r1, %tid.x; mul.lo.u32 %r1, %r1, 37; rem.u32 %r1, %r1, 61;\n"
    "LOOP: setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE; sub.u32 %r1, %r1, 1; bra LOOP;\nDONE:";

class Repeat : public testing::TestWithParam<const char*> {};

TEST_P(Repeat, TheSameLaunchTakesTheSameCycles) {
  for (uint32_t schedulers : {1u, 2u}) {
    MachineConfig c = test::plain_machine();
    c.arch.divergence = GetParam();
    if (c.arch.divergence == "mimd") c.registers.layout = "crossbar";
    c.arch.schedule = "oldest";
    c.core.schedulers = schedulers;
    Machine machine{ValidMachine(c)};
    test::TimedKernel kernel(kExitsInAnyOrder);
    // Three warps in a block and room for ten blocks: a scheduler may get more warps than another.
    const uint64_t first = kernel.run(machine, 84, 25).cycles;
    for (uint32_t n = 0; n < 4; n++)
      EXPECT_EQ(kernel.run(machine, 84, 25).cycles, first)
          << GetParam() << ", " << schedulers << " schedulers";
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, Repeat, testing::ValuesIn(test::mechanisms()));

}  // namespace
}  // namespace heddle
