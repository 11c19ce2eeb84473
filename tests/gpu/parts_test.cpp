// Exact cycle counts of the parts around the execution units: instruction cache, register banks and
// collectors, write-back ports, private memory. See timing_test.cpp for how a launch is counted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::slots;
using test::TimedKernel;
using test::timing;

std::string moves(int n) {
  std::string out;
  for (int i = 0; i < n; i++) out += fmt::format("mov.u32 %r1, {};\n", i);
  return out;
}

/// Lines of 4 instructions; a miss takes 50 cycles, then the latency of a hit, 1.
MachineConfig with_instruction_cache(uint64_t bytes = 1024) {
  MachineConfig c = plain_machine();
  c.fetch.l1i.bytes = bytes;
  c.fetch.l1i.ways = 2;
  c.fetch.l1i.line = 32;
  c.fetch.miss_latency = 50;
  c.fetch.instruction_bytes = 8;
  return c;
}

/// Line n is asked for when the first instruction of line n - 1 issues, and its four issue 51
/// cycles later: the first of them in 51 (n + 1), the last, `ret`, in 51 L + 3; it resolves one
/// later.
TEST(InstructionCache, EveryLineOfStraightCodeMissesOnce) {
  for (int lines : {1, 2, 5}) {
    LaunchResult r = TimedKernel(moves(4 * lines - 1)).run(with_instruction_cache());
    EXPECT_EQ(r.cycles, 51u * lines + 5);
    EXPECT_EQ(r.sms[0].core.icache_misses, static_cast<uint64_t>(lines));
    EXPECT_EQ(slots(r, Cause::Fetch), 51u * lines - 4 * (lines - 1));
  }
}

/// The second warp misses on the line that is on its way and has it in the same cycle: it issues
/// behind the first one's instructions.
TEST(InstructionCache, MissesOfOneLineWaitTogether) {
  LaunchResult r = TimedKernel(moves(3)).run(with_instruction_cache(), 64);
  EXPECT_EQ(r.sms[0].core.icache_misses, 2u);
  EXPECT_EQ(r.cycles, 51 + 8 + 1u);  // 8 instructions from 51 on; the last one resolves in 59
}

/// A loop over more lines than the cache has misses on each of them in every round (LRU).
TEST(InstructionCache, ALoopThatDoesNotFit) {
  std::string body =
      "mov.u32 %r20, 0;\nmov.u32 %r21, 0;\nmov.u32 %r22, 0;\nmov.u32 %r23, 0;\nL:\n" +
      moves(13) +  // 16 instructions: 4 lines
      "add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p1, %r20, 10;\n@%p1 bra L;\n";
  TimedKernel kernel(body);
  auto misses = [&](uint64_t bytes) {
    MachineConfig c = with_instruction_cache(bytes);
    c.fetch.miss_latency = 10;  // less than a round
    return kernel.run(c).sms[0].core.icache_misses;
  };
  EXPECT_EQ(misses(1024), 1 + 4 + 1u);  // before the loop, the loop, behind it
  EXPECT_GE(misses(64), 10 * 4u);       // one set of two lines
}

/// Another launch of the kernel finds its instructions; another kernel does not.
TEST(InstructionCache, KeepsItsContentsAcrossLaunches) {
  Machine machine(ValidMachine(with_instruction_cache()), {.check = true, .progress = {}});
  TimedKernel first(moves(3)), second(moves(3));
  auto kernel = first.linked();
  EXPECT_EQ(first.run(machine, kernel).sms[0].core.icache_misses, 1u);
  EXPECT_EQ(first.run(machine, kernel).sms[0].core.icache_misses, 0u);
  EXPECT_EQ(second.run(machine).sms[0].core.icache_misses, 1u);
}

/// Unless machines forget between launches.
TEST(InstructionCache, IsEmptiedWithTheOthers) {
  MachineConfig c = with_instruction_cache();
  c.memory.keep_state = false;
  Machine machine(ValidMachine(c), {.check = true, .progress = {}});
  TimedKernel kernel(moves(3));
  auto linked = kernel.linked();
  EXPECT_EQ(kernel.run(machine, linked).sms[0].core.icache_misses, 1u);
  EXPECT_EQ(kernel.run(machine, linked).sms[0].core.icache_misses, 1u);
}

/// A scheduler whose warps have all ended has none, while those of the other run on; when the last
/// instructions of its own are under way, it drains. One block of a warp, two schedulers: the
/// second never has a warp.
TEST(Causes, ASchedulerWithoutWarps) {
  MachineConfig c = plain_machine();
  c.core.schedulers = 2;
  LaunchResult r = TimedKernel(moves(20)).run(c, 32);
  EXPECT_GE(test::slots(r, Cause::IdleNoWarp), r.cycles);
  EXPECT_LE(test::slots(r, Cause::Drain), 2u);
}

/// Threads that read one word of shared memory are served at once; those that change it, one after
/// the other.
TEST(SharedMemory, AtomicsOnOneWordTakeTurns) {
  auto conflicts = [](const char* address, const char* instruction) {
    TimedKernel kernel(
        std::string("mov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, 0;\n") + instruction +
        " [" + address + "]" + (instruction[0] == 'l' ? "" : ", 1") + ";\nadd.u32 %r5, %r4, 1;\n");
    return kernel.run(plain_machine(), 32, 1, 4096).sms[0].core.shared_conflicts;
  };
  EXPECT_EQ(conflicts("%r2", "ld.shared.u32 %r4,"), 0u);
  EXPECT_EQ(conflicts("%r3", "ld.shared.u32 %r4,"), 0u);
  EXPECT_EQ(conflicts("%r2", "atom.shared.add.u32 %r4,"), 0u);
  EXPECT_EQ(conflicts("%r3", "atom.shared.add.u32 %r4,"), 31u);
}

/// With one bank the two sources of an add are read one after the other. mov in 1 and 2; add n
/// issues in 3 + 2 n, is executed a cycle late, and its result arrives after 2. `ret`, behind it on
/// the unit, starts when the add is through, in 4 + 2 N, and resolves in 5 + 2 (N - 1) + ... + 1.
TEST(RegisterBanks, OperandsOfOneBankWait) {
  MachineConfig c = plain_machine();
  c.registers.banks = 1;
  for (int n : {1, 7}) {
    std::string body = "mov.u32 %r1, 1;\nmov.u32 %r2, 2;\n";
    for (int i = 0; i < n; i++) body += "add.u32 %r1, %r1, %r2;\n";
    LaunchResult r = TimedKernel(body).run(c);
    // The last add issues in t = 3 + 2 (n - 1) and starts in t + 1; `ret` starts in t + 2.
    EXPECT_EQ(r.cycles, 3 + 2 * (n - 1) + 3 + 1u);
    EXPECT_EQ(r.sms[0].core.bank_conflicts, static_cast<uint64_t>(n));
    c.registers.ports = 2;
    EXPECT_EQ(TimedKernel(body).run(c).sms[0].core.bank_conflicts, 0u);
    c.registers.ports = 1;
  }
}

/// M independent adds of two operands each from one bank, after 9 movs: one starts every other
/// cycle, whatever the number of collectors. With one collector, an add issues when the one before
/// it has started, so that every other slot is lost; with many, they issue at once and wait there.
TEST(RegisterBanks, CollectorsHoldWhatWaitsForOperands) {
  constexpr int kAdds = 16;
  std::string body;
  for (int r = 1; r <= 9; r++) body += fmt::format("mov.u32 %r{}, {};\n", r, r);
  for (int i = 0; i < kAdds; i++) body += fmt::format("add.u32 %r{0}, %r{0}, %r9;\n", i % 8 + 1);
  MachineConfig c = plain_machine();
  c.registers.banks = 1;
  for (uint32_t collectors : {1u, 64u}) {
    c.registers.collectors = collectors;
    LaunchResult r = TimedKernel(body).run(c);
    EXPECT_EQ(r.cycles, 10 + 2 * kAdds + 2u);
    EXPECT_EQ(slots(r, Cause::StructuralCollector), collectors == 1 ? kAdds - 1u : 0u);
  }
}

/// add.f32 issues in 1 and has its result in 4, as has the second mov, issued in 3. With one port
/// the mov's waits until 5, and nothing can issue in 4. The two stores, of no thread, and `ret`
/// issue in 4, 5 and 6, or one later.
TEST(WriteBack, ResultsOfOneCycleShareThePorts) {
  MachineConfig c = plain_machine();
  timing(c, OpClass::Float).latency = 3;
  // Guards that are always false keep the registers apart: the values are used, but nobody waits.
  TimedKernel kernel(
      "add.f32 %f1, %f1, %f1;\nmov.u32 %r1, 1;\nmov.u32 %r2, 2;\n"
      "@%p1 st.global.f32 [%rd1], %f1;\n@%p1 st.global.u32 [%rd1], %r1;\n");
  for (uint32_t ports : {0u, 1u, 2u}) {
    c.core.writeback_ports = ports;
    LaunchResult r = kernel.run(c);
    EXPECT_EQ(r.cycles, ports == 1 ? 9u : 8u);
    EXPECT_EQ(slots(r, Cause::WritebackContention), ports == 1 ? 1u : 0u);
  }
}

/// A load that returns takes the port from the results of the units, one for each cycle it costs.
TEST(WriteBack, ReturningLoadsGoFirst) {
  MachineConfig c = plain_machine();
  c.core.writeback_ports = 1;
  // The load issues in 2 and returns in some cycle of the movs, each of which has a result.
  LaunchResult r = TimedKernel("ld.param.u64 %rd1, [pout];\nld.global.u32 %r9, [%rd1];\n" +
                               moves(40) + "@%p1 st.global.u32 [%rd1], %r9;\n")
                       .run(c);
  EXPECT_EQ(slots(r, Cause::WritebackContention), 1u);
}

/// Each thread has 16 bytes on the chip. A load that depends on a store and is used at once takes
/// the latency of private memory; a frame that reaches further lies in device memory.
TEST(PrivateMemory, HoldsTheStartOfLocalMemory) {
  MachineConfig c = plain_machine();
  c.core.private_bytes = 16 * c.core.max_threads;
  c.core.private_latency = 1;
  auto body = [](int offset) {
    return fmt::format(
        ".local .align 4 .b8 frame[32];\nmov.u32 %r1, 7;\nst.local.u32 [frame+{0}], %r1;\n"
        "ld.local.u32 %r2, [frame+{0}];\nadd.u32 %r3, %r2, 1;\n",
        offset);
  };
  TimedKernel near(body(12)), far(body(16));
  LaunchResult fast = near.run(c);
  EXPECT_EQ(fast.sms[0].core.private_accesses, 2u);
  EXPECT_EQ(fast.sms[0].core.private_conflicts, 0u);
  EXPECT_EQ(fast.sms[0].memory.requests, 0u);
  c.core.private_latency = 6;
  EXPECT_EQ(near.run(c).cycles, fast.cycles + 5);
  LaunchResult slow = far.run(c);
  EXPECT_EQ(slow.sms[0].core.private_accesses, 0u);
  EXPECT_EQ(slow.sms[0].memory.requests, 2u);
}

/// Words of one thread follow each other in its own bank: a wide access takes a cycle for each.
TEST(PrivateMemory, WideAccessesTakeACyclePerWord) {
  MachineConfig c = plain_machine();
  c.core.private_bytes = 16 * c.core.max_threads;
  LaunchResult r = TimedKernel(
                       ".local .align 16 .b8 frame[16];\n"
                       "ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [frame];\n")
                       .run(c);
  EXPECT_EQ(r.sms[0].core.private_conflicts, 3u);
}

/// Registers may be left out of what limits the blocks of a core.
TEST(Occupancy, RegistersNeedNotLimitBlocks) {
  MachineConfig c = plain_machine();
  c.registers.registers = 64;
  c.registers.granularity = 32;
  TimedKernel kernel("mov.u32 %r1, 1;\n");
  auto resident = [&] { return kernel.run(c, 32, 8).sms[0].core.max_resident_blocks; };
  EXPECT_LT(resident(), 8u);
  c.registers.limit_blocks = false;
  EXPECT_EQ(resident(), 8u);
}

}  // namespace
}  // namespace heddle
