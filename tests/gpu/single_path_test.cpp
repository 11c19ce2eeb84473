// Dual-path execution of code whose branches have work on one side only: one path per warp, so the
// same cycles as on a single-path stack (rhu2013 §5: such programs "execute in an identical way").
#include <gtest/gtest.h>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

/// Thread t loops (t * 37) % 61 times, with an if without else.
const char* const kOneSided =
    "mov.u32 %r1, %tid.x; mul.lo.u32 %r1, %r1, 37; rem.u32 %r1, %r1, 61;\n"
    "LOOP: setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE; and.b32 %r2, %r1, 4; setp.eq.u32 %p2, %r2, 0;\n"
    "@%p2 bra SKIP; add.u32 %r3, %r3, %r1; mul.lo.u32 %r3, %r3, 3;\n"
    "SKIP: sub.u32 %r1, %r1, 1; bra LOOP;\nDONE:";

TEST(SinglePath, CodeWithoutASecondPathTakesTheSameCyclesUnderBothStacks) {
  for (const char* schedule : {"loose-round-robin", "oldest"})
    for (uint32_t schedulers : {1u, 2u}) {
      auto cycles = [&](const char* divergence) {
        MachineConfig c = test::plain_machine();
        c.arch.divergence = divergence;
        c.arch.schedule = schedule;
        c.core.schedulers = schedulers;
        Machine machine{ValidMachine(c)};
        test::TimedKernel kernel(kOneSided);
        // More blocks than fit, so later ones take over the numbers of warps that ended.
        return kernel.run(machine, 84, 45).cycles;
      };
      EXPECT_EQ(cycles("dual_path"), cycles("pdom")) << schedule << ", " << schedulers;
    }
}

}  // namespace
}  // namespace heddle
