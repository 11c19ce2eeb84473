// Dual-path execution and dynamic warp subdivision in a running core (rhu2013 §3.3, §7.2, footnote
// 2): what happens at a real miss, and at an operation of long latency.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;

constexpr uint32_t kLatency = 400;

/// A cache that hits in 2 cycles, before a memory of 400.
MachineConfig machine(std::initializer_list<const char*> settings) {
  MachineConfig c = plain_machine();
  c.memory.model = "fixed";
  c.memory.latency = kLatency;
  c.memory.transaction = 128;
  c.memory.l1 = {.bytes = 16384, .ways = 4, .line = 128, .hit_latency = 2};
  for (const char* setting : settings) apply_override(c, setting);
  return c;
}

/// Even threads go one way, odd ones the other, each through `%{}`.
std::string two_sides(const std::string& even, const std::string& odd) {
  return R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd1, %rd1, %rd2;
cvt.rn.f32.u32 %f1, %r1;
and.b32 %r2, %r1, 1;
setp.ne.u32 %p1, %r2, 0;
mov.u32 %r3, 0;
@%p1 bra ODD;
)" + even +
         "\nbra JOIN;\nODD:\n" + odd + "\nJOIN:\nst.global.u32 [%rd1], %r3;\n";
}

/// Both sides wait for a miss. A stack waits for one, then for the other. With one entry in the
/// scheduler, the first miss turns to the other side, whose miss overlaps it.
TEST(Constrained, TurnsToTheOtherPathAtAMiss) {
  TimedKernel kernel(two_sides("ld.global.u32 %r3, [%rd1+4096];\nadd.u32 %r3, %r3, 1;",
                               "ld.global.u32 %r3, [%rd1+8192];\nadd.u32 %r3, %r3, 2;"));
  uint64_t stack = kernel.run(machine({})).cycles;
  uint64_t constrained =
      kernel.run(machine({"arch.divergence=dual_path", "dual_path.scheduler_entries=1"})).cycles;
  EXPECT_GT(stack, 2 * kLatency);
  EXPECT_LT(constrained, kLatency + kLatency / 2);
}

/// The same with two transcendental functions of 400 cycles.
TEST(Constrained, TurnsToTheOtherPathAtALongOperation) {
  TimedKernel kernel(two_sides("sin.approx.f32 %f2, %f1;\ncvt.rzi.u32.f32 %r3, %f2;",
                               "cos.approx.f32 %f3, %f1;\ncvt.rzi.u32.f32 %r3, %f3;"));
  MachineConfig c = machine({"core.timing.sfu.latency=400"});
  uint64_t stack = kernel.run(c).cycles;
  c.arch.divergence = "dual_path";
  c.dual_path.scheduler_entries = 1;
  uint64_t constrained = kernel.run(c).cycles;
  EXPECT_GT(stack, 2 * kLatency);
  EXPECT_LT(constrained, kLatency + kLatency / 2);
}

/// The same with two loads from shared memory, which are long operations only if the machine says
/// so.
TEST(Constrained, TurnsToTheOtherPathAfterSharedMemoryOnRequest) {
  TimedKernel kernel(".shared .align 4 .b8 s[128];\n" +
                     two_sides("ld.shared.u32 %r3, [s];\nadd.u32 %r3, %r3, 1;",
                               "ld.shared.u32 %r3, [s+64];\nadd.u32 %r3, %r3, 2;"));
  MachineConfig c = machine({"core.shared_latency=400"});
  c.arch.divergence = "dual_path";
  c.dual_path.scheduler_entries = 1;
  EXPECT_GT(kernel.run(c).cycles, 2 * kLatency);
  c.dual_path.turns_after_shared = true;
  EXPECT_LT(kernel.run(c).cycles, kLatency + kLatency / 2);
  c.dual_path.turns_after_shared = false;
  c.dual_path.turns_always = true;
  EXPECT_LT(kernel.run(c).cycles, kLatency + kLatency / 2);
}

/// The first load brings the line of thread 0; the second reads that line for one half of the
/// threads and another for the rest.
constexpr const char* kHalfMiss = R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
ld.global.u32 %r2, [%rd1];
add.u32 %r3, %r2, 0;
shr.u32 %r4, %r1, 4;
mul.wide.u32 %rd2, %r4, 4096;
add.u64 %rd2, %rd1, %rd2;
ld.global.u32 %r5, [%rd2];
add.u32 %r6, %r5, %r3;
add.u32 %r6, %r6, 1;
st.global.u32 [%rd1+64], %r6;
)";
/// Every thread reads a line of its own, ten times over: the first time all miss, then all hit.
std::string strided() {
  std::string body = R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 128;
add.u64 %rd1, %rd1, %rd2;
ld.global.u32 %r2, [%rd1];
bar.sync 0;
add.u32 %r3, %r2, 0;
bar.sync 0;
)";
  for (int n = 0; n < 10; n++) body += "ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r3, %r2;\n";
  return body + "st.global.u32 [%rd1], %r3;\n";
}

TEST(MemorySplit, PartsALoadOfWhichSomeThreadsMiss) {
  for (const char* arch : {"dual_path", "dws"}) {
    MachineConfig c = machine({"dual_path.memory_split=true", "dws.memory_split=true"});
    c.arch.divergence = arch;
    EXPECT_EQ(TimedKernel(kHalfMiss).run(c).sms[0].core.memory_splits, 1u) << arch;
    c.dual_path.memory_split = c.dws.memory_split = false;
    EXPECT_EQ(TimedKernel(kHalfMiss).run(c).sms[0].core.memory_splits, 0u) << arch;
  }
}

/// Loads that hit come back line by line, too, but nobody waits for memory.
TEST(MemorySplit, LeavesLoadsAloneThatHit) {
  for (const char* arch : {"dual_path", "dws"}) {
    MachineConfig c = machine({"dual_path.memory_split=true", "dws.memory_split=true"});
    c.arch.divergence = arch;
    LaunchResult r = TimedKernel(strided()).run(c);
    EXPECT_EQ(r.sms[0].memory.l1.read_misses, 32u) << arch;
    EXPECT_LE(r.sms[0].core.memory_splits, 31u) << arch;  // of the first load
    uint64_t splits = r.sms[0].core.memory_splits;
    EXPECT_EQ(TimedKernel(strided() + strided().substr(strided().find("ld.global")))
                  .run(c)
                  .sms[0]
                  .core.memory_splits,
              splits)
        << arch;
  }
}

}  // namespace
}  // namespace heddle
