// narasiman2011 on whole machines: the seven stages of its barrel core, when large warps are chosen
// again, what a jump costs, and Figure 7.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "sm/observer.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::TimedKernel;
using ::testing::ElementsAre;

struct Issue {
  uint64_t cycle;
  uint32_t group, pc, threads;
};

class Recorder final : public test::QuietObserver {
 public:
  void launch_begins(Cycle now, const Executable&, const Launch&) override { begin_ = now; }
  void issued(Cycle now, const IssuedPacket& p) override {
    issues.push_back({now - begin_, p.group.value(), p.pc.value(), p.threads.size()});
  }
  std::vector<Issue> issues;

 private:
  Cycle begin_;
};

/// The preset with an instruction cache that always hits.
MachineConfig preset(std::string_view arch, const std::vector<std::string>& overrides = {}) {
  MachineConfig c = load_machine("narasiman2011", std::string(arch), overrides);
  c.fetch.l1i.bytes = 0;
  return c;
}

struct Ran {
  std::vector<Issue> issues;
  LaunchResult result;

  std::vector<uint64_t> cycles_of(uint32_t pc) const {
    std::vector<uint64_t> out;
    for (const Issue& i : issues)
      if (i.pc == pc) out.push_back(i.cycle);
    return out;
  }
  const CoreCounters& core() const { return result.sms[0].core; }
};

Ran run(const std::string& body, const MachineConfig& c, uint32_t threads) {
  Ran out;
  Recorder recorder;
  Machine machine(ValidMachine(c), {.check = true, .progress = {}, .observer = &recorder});
  TimedKernel kernel(body);
  out.result = kernel.run(machine, threads);
  out.issues = recorder.issues;
  return out;
}

/// Table 1: fetch, decode, five stages. A warp is chosen again when its instruction has left the
/// last (§2.1), be it arithmetic, a branch, one that nobody executes, or a load that hits.
TEST(Narasiman2011, AnInstructionTakesSevenCycles) {
  Ran r = run(R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, 1;
setp.eq.u32 %p1, %r1, 0;
@%p1 add.u32 %r1, %r1, 1;
@%p1 bra E;
bra E;
E: ld.global.u32 %r2, [%rd1];
ld.global.u32 %r3, [%rd1];
st.global.u32 [%rd1], %r3;
sin.approx.f32 %f1, %f1;
)",
              preset("pdom"), 32);
  std::vector<uint64_t> gaps;
  for (size_t n = 1; n < r.issues.size(); n++)
    gaps.push_back(r.issues[n].cycle - r.issues[n - 1].cycle);
  ASSERT_EQ(gaps.size(), 10u);
  EXPECT_GT(gaps[6], 300u);  // the first load misses, and opens a row
  gaps.erase(gaps.begin() + 6);
  EXPECT_THAT(gaps, ::testing::Each(7u));
}

/// Private memory is on the chip: 128 bytes of each thread, in a bank of its lane.
TEST(Narasiman2011, PrivateMemoryIsAsFastAsTheCache) {
  Ran r = run(R"(.local .b32 mine[32];
mov.u32 %r1, %tid.x;
st.local.u32 [mine+4], %r1;
ld.local.u32 %r2, [mine+4];
add.u32 %r2, %r2, 1;
)",
              preset("pdom"), 32);
  for (size_t n = 1; n < r.issues.size(); n++)
    EXPECT_EQ(r.issues[n].cycle - r.issues[n - 1].cycle, 7u) << n;
  EXPECT_EQ(r.core().private_accesses, 2u);
  EXPECT_EQ(r.core().private_conflicts, 0u);
}

constexpr const char* kStraight = R"(mov.u32 %r1, 1;
add.u32 %r1, %r1, 1;
add.u32 %r1, %r1, 1;
)";

/// §3.1: a sub-warp per cycle; the large warp is chosen again when the first has completed.
TEST(Narasiman2011, ALargeWarpIsChosenAgainAfterItsFirstSubWarp) {
  // 256 threads: eight sub-warps, the first of which completes while the last forms.
  Ran wide = run(kStraight, preset("large_warp"), 256);
  EXPECT_THAT(wide.cycles_of(0), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(wide.cycles_of(1).front(), 8u);
  EXPECT_EQ(wide.cycles_of(2).front(), 16u);
  // 96 threads: three, and then nothing until cycle 7.
  Ran narrow = run(kStraight, preset("large_warp"), 96);
  EXPECT_THAT(narrow.cycles_of(0), ElementsAre(0, 1, 2));
  EXPECT_THAT(narrow.cycles_of(1), ElementsAre(7, 8, 9));
  EXPECT_THAT(narrow.cycles_of(2), ElementsAre(14, 15, 16));
}

/// A thread whose own sub-warp has not completed is not packed, one whose sub-warp has is.
TEST(Narasiman2011, ABitPerThreadHoldsThoseBackThatAreInFlight) {
  // Only the threads of the last sub-warp execute the second instruction.
  Ran r = run(R"(mov.u32 %r1, %tid.x;
setp.ge.u32 %p1, %r1, 224;
@%p1 add.u32 %r1, %r1, 1;
add.u32 %r1, %r1, 1;
)",
              preset("large_warp"), 256);
  // setp in 8 … 15, that of the last sub-warp completes in 22. The others are only looked at.
  EXPECT_THAT(r.cycles_of(2), ElementsAre(22));
  EXPECT_EQ(r.cycles_of(3).front(), 29u);  // behind the first sub-warp, though others are free
}

/// §3.1: a conditional branch waits for all of its sub-warps, whichever way they go.
TEST(Narasiman2011, AConditionalBranchWaitsForAllSubWarps) {
  Ran r = run(R"(mov.u32 %r1, %tid.x;
setp.eq.u32 %p1, %r1, 1000;
@%p1 bra E;
add.u32 %r1, %r1, 1;
E: add.u32 %r1, %r1, 1;
)",
              preset("large_warp"), 256);
  EXPECT_THAT(r.cycles_of(2), ElementsAre(16, 17, 18, 19, 20, 21, 22, 23));
  EXPECT_EQ(r.cycles_of(3).front(), 30u);
  EXPECT_EQ(r.core().branches, 1u);
  EXPECT_EQ(r.core().divergent_branches, 0u);
}

/// nara-jump: an unconditional branch takes one slot, instead of eight.
TEST(Narasiman2011, AJumpTakesOneSlot) {
  const char* body = R"(mov.u32 %r1, 1;
bra E;
E: add.u32 %r1, %r1, 1;
)";
  Ran one = run(body, preset("large_warp"), 256);
  EXPECT_THAT(one.cycles_of(1), ElementsAre(8));
  EXPECT_EQ(one.cycles_of(2).front(), 15u);
  EXPECT_EQ(one.core().packing.jumps, 1u);
  Ran all = run(body, preset("large_warp", {"large_warp.jump_slot=false"}), 256);
  EXPECT_THAT(all.cycles_of(1), ElementsAre(8, 9, 10, 11, 12, 13, 14, 15));
  EXPECT_EQ(all.cycles_of(2).front(), 16u);
  EXPECT_EQ(all.core().packing.jumps, 0u);
  EXPECT_EQ(one.core().thread_instructions, all.core().thread_instructions);
}

/// "Saves up to 7 cycles": what another large warp can use.
TEST(Narasiman2011, AJumpSavesSevenSlots) {
  const char* body = R"(bra A;
A: bra B;
B: bra C;
C: mov.u32 %r1, 1;
)";
  auto issued = [&](const char* setting) {
    Ran r = run(body, preset("large_warp", {setting}), 1024);
    return r.core().slots[static_cast<size_t>(Cause::Issued)];
  };
  EXPECT_EQ(issued("large_warp.jump_slot=false") - issued("large_warp.jump_slot=true"), 4 * 3 * 7u);
}

/// §5.1: a guarded instruction is packed by its guard.
TEST(Narasiman2011, GuardedInstructionsArePackedByTheirGuard) {
  // Of each row, the lane of the row's own number executes the guarded instruction: one sub-warp.
  const char* body = R"(mov.u32 %r1, %tid.x;
shr.u32 %r2, %r1, 5;
and.b32 %r3, %r1, 31;
setp.eq.u32 %p1, %r2, %r3;
mov.u32 %r4, 0;
mov.u32 %r5, 0;
bar.sync 0;
@%p1 add.u32 %r4, %r1, 1;
@!%p1 add.u32 %r5, %r1, 1;
)";
  auto slots = [&](const char* setting, uint32_t pc) {
    return run(body, preset("large_warp", {setting}), 256).cycles_of(pc).size();
  };
  // Threads are packed with those that are free at the same time: behind a barrier, all are.
  EXPECT_EQ(slots("large_warp.guard_packing=false", 7), 8u);
  EXPECT_EQ(slots("large_warp.guard_packing=true", 7), 1u);
  EXPECT_EQ(slots("large_warp.guard_packing=false", 8), 8u);
  EXPECT_EQ(slots("large_warp.guard_packing=true", 8), 8u);
  // Nobody at all: one slot, and the next instruction comes behind it.
  Ran none = run(R"(mov.u32 %r1, %tid.x;
setp.eq.u32 %p1, %r1, 1000;
mov.u32 %r2, 0;
@%p1 add.u32 %r2, %r1, 1;
mov.u32 %r3, 0;
)",
                 preset("large_warp"), 256);
  EXPECT_EQ(none.cycles_of(3).size(), 1u);
  EXPECT_EQ(none.cycles_of(4).front() - none.cycles_of(3).front(), 7u);
}

/// While a large warp is broken down, no other is chosen; one whose threads wait for memory is put
/// aside.
TEST(Narasiman2011, ALargeWarpIsBrokenDownWithoutInterruption) {
  Ran r = run(R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 128;
add.u64 %rd1, %rd1, %rd2;
add.u32 %r2, %r1, 1;
ld.global.u32 %r3, [%rd1];
add.u32 %r3, %r3, 1;
)",
              preset("large_warp"), 512);
  uint32_t changes = 0;
  for (size_t n = 1; n < r.issues.size(); n++) {
    const Issue &a = r.issues[n - 1], &b = r.issues[n];
    if (a.pc == b.pc && a.pc < 5 && a.group != b.group) changes++;
  }
  EXPECT_EQ(changes,
            5u);  // one per instruction before the loads' results: from the first to the other
  EXPECT_EQ(r.core().slots[static_cast<size_t>(Cause::Issued)], 2 * 8 * 8u);
}

/// Figure 7: sixteen warps compute and then wait for memory, all together or eight and eight.
TEST(Narasiman2011, Figure7TwoLevelSchedulingOverlapsComputationAndMemory) {
  std::string body = R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd1, %rd1, %rd2;
)";
  for (int phase = 0; phase < 2; phase++) {
    for (int n = 0; n < 20; n++) body += "add.u32 %r2, %r2, 1;\n";
    body += fmt::format("ld.global.u32 %r3, [%rd1+{}];\nadd.u32 %r2, %r2, %r3;\n", phase * 65536);
  }
  constexpr uint32_t kLoad = 4 + 20;
  Ran round_robin = run(body, preset("pdom"), 512);
  Ran two_level = run(body, preset("two_level"), 512);
  // (a) All warps come to the load one after the other, and behind them nothing is left to do.
  auto loads = round_robin.cycles_of(kLoad);
  ASSERT_EQ(loads.size(), 16u);
  EXPECT_EQ(loads.front(), 16 * kLoad);
  EXPECT_EQ(loads.back(), 16 * kLoad + 15);
  EXPECT_GT(round_robin.cycles_of(kLoad + 1).front(), loads.back() + 100);
  // (b) The first eight come there in half the time; while they wait, the others compute.
  loads = two_level.cycles_of(kLoad);
  ASSERT_EQ(loads.size(), 16u);
  EXPECT_EQ(loads[0], 8 * kLoad);
  EXPECT_EQ(loads[7], 8 * kLoad + 7);
  EXPECT_GT(loads[8], loads[7] + 8 * 20);
  EXPECT_LT(loads[15], two_level.cycles_of(kLoad + 1).front());
  for (const Issue& i : two_level.issues)
    if (i.cycle < loads[7]) {
      EXPECT_LT(i.group, 8u) << i.cycle;
    }
  EXPECT_LT(two_level.result.cycles, round_robin.result.cycles);
  EXPECT_LT(two_level.core().active_lanes[0], round_robin.core().active_lanes[0]);
  EXPECT_GE(two_level.core().schedule.group_switches, 2u);
  EXPECT_EQ(round_robin.core().schedule.group_switches, 0u);
}

/// nara-group: with one fetch group of all warps, two-level scheduling is round-robin, cycle for
/// cycle.
TEST(Narasiman2011, OneFetchGroupIsRoundRobinCycleForCycle) {
  const char* body = R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 68;
add.u64 %rd1, %rd1, %rd2;
and.b32 %r2, %r1, 15;
L: ld.global.u32 %r3, [%rd1];
add.u32 %r4, %r4, %r3;
setp.gt.u32 %p2, %r2, 7;
@%p2 bra M;
add.u32 %r4, %r4, 1;
M: sub.u32 %r2, %r2, 1;
setp.gt.s32 %p1, %r2, 0;
@%p1 bra L;
bar.sync 0;
st.global.u32 [%rd1], %r4;
)";
  Ran loose = run(body, preset("pdom"), 1024);
  Ran grouped = run(body, preset("two_level", {"arch.fetch_group=32"}), 1024);
  ASSERT_EQ(loose.issues.size(), grouped.issues.size());
  for (size_t n = 0; n < loose.issues.size(); n++) {
    ASSERT_EQ(loose.issues[n].cycle, grouped.issues[n].cycle) << n;
    ASSERT_EQ(loose.issues[n].group, grouped.issues[n].group) << n;
    ASSERT_EQ(loose.issues[n].pc, grouped.issues[n].pc) << n;
  }
  EXPECT_EQ(loose.core().slots, grouped.core().slots);
  Ran eight = run(body, preset("two_level"), 1024);
  EXPECT_NE(eight.result.cycles, loose.result.cycles);  // so the test can tell
}

/// §3.3: without stalls one large warp would run to its end, then the next; the time-out rotates.
TEST(Narasiman2011, TheTimeOutRotatesLargeWarps) {
  const char* body = R"(mov.u32 %r1, 50;
L: sub.u32 %r1, %r1, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra L;
)";
  Ran never = run(body, preset("large_warp_two_level"), 1024);
  EXPECT_EQ(never.core().schedule.group_timeouts, 0u);
  Ran often = run(body, preset("large_warp_two_level", {"arch.group_timeout=10"}), 1024);
  EXPECT_GT(often.core().schedule.group_timeouts, 10u);
  EXPECT_LT(often.result.cycles, never.result.cycles);
}

/// Loads that hit are no long-latency operations: they rotate nothing.
TEST(Narasiman2011, HitsDoNotSwitchGroups) {
  const char* body = R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, 30;
L: ld.global.u32 %r2, [%rd1];
sub.u32 %r1, %r1, 1;
setp.ne.u32 %p1, %r1, 0;
@%p1 bra L;
)";
  Ran r = run(body, preset("large_warp_two_level"), 1024);
  EXPECT_LE(r.core().schedule.group_switches, 8u);  // the first miss, and the ends of warps
}

/// Sub-warps per instruction and their fill.
TEST(Narasiman2011, CountsSubWarps) {
  Ran r = run(kStraight, preset("large_warp"), 250);
  const PackingCounters& p = r.core().packing;
  EXPECT_EQ(p.instructions[7], 4u);  // with ret
  EXPECT_EQ(p.sub_warps, 32u);
  EXPECT_EQ(p.threads, 1000u);
  EXPECT_EQ(r.core().active_lanes[32], 28u);
  EXPECT_EQ(r.core().active_lanes[26], 4u);
}

}  // namespace
}  // namespace heddle
