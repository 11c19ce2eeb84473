// Exact cycle counts of small kernels, derived by hand.
//
// On `plain_machine` a launch goes like this. In cycle 0 the block's first warp is fetched; its
// first instruction issues in cycle 1 (fetch latency 1), and one per cycle follows. A result is
// used `latency` cycles after issue at the earliest. The last `ret` resolves one cycle after its
// issue, and the block ends in the cycle T in which the last packet completes. Cycles are counted
// from 0, so a launch takes T + 1.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::slots;
using test::TimedKernel;
using test::timing;

std::string repeat(const std::string& line, int times) {
  std::string out;
  while (times-- > 0) out += line;
  return out;
}

/// %r1 … %rN are set, so that they live together in registers of their own.
std::string accumulators(int n) {
  std::string out;
  for (int r = 1; r <= n; r++) out += fmt::format("mov.u32 %r{}, {};\n", r, r);
  return out;
}
/// `rounds` times an add to each of %r1 … %rN: N chains side by side.
std::string adds(int n, int rounds) {
  std::string round;
  for (int r = 1; r <= n; r++) round += fmt::format("add.u32 %r{0}, %r{0}, 7;\n", r);
  return repeat(round, rounds);
}

uint64_t cycles(const std::string& body, const MachineConfig& config, uint32_t threads = 32,
                uint32_t shared = 0) {
  return TimedKernel(body).run(config, threads, 1, shared).cycles;
}

/// Only `ret`: issues in 1, resolves in 2.
TEST(Timing, AnEmptyKernel) { EXPECT_EQ(cycles("", plain_machine()), 3u); }

/// mov in 1, add n in 1 + n L. The last result arrives in 1 + (N + 1) L, after `ret` (issued one
/// cycle behind the last add) when L > 1.
TEST(Timing, ALatencyChain) {
  for (uint32_t latency : {2u, 4u, 13u})
    for (int n : {1, 5, 20}) {
      MachineConfig c = plain_machine();
      timing(c, OpClass::Integer).latency = latency;
      EXPECT_EQ(cycles(accumulators(1) + adds(1, n), c), 1 + (n + 1) * latency + 1);
    }
}

/// Stages before execution, the register read and a slower scheduler lengthen the chain like
/// latency does.
TEST(Timing, StagesBeforeExecutionAddUp) {
  MachineConfig c = plain_machine();
  timing(c, OpClass::Integer).latency = 3;
  c.registers.read_latency = 2;
  c.core.scheduler_latency = 2;  // one more than the least
  EXPECT_EQ(cycles(accumulators(1) + adds(1, 10), c), 1 + 11 * 6 + 1u);
  c.core.extra_stages = 1;
  EXPECT_EQ(cycles(accumulators(1) + adds(1, 10), c), 1 + 11 * 7 + 1u);
}

/// Without dependences one instruction issues per cycle: M of them in 1 … M, `ret` in M + 1,
/// resolved in M + 2.
TEST(Timing, IndependentInstructionsAreIssueBound) {
  for (int rounds : {1, 10}) {
    int m = 4 + 4 * rounds;
    MachineConfig c = plain_machine();
    EXPECT_EQ(cycles(accumulators(4) + adds(4, rounds), c), m + 3u);
    // Four chains hide a latency of four: only the last result is later (issued in M: M + 4).
    timing(c, OpClass::Integer).latency = 4;
    EXPECT_EQ(cycles(accumulators(4) + adds(4, rounds), c), m + 5u);
    // Of five they hide all but one cycle per round: the last add issues in M + rounds.
    timing(c, OpClass::Integer).latency = 5;
    EXPECT_EQ(cycles(accumulators(4) + adds(4, rounds), c), m + rounds + 6u);
  }
}

/// A unit of 8 lanes takes a warp of 32 in 4 waves. Instruction n issues in 1 + 4 n; `ret`, on the
/// same unit, in 1 + 4 M, and resolves when its last wave has: 3 + 1 cycles later.
TEST(Timing, AUnitNarrowerThanTheWarpTakesWaves) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sp)].lanes = 8;
  int m = 4 + 4 * 5;
  LaunchResult r = TimedKernel(accumulators(4) + adds(4, 5)).run(c);
  EXPECT_EQ(r.cycles, 1 + 4 * m + 4 + 1u);
  EXPECT_EQ(slots(r, Cause::Issued), m + 1u);
  EXPECT_EQ(slots(r, Cause::StructuralSp), 3u * m);  // between each two
  EXPECT_EQ(slots(r, Cause::Fetch), 1u);             // cycle 0
  EXPECT_EQ(r.sms[0].core.busy_cycles[0], 4u * (m + 1));
}

/// A dependent instruction waits for the last wave: 3 cycles more than the latency.
TEST(Timing, AChainOnANarrowUnit) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sp)].lanes = 8;
  timing(c, OpClass::Integer).latency = 5;
  // add n issues in 1 + 8 n, the last result arrives 8 later; `ret` waits 4 for the unit, + 4.
  EXPECT_EQ(cycles(accumulators(1) + adds(1, 10), c), 1 + 11 * 8 + 1u);
}

/// Two units of 16 lanes take turns: an instruction every cycle for two of waves each.
TEST(Timing, TwoNarrowUnitsOverlap) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sp)] = {.lanes = 16, .count = 2};
  int m = 4 + 4 * 5;
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 5), c), m + 1 + 2 + 1u);
}

/// Four warps of M + 1 instructions. One scheduler issues in every cycle from 1 to 4 (M + 1). Of
/// two, one has warps 0 and 2 and ends in 2 (M + 1); the other has 1 and 3, whose first fetch is a
/// cycle later, and ends in 2 (M + 1) + 1. The last `ret` resolves a cycle after.
TEST(Timing, TwoSchedulersHalveTheTime) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sp)].count = 2;
  int m = 4 + 4 * 5;
  std::string body = accumulators(4) + adds(4, 5);
  EXPECT_EQ(cycles(body, c, 128), 4 * (m + 1) + 1 + 1u);
  c.core.schedulers = 2;
  EXPECT_EQ(cycles(body, c, 128), 2 * (m + 1) + 1 + 1 + 1u);
  // One unit for both: no gain.
  c.core.units[static_cast<size_t>(Unit::Sp)].count = 1;
  EXPECT_EQ(cycles(body, c, 128), 4 * (m + 1) + 1 + 1u);
}

/// One scheduler that issues two per cycle, of different warps as of the same.
TEST(Timing, TwoInstructionsPerScheduler) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sp)].count = 2;
  c.core.issue_per_scheduler = 2;
  // 4 movs and 8 adds of four chains: two per cycle in 1 … 6, `ret` in 7, resolved in 8.
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 2), c), 9u);
}

/// 4 lanes for 32 threads: 8 waves, one every 2 cycles, so a new instruction every 16. Three movs
/// in 1 … 3, rcp in 4, 20 and 36; the last wave of the last begins in 36 + 14 and takes 10.
TEST(Timing, TheSpecialFunctionUnitStartsAWaveEveryOtherCycle) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Sfu)].lanes = 4;
  timing(c, OpClass::Sfu) = {.unit = Unit::Sfu, .latency = 10, .initiation = 2};
  std::string body;
  for (int f : {1, 2, 3}) body += fmt::format("mov.f32 %f{}, 0f40000000;\n", f);
  for (int f : {1, 2, 3}) body += fmt::format("rcp.approx.f32 %f{0}, %f{0};\n", f);
  LaunchResult r = TimedKernel(body).run(c);
  EXPECT_EQ(r.cycles, 36 + 14 + 10 + 1u);
  EXPECT_EQ(slots(r, Cause::StructuralSfu), 2u * 15);
}

/// Double precision at a sixteenth of the rate: 2 lanes, 16 waves.
TEST(Timing, DoublePrecision) {
  MachineConfig c = plain_machine();
  c.core.units[static_cast<size_t>(Unit::Dp)].lanes = 2;
  timing(c, OpClass::Double).latency = 8;
  // mov.f64 is a move; add issues in 2, its result comes 15 + 8 later.
  EXPECT_EQ(cycles("mov.f64 %d1, 0d3FF0000000000000;\nadd.f64 %d1, %d1, %d1;\n", c),
            2 + 15 + 8 + 1u);
}

/// mov in 1, mul in 2, ld in 3; its addresses are there in 4, where the banks begin. Threads n
/// words apart meet n to a bank: the data arrives `shared_latency` + n - 1 later. Then add, and
/// `ret` one behind, resolved one later.
TEST(Timing, ABankConflictOfDegreeN) {
  MachineConfig c = plain_machine();
  c.core.shared_latency = 10;
  for (uint32_t n : {1u, 2u, 4u, 8u, 16u, 32u}) {
    TimedKernel kernel(
        fmt::format("mov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, {};\n"
                    "ld.shared.u32 %r3, [%r2];\nadd.u32 %r4, %r3, %r3;\n",
                    4 * n));
    LaunchResult r = kernel.run(c, 32, 1, 4 * 32 * n);
    EXPECT_EQ(r.cycles, 4 + 10 + (n - 1) + 1 + 1 + 1u) << n;
    EXPECT_EQ(r.sms[0].core.shared_accesses, 1u);
    EXPECT_EQ(r.sms[0].core.shared_conflicts, n - 1);
  }
}

/// An odd stride and a common word do not conflict.
TEST(Timing, BanksServeOddStridesAndBroadcastsAtOnce) {
  MachineConfig c = plain_machine();
  c.core.shared_latency = 10;
  for (uint32_t n : {0u, 3u, 5u, 33u})
    EXPECT_EQ(TimedKernel(fmt::format("mov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, {};\n"
                                      "ld.shared.u32 %r3, [%r2];\nadd.u32 %r4, %r3, %r3;\n",
                                      4 * n))
                  .run(c, 32, 1, 4 * 33 * 32)
                  .cycles,
              4 + 10 + 1 + 1 + 1u)
        << n;
}

/// A second load waits for the banks: the first has them from 4 to 4 + n, then its own n - 1.
TEST(Timing, ConflictsDelayWhatComesBehind) {
  MachineConfig c = plain_machine();
  c.core.shared_latency = 10;
  uint32_t n = 8;
  TimedKernel kernel(
      fmt::format("mov.u32 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, {};\nld.shared.u32 %r3, [%r2];\n"
                  "ld.shared.u32 %r4, [%r2];\nadd.u32 %r5, %r3, %r4;\n",
                  4 * n));
  EXPECT_EQ(kernel.run(c, 32, 1, 4 * 32 * n).cycles, (4 + n) + 10 + (n - 1) + 1 + 1 + 1u);
}

/// ld.param in 1, ld.global in 2, its address is there in 3, its data `latency` later; add, `ret`.
TEST(Timing, ALoadFromIdealMemory) {
  for (uint32_t latency : {1u, 10u, 400u}) {
    MachineConfig c = plain_machine();
    c.memory.latency = latency;
    LaunchResult r = TimedKernel(
                         "ld.param.u64 %rd1, [pout];\nld.global.u32 %r1, [%rd1];\n"
                         "add.u32 %r2, %r1, %r1;\n")
                         .run(c);
    EXPECT_EQ(r.cycles, 3 + latency + 1 + 1 + 1u);
    // Cycles 3 … 2 + latency: nothing can issue.
    EXPECT_EQ(slots(r, Cause::Memory), latency);
    EXPECT_EQ(slots(r, Cause::Issued), 4u);
  }
}

/// Without a use of the data nothing waits, except the block's end.
TEST(Timing, ALoadNobodyUsesIsAwaitedAtTheEnd) {
  MachineConfig c = plain_machine();
  c.memory.latency = 100;
  LaunchResult r = TimedKernel("ld.param.u64 %rd1, [pout];\nld.global.u32 %r1, [%rd1];\n").run(c);
  EXPECT_EQ(r.cycles, 3 + 100 + 1u);
  EXPECT_EQ(slots(r, Cause::Memory), 0u);
  EXPECT_EQ(slots(r, Cause::Drain), r.cycles - 1 - 3 - 1u);  // fetch, three issued, the resolution
}

/// A barrel core: the next instruction issues when the last has completed, dependent or not.
/// Instruction n in 1 + n L, `ret` in 1 + M L.
TEST(Timing, BarrelOperation) {
  MachineConfig c = plain_machine();
  c.arch.dependence = "barrel";
  timing(c, OpClass::Integer).latency = 6;
  int m = 4 + 4 * 3;
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 3), c), 1 + m * 6 + 1 + 1u);
  // Six warps fill the gaps: one issues in every cycle from 1 on, warp w in 1 + w + 6 n. Their
  // `ret`s take their turns like the rest, the last in 6 (m + 1).
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 3), c, 6 * 32), 6 * (m + 1) + 1 + 1u);
}

/// A scoreboard with one entry: as barrel for instructions that write a register. `ret` writes
/// none: it issues behind the last, whose result ends the block.
TEST(Timing, ScoreboardWithOneEntry) {
  MachineConfig c = plain_machine();
  c.arch.dependence = "scoreboard";
  c.arch.scoreboard_entries = 1;
  timing(c, OpClass::Integer).latency = 6;
  int m = 4 + 4 * 3;
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 3), c), 1 + m * 6 + 1u);
  // Two entries: two issue per latency. The last pair begins in 1 + (m/2 - 1) 6; its second
  // completes 1 + 6 later.
  c.arch.scoreboard_entries = 2;
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 3), c), 1 + (m / 2 - 1) * 6 + 1 + 6 + 1u);
  // No limit: four chains, a round every 6 cycles. The last add is the fourth of round 3.
  c.arch.scoreboard_entries = 0;
  EXPECT_EQ(cycles(accumulators(4) + adds(4, 3), c), 1 + 3 * 6 + 3 + 6 + 1u);
}

/// An iteration: add, setp, bra one after the other; the branch resolves one cycle after its issue,
/// and what follows it is fetched then: 4 cycles. mov before, mov and `ret` behind.
TEST(Timing, ALoop) {
  MachineConfig c = plain_machine();
  std::string body =
      "mov.u32 %r1, 10;\n"
      "L: sub.u32 %r1, %r1, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;\nmov.u32 %r2, 0;\n";
  EXPECT_EQ(cycles(body, c), 2 + 10 * 4 + 2 + 1u);
  // A longer fetch and a later resolution are paid once per iteration (and fetch at the start).
  c.fetch.latency = 3;
  timing(c, OpClass::Control).latency = 5;
  EXPECT_EQ(cycles(body, c), 4 + 10 * 10 + 1 + 5 + 1u);
}

/// Both sides of a divergent branch run one after the other, and each way from one to the other
/// costs a fetch of F cycles. mov, setp, bra in F … F + 2; the branch resolves in F + 3 and the
/// target's add issues in 2 F + 3. It ends its path: the other side's two adds and jump issue from
/// 3 F + 3 on, the jump resolves in 3 F + 6, and the whole warp goes on with add in 4 F + 6 and
/// `ret`, which resolves in 4 F + 8.
TEST(Timing, BothSidesOfADivergentBranch) {
  std::string body =
      "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 7;\n@!%p1 bra T;\n"
      "add.u32 %r2, %r1, 1;\nadd.u32 %r2, %r2, 1;\nbra J;\n"
      "T: add.u32 %r2, %r1, 2;\n"
      "J: add.u32 %r3, %r2, 2;\n";
  MachineConfig c = plain_machine();
  for (uint32_t latency : {3u, 2u, 1u}) {
    c.fetch.latency = latency;
    EXPECT_EQ(cycles(body, c), 4 * latency + 8 + 1u);
  }
  LaunchResult r = TimedKernel(body).run(c);
  ASSERT_EQ(r.branches.size(), 2u);
  EXPECT_EQ(r.branches[0].executed, 1u);
  EXPECT_EQ(r.branches[0].diverged, 1u);
  EXPECT_EQ(r.branches[0].taken, 25u);
  EXPECT_EQ(r.branches[0].not_taken, 7u);
  EXPECT_EQ(r.sms[0].core.divergent_branches, 1u);
  EXPECT_EQ(r.sms[0].core.thread_instructions, 3 * 32 - 7 + 25 + 3 * 7 + 2 * 32u);
  EXPECT_EQ(r.sms[0].core.deepest_stack, 3u);
}

/// Warp 0 arrives in 1, warp 1 in 2; the barrier takes 3 cycles from the last arrival. In 5 both
/// may go on and are fetched, warp 0 first: their `ret`s issue in 6 and 7, the last resolves in 8.
TEST(Timing, ABarrierAcrossTwoWarps) {
  MachineConfig c = plain_machine();
  timing(c, OpClass::Barrier).latency = 3;
  LaunchResult r = TimedKernel("bar.sync 0;\n").run(c, 64);
  EXPECT_EQ(r.cycles, 9u);
  EXPECT_EQ(r.sms[0].core.barriers, 1u);
}

/// Warp 1 comes late: each warp has 10 dependent adds of 5 cycles, but warp 0 jumps over them.
/// Each warp has a scheduler of its own. Both branches resolve in a cycle b; one fetch per cycle,
/// so the first warp's barrier issues in b + 1 and resolves in b + 2, and the second warp's
/// additions issue in b + 2 and every 20 cycles, the last in b + 182, its barrier in b + 183. The
/// first warp is released in b + 184 and has waited from b + 2 to b + 183.
TEST(Timing, WaitingAtABarrierIsChargedToIt) {
  MachineConfig c = plain_machine();
  c.core.schedulers = 2;
  timing(c, OpClass::Integer).latency = 20;
  for (const char* name : {"pdom", "serialize"}) {
    c.arch.divergence = name;
    LaunchResult r = TimedKernel("mov.u32 %r2, %tid.x;\nsetp.lt.u32 %p1, %r2, 32;\n@%p1 bra on;\n" +
                                 adds(1, 10) + "on:\nbar.sync 0;")
                         .run(c, 64);
    EXPECT_EQ(slots(r, Cause::Barrier), 182u) << name;
  }
}

TEST(Timing, ABarrierWaitsForTheLastWarp) {
  MachineConfig c = plain_machine();
  timing(c, OpClass::Barrier).latency = 3;
  std::string chain = repeat("mul.lo.u32 %r2, %r2, 3;\n", 10);
  std::string body =
      "mov.u32 %r2, %tid.x;\nsetp.lt.u32 %p1, %r2, 32;\n@%p1 bra J;\n" + chain + "J: bar.sync 0;\n";
  uint64_t slow = cycles(body, c, 64);
  timing(c, OpClass::IntegerMul).latency = 5;
  // The chain's ten results come 4 later each, and all of that shows, but for the last: nothing
  // waits for it.
  EXPECT_EQ(cycles(body, c, 64) - slow, 9 * 4u);
}

/// ld.param, mov, mul.wide, add in 1 … 4, the loads in 5 …, each of one line of 128 bytes. The
/// first reaches the memory in 6, is seen there in 7 and starts; at 32 bytes per cycle one starts
/// every 4 cycles. The data of the last arrives `latency` after its start; add, `ret`.
TEST(Timing, FixedMemoryIsBandwidthBound) {
  for (int n : {1, 2, 6}) {
    MachineConfig c = plain_machine();
    c.memory.model = "fixed";
    c.memory.latency = 50;
    c.memory.bytes_per_cycle = 32;
    std::string body =
        "ld.param.u64 %rd1, [pout];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
        "add.u64 %rd1, %rd1, %rd2;\n";
    for (int k = 0; k < n; k++)
      body += fmt::format("ld.global.u32 %r{}, [%rd1+{}];\n", 10 + k, 128 * k);
    for (int k = 0; k < n; k++) body += fmt::format("add.u32 %r1, %r1, %r{};\n", 10 + k);
    LaunchResult r = TimedKernel(body).run(c);
    EXPECT_EQ(r.cycles, 7 + 4 * (n - 1) + 50 + 1 + 1 + 1u) << n;
    EXPECT_EQ(r.sms[0].memory.dram_bytes, 128u * n);
    EXPECT_EQ(r.sms[0].memory.transactions, 1u * n);
  }
}

/// ld.param in 1, the first load in 2: with the memory in 3, started in 4; the bank has no open
/// row: 300 cycles. Its data (zero) makes the address of the second, through an add in 304: issued
/// in 305, started in 307. The same row: 100 cycles; another row of the bank, 8 rows on: 300;
/// another bank: 300, as it has none open. Then add, `ret`.
TEST(Timing, OpenRowHitAndConflict) {
  struct {
    uint32_t offset, latency;
    uint64_t hits, conflicts, misses;
  } cases[] = {{0, 100, 1, 0, 1}, {8 * 4096, 300, 0, 1, 1}, {4096, 300, 0, 0, 2}};
  for (const auto& k : cases) {
    MachineConfig c = plain_machine();
    c.memory.model = "open-row";
    c.memory.banks = 8;
    c.memory.row = 4096;
    c.memory.row_hit = 100;
    c.memory.row_conflict = 300;
    c.memory.bytes_per_cycle = 0;
    TimedKernel kernel(fmt::format(
        "ld.param.u64 %rd1, [pout];\nld.global.u64 %rd2, [%rd1];\nadd.u64 %rd3, %rd1, %rd2;\n"
        "ld.global.u64 %rd4, [%rd3+{}];\nadd.u64 %rd5, %rd4, %rd4;\n",
        k.offset));
    LaunchResult r = kernel.run(c);
    EXPECT_EQ(r.cycles, 307 + k.latency + 1 + 1 + 1u) << k.offset;
    EXPECT_EQ(r.sms[0].memory.row_hits, k.hits);
    EXPECT_EQ(r.sms[0].memory.row_conflicts, k.conflicts);
    EXPECT_EQ(r.sms[0].memory.row_misses, k.misses);
  }
}

/// As any other, around the turn of the wheel of events.
TEST(Timing, LongLatencies) {
  MachineConfig c = plain_machine();
  timing(c, OpClass::Integer).latency = 1000;
  for (uint32_t read : {22u, 23u, 24u, 25u, 900u}) {
    c.registers.read_latency = read;
    EXPECT_EQ(cycles(accumulators(1) + adds(1, 2), c), 1 + 3 * (1000 + read) + 1u);
  }
}

/// Blocks that do not fit together follow each other: the second is dispatched in the cycle after
/// the first has ended.
TEST(Timing, BlocksThatDoNotFitWait) {
  MachineConfig c = plain_machine();
  c.core.max_blocks = 1;
  TimedKernel kernel(accumulators(4) + adds(4, 5));
  uint64_t one = kernel.run(c, 32, 1).cycles;
  EXPECT_EQ(kernel.run(c, 32, 3).cycles, 3 * one);
  // On three cores they run side by side.
  c.sms = 3;
  EXPECT_EQ(kernel.run(c, 32, 3).cycles, one);
}

/// Launches follow each other on one machine, whose clock goes on; each is counted from its start.
TEST(Timing, EveryLaunchIsCountedByItself) {
  TimedKernel kernel(accumulators(4) + adds(4, 5));
  Machine machine(ValidMachine(plain_machine()), {.check = true, .progress = {}});
  LaunchResult first = kernel.run(machine, 64, 5), second = kernel.run(machine, 64, 5);
  EXPECT_EQ(first.blocks, 5u);
  EXPECT_EQ(second.blocks, 5u);
  EXPECT_EQ(second.cycles, first.cycles);
  EXPECT_EQ(second.sms[0].core.slots, first.sms[0].core.slots);
  EXPECT_EQ(second.sms[0].core.thread_instructions, first.sms[0].core.thread_instructions);
}

}  // namespace
}  // namespace heddle
