// No hang, ever: what cannot go on ends with a diagnosis, what can does not.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <regex>

#include "effort.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;
using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string deadlock_of(TimedKernel& kernel, const MachineConfig& config, uint32_t threads) {
  try {
    kernel.run(config, threads);
  } catch (const DeadlockError& e) {
    return e.what();
  }
  return "ended";
}

/// Lines of `timed.ptx`: the body begins on line 7.
constexpr const char* kHalf = R"(mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 32;
@%p1 bar.sync 0;
bar.sync 1;
)";

/// By a stack, or because others of their warp are at a lower address.
bool keeps_threads_back(const MachineConfig& c) {
  return c.arch.divergence == "pdom" || c.arch.divergence == "large_warp" ||
         c.arch.divergence == "tbc" || c.arch.divergence == "dual_path" ||
         c.arch.divergence == "frontier";
}

class NoHang : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (quick_effort() && !is_quick_mechanism(GetParam())) GTEST_SKIP() << kTooLarge;
  }
  MachineConfig machine() {
    MachineConfig c = plain_machine();
    c.arch.divergence = GetParam();
    c.max_cycles = 100000;
    return c;
  }
};

/// Half of the block waits at barrier 0 for the other half, which waits at barrier 1.
TEST_P(NoHang, ABarrierSkippedByHalfABlock) {
  TimedKernel kernel(kHalf);
  MachineConfig c = machine();
  c.large_warp.size = 32;  // so that the halves are not one warp
  std::string what = deadlock_of(kernel, c, 64);
  EXPECT_THAT(what, HasSubstr("deadlock: every thread is waiting"));
  EXPECT_THAT(what, HasSubstr(GetParam()));
  EXPECT_THAT(what, HasSubstr("9"));   // the line of bar.sync 0
  EXPECT_THAT(what, HasSubstr("10"));  // the line of bar.sync 1
  EXPECT_THAT(what, HasSubstr("timed.ptx"));
}

/// Those that skip the barrier by ending do not hold it up.
TEST_P(NoHang, ABarrierSkippedByThreadsThatEnd) {
  TimedKernel kernel(R"(mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 32;
@!%p1 exit;
bar.sync 0;
)");
  EXPECT_EQ(deadlock_of(kernel, machine(), 64), "ended");
  TimedKernel odd(R"(mov.u32 %r1, %tid.x;
and.b32 %r1, %r1, 1;
setp.eq.u32 %p1, %r1, 0;
@%p1 exit;
bar.sync 0;
)");
  EXPECT_EQ(deadlock_of(odd, machine(), 64), "ended");
}

TEST_P(NoHang, OrdinaryKernelsEnd) {
  for (uint32_t threads : {1u, 31u, 33u, 64u, 200u})
    for (const char* body : {"", "bar.sync 0;\n", "bar.sync 0;\nbar.sync 0;\n"}) {
      TimedKernel kernel(body);
      EXPECT_EQ(deadlock_of(kernel, machine(), threads), "ended") << threads;
    }
}

/// Narrow warps and small blocks leave most of every tile empty: more tiles than threads / 32.
TEST_P(NoHang, ManyBlocksThatFillNoTile) {
  MachineConfig c = machine();
  c.core.warp = c.core.lanes = 16;
  c.core.max_threads = 2048;
  c.core.max_warps = 128;
  c.core.max_blocks = 128;
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout];
red.global.add.u32 [%rd1], 1;
)");
  EXPECT_EQ(kernel.run(c, 16, 300).blocks, 300u);
  EXPECT_EQ(kernel.output(1)[0], 16 * 300u);
}

/// A lock taken by one thread of a warp at a time. On a stack the others spin on top of the holder,
/// which waits for them at the reconvergence point: for ever. Elsewhere it goes on and lets go.
TEST_P(NoHang, ASpinLockWithinAWarp) {
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout];
L: atom.global.cas.b32 %r1, [%rd1], 0, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra L;
ld.global.u32 %r2, [%rd1+4];
add.u32 %r2, %r2, 1;
st.global.u32 [%rd1+4], %r2;
atom.global.exch.b32 %r3, [%rd1], 0;
)");
  MachineConfig c = machine();
  c.max_cycles = 5'000'000;
  std::string what = deadlock_of(kernel, c, 8);
  if (keeps_threads_back(c)) {
    EXPECT_THAT(what, AnyOf(HasSubstr("timed.ptx:8"), HasSubstr("timed.ptx:9"),
                            HasSubstr("timed.ptx:10")));  // anywhere in the loop
    EXPECT_THAT(what, HasSubstr("spinning: the registers repeat"));
  } else {
    EXPECT_EQ(what, "ended");
    EXPECT_EQ(kernel.output(2)[1], 8u);
  }
}

/// A long computation that writes no memory is not a spin.
TEST_P(NoHang, ALongComputationIsNotASpin) {
  if (quick_effort() && std::string_view(GetParam()) != "pdom") GTEST_SKIP() << kTooLarge;
  TimedKernel kernel(R"(mov.u32 %r1, 60000;
L: sub.u32 %r1, %r1, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra L;
)");
  MachineConfig c = machine();
  c.max_cycles = 5'000'000;
  EXPECT_EQ(deadlock_of(kernel, c, 2), "ended");
}

/// A machine is as new after a deadlock.
TEST_P(NoHang, AnotherLaunchAfterADeadlock) {
  TimedKernel stuck(kHalf), fine("bar.sync 0;\n");
  uint64_t alone = fine.run(machine(), 64).cycles;
  Machine used(ValidMachine(machine()), {.check = true, .progress = {}});
  EXPECT_THROW(stuck.run(used, 64), DeadlockError);
  LaunchResult r = fine.run(used, 64);
  EXPECT_EQ(r.blocks, 1u);
  EXPECT_EQ(r.cycles, alone);
}

/// An instruction that no thread executes takes an entry of the scoreboard for nobody: whoever
/// waits for that entry must be woken.
TEST_P(NoHang, ScoreboardEntriesOfInstructionsNobodyExecutes) {
  MachineConfig c = machine();
  c.arch.dependence = "scoreboard";
  c.arch.scoreboard_entries = 1;
  test::timing(c, OpClass::Integer).latency = 5;
  TimedKernel kernel(R"(mov.u32 %r1, 1;
mov.u32 %r2, 2;
setp.eq.u32 %p1, %r1, 0;
@%p1 add.u32 %r1, %r1, 1;
add.u32 %r2, %r2, 1;
add.u32 %r1, %r1, %r2;
)");
  EXPECT_EQ(deadlock_of(kernel, c, 64), "ended");
}

/// In a warp of two tiles the entry may belong to threads of the second tile only.
TEST_P(NoHang, ScoreboardEntriesOfTheOtherTile) {
  MachineConfig c = machine();
  if (c.arch.divergence != "dwf") {  // whose warps of 32 mix tiles anyway
    c.core.warp = c.core.lanes = 64;
    c.core.max_warps = 16;
  }
  c.arch.dependence = "scoreboard";
  c.arch.scoreboard_entries = 1;
  test::timing(c, OpClass::Integer).latency = 5;
  TimedKernel kernel(R"(mov.u32 %r1, %tid.x;
mov.u32 %r2, 2;
setp.ge.u32 %p1, %r1, 32;
@%p1 add.u32 %r1, %r1, 1;
add.u32 %r2, %r2, 1;
add.u32 %r1, %r1, %r2;
)");
  EXPECT_EQ(deadlock_of(kernel, c, 64), "ended");
}

/// Threads end while their load is on its way; the number of their group goes to others at once.
/// Entries still taken by that load must not hold those up for ever.
TEST_P(NoHang, ScoreboardEntriesOfThreadsThatHaveEnded) {
  MachineConfig c = machine();
  c.arch.dependence = "scoreboard";
  c.arch.scoreboard_entries = 1;
  c.memory.latency = 400;
  c.max_cycles = 2'000'000;
  c.core.max_blocks = 4;
  // Odd blocks end behind a load; warps of others split again and again.
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mov.u32 %r5, %ctaid.x;
shr.u32 %r6, %r1, 5;
setp.ne.u32 %p3, %r6, 0;
@%p3 bra OTHER;
ld.global.u32 %r2, [%rd1];
exit;
OTHER:
mov.u32 %r3, 40;
L: and.b32 %r4, %r1, %r3;
setp.eq.u32 %p1, %r4, 0;
@%p1 bra M;
add.u32 %r1, %r1, 1;
M: sub.u32 %r3, %r3, 1;
setp.ne.u32 %p2, %r3, 0;
@%p2 bra L;
)");
  for (uint32_t blocks : {1u, 9u}) {
    try {
      EXPECT_EQ(kernel.run(c, 96, blocks).blocks, blocks);
    } catch (const DeadlockError& e) {
      ADD_FAILURE() << e.what();
    }
  }
}

/// Who waits for time to pass gets somewhere, though no register changes for long.
TEST_P(NoHang, WaitingForTheClockIsNotASpin) {
  if (quick_effort() && std::string_view(GetParam()) != "pdom") GTEST_SKIP() << kTooLarge;
  TimedKernel kernel(R"(L: mov.u32 %r1, %clock;
shr.u32 %r1, %r1, 17;
setp.eq.u32 %p1, %r1, 0;
@%p1 bra L;
)");
  MachineConfig c = machine();
  c.max_cycles = 1'000'000;
  EXPECT_GE(kernel.run(c, 1).cycles, 1u << 17);
}

/// Stores on their way to a memory that is far away hold up nobody: the block ends when they have
/// arrived.
TEST_P(NoHang, StoresThatDrainAreNoDeadlock) {
  MachineConfig c = machine();
  c.memory.latency = 500'000;
  c.max_cycles = 0;
  TimedKernel kernel("ld.param.u64 %rd1, [pout];\nst.global.u32 [%rd1], 7;\n");
  EXPECT_EQ(deadlock_of(kernel, c, 64), "ended");
  EXPECT_EQ(kernel.output(1)[0], 7u);
}

/// Block 0 spins on a flag in its L1 until block 2 sets it, and block 2 starts when the store of
/// block 1 has arrived, long after all its threads have ended.
TEST_P(NoHang, ABlockThatDrainsMakesRoomForAnother) {
  MachineConfig c = machine();
  c.core.max_blocks = 2;
  c.memory.model = "full";
  c.memory.l1.bytes = 16384;
  c.memory.network_latency = 60'000;
  c.max_cycles = 0;
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %ctaid.x;
setp.eq.u32 %p1, %r1, 0;
@%p1 bra WAIT;
setp.eq.u32 %p1, %r1, 2;
@%p1 st.global.u32 [%rd1], 1;
@%p1 bra DONE;
ld.global.u32 %r3, [%rd1+512];
add.u32 %r3, %r3, 1;
st.global.u32 [%rd1+512], %r3;
bra DONE;
WAIT: ld.global.u32 %r2, [%rd1];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra WAIT;
DONE:
)");
  try {
    EXPECT_EQ(kernel.run(c, 1, 3).blocks, 3u);
  } catch (const DeadlockError& e) {
    ADD_FAILURE() << e.what();
  }
}

/// Registers that change in every iteration are no progress where no path leads out of the loop.
TEST_P(NoHang, ALoopWithoutAWayOut) {
  TimedKernel kernel(R"(mov.u32 %r2, %tid.x;
setp.gt.u32 %p1, %r2, 5;
@%p1 bra END;
L: add.u32 %r1, %r1, 1;
bra L;
END: bar.sync 0;
)");
  MachineConfig c = machine();
  c.max_cycles = 5'000'000;
  std::string what = deadlock_of(kernel, c, 8);
  EXPECT_THAT(what, HasSubstr("livelock"));
  EXPECT_THAT(what, HasSubstr("spinning: no path leads out of this loop"));
}

/// A spin with a delay loop inside repeats itself less often, and still for ever.
TEST_P(NoHang, ASpinWithADelayLoopInside) {
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout];
L: mov.u32 %r1, 20;
D: sub.u32 %r1, %r1, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra D;
ld.global.u32 %r2, [%rd1];
setp.eq.u32 %p1, %r2, 0;
@%p1 bra L;
)");
  MachineConfig c = machine();
  c.max_cycles = 5'000'000;
  std::string what = deadlock_of(kernel, c, 8);
  EXPECT_THAT(what, HasSubstr("spinning: the registers repeat"));
  EXPECT_THAT(what, HasSubstr("livelock"));
}

/// A function that is called again and again by straight code finds the same registers each time,
/// but returns to another place.
TEST_P(NoHang, TheSameCallFromManyPlacesIsNotASpin) {
  std::string text =
      ".version 7.8\n.target sm_80\n.address_size 64\n.func wait()\n{\n"
      ".reg .b32 %r<4>; .reg .pred %p<2>;\nmov.u32 %r1, 500;\n"
      "L: sub.u32 %r1, %r1, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra L;\nret;\n}\n"
      ".visible .entry main(.param .u64 pout)\n{\n";
  for (int n = 0; n < 60; n++) text += "call wait;\n";
  TimedKernel kernel(std::make_shared<Source>("timed.ptx", text + "ret;\n}\n"), 64);
  MachineConfig c = machine();
  c.max_cycles = 5'000'000;
  EXPECT_EQ(deadlock_of(kernel, c, 4), "ended");
}

/// The diagnosis names those that a stack keeps back, and where they are: here the threads that
/// would write what the others wait for.
TEST(Diagnosis, NamesThreadsThatAStackKeepsBack) {
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout]; mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 16;
@%p1 bra LOW;
st.global.u32 [%rd1], 1;
bra JOIN;
LOW: ld.volatile.global.u32 %r2, [%rd1];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra LOW;
JOIN: mov.u32 %r2, 1;
)");
  std::string what = deadlock_of(kernel, plain_machine(), 32);
  EXPECT_THAT(what, HasSubstr("spinning: the registers repeat in every iteration"));
  EXPECT_THAT(what, HasSubstr("16 threads at timed.ptx:10 `st.global.u32 [%rd1], 1`: waiting for"));
  EXPECT_THAT(what, HasSubstr("progress by themselves, as under 'mimd'"));
}

/// Threads that a diagnosis names: at a rendezvous by their mask, others by their number.
uint32_t threads_named(const std::string& what) {
  uint32_t count = 0;
  const std::regex masks("threads (0x[0-9a-f]+), at"), numbers("([0-9]+) threads? at ");
  for (std::sregex_iterator m(what.begin(), what.end(), masks), end; m != end; ++m)
    count += static_cast<uint32_t>(std::popcount(std::stoul((*m)[1], nullptr, 16)));
  for (std::sregex_iterator m(what.begin(), what.end(), numbers), end; m != end; ++m)
    count += static_cast<uint32_t>(std::stoul((*m)[1]));
  return count;
}

/// Whether a thread spins, waits at a barrier or is kept back by others, the diagnosis names it.
TEST_P(NoHang, TheDiagnosisNamesEveryThread) {
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout]; mov.u32 %r1, %tid.x;
and.b32 %r1, %r1, 31;
setp.lt.u32 %p1, %r1, 16;
@%p1 bra LOW;
setp.lt.u32 %p1, %r1, 20;
@%p1 bra INNER;
SPIN: ld.volatile.global.u32 %r2, [%rd1];
setp.eq.u32 %p2, %r2, 0;
@%p2 bra SPIN;
INNER: mov.u32 %r3, 1;
bra JOIN;
LOW: setp.lt.u32 %p1, %r1, 6;
@%p1 bra JOIN;
bar.sync 1;
JOIN: mov.u32 %r2, 1;
bar.sync 0;
)");
  for (uint32_t threads : {20u, 32u, 64u, 96u}) {
    std::string what = deadlock_of(kernel, machine(), threads);
    EXPECT_EQ(threads_named(what), threads) << what;
  }
}

/// Threads of a warp that wait for each other on both sides of a branch find each other.
TEST_P(NoHang, ARendezvousOnBothSidesOfABranch) {
  TimedKernel kernel(R"(ld.param.u64 %rd1, [pout]; mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;
setp.lt.u32 %p1, %r1, 16;
@%p1 bra LOW;
bar.warp.sync 0xffffffff;
bra JOIN;
LOW: bar.warp.sync 0xffffffff;
JOIN: st.global.u32 [%rd1], %r1;
)");
  EXPECT_EQ(deadlock_of(kernel, machine(), 32), "ended");
  const std::vector<uint32_t> out = kernel.output(32);
  for (uint32_t n = 0; n < 32; n++) EXPECT_EQ(out[n], n);
}

INSTANTIATE_TEST_SUITE_P(Mechanism, NoHang, ::testing::ValuesIn(test::mechanisms()),
                         [](const auto& p) { return std::string(p.param); });

}  // namespace
}  // namespace heddle
