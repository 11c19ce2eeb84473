// Temporal and spatio-temporal SIMT, cycle for cycle: lucas2015's Figure 1b, compaction, chaining,
// special function ports, shared memory between lanes, global memory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "config/load.hpp"
#include "sm/observer.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;
using test::timing;
using ::testing::ElementsAre;

/// What each lane takes, of the instructions from `first` to `last`: "0 2 w4" is warp 4's packet,
/// taken in cycle 0, for 2 cycles.
class Lanes final : public test::QuietObserver {
 public:
  Lanes(uint32_t first, uint32_t last, uint32_t warp) : first_(first), last_(last), warp_(warp) {}

  bool watches_lanes() const override { return true; }
  void completed(Cycle now, uint32_t, PacketId packet) override {
    auto name = flying_.find(packet);
    if (name == flying_.end()) return;
    done_.emplace_back(name->second, now - begin_);
    flying_.erase(name);
  }
  void issued(Cycle now, const IssuedPacket& p) override {
    if (p.pc.value() < first_ || p.pc.value() > last_) return;
    if (begin_ == kNeverCycle) begin_ = now;
    TileMask part = p.threads.empty() ? TileMask{} : *p.threads.begin();
    names_[p.packet] =
        part.mask == 0
            ? "w?"
            : fmt::format("w{}", thread_number(part.tile, std::countr_zero(part.mask)) / warp_);
    flying_[p.packet] = names_[p.packet];
    issues_.push_back(now - begin_);
  }
  void lane_works(const LaneUse& use) override {
    lane_ = use.unit;
    cycles_.insert(use.from);
  }
  void executes(Cycle, uint32_t, PacketId packet) override {
    auto name = names_.find(packet);
    if (name != names_.end() && !cycles_.empty()) {
      uint64_t from = *cycles_.begin() - begin_;
      lanes_[lane_].push_back(fmt::format("{} {} {}", from, cycles_.size(), name->second));
      end_ = std::max(end_, from + cycles_.size());
      names_.erase(name);
    }
    cycles_.clear();
  }

  std::map<uint32_t, std::vector<std::string>> lanes_;
  std::vector<uint64_t> issues_;                        // cycles
  std::vector<std::pair<std::string, uint64_t>> done_;  // who has its results, and when
  uint64_t end_ = 0;

 private:
  uint32_t first_, last_, warp_;
  Cycle begin_ = kNeverCycle;
  std::map<PacketId, std::string> names_, flying_;
  uint32_t lane_ = 0;
  std::set<Cycle> cycles_;  // in which it executes for the packet that issued last
};

MachineConfig machine(uint32_t warp, uint32_t lanes, std::initializer_list<const char*> settings) {
  MachineConfig c = plain_machine();
  c.core.warp = warp;
  c.core.lanes = std::min(warp, lanes);
  c.core.max_warps = 64;
  c.core.max_threads = 64 * warp;
  for (UnitConfig& u : c.core.units) u.lanes = lanes;
  timing(c, OpClass::IntegerDiv).initiation = 50;
  // What follows the instructions in question waits for them.
  for (OpClass op : {OpClass::Integer, OpClass::Sfu}) timing(c, op).latency = 100;
  c.fetch.per_cycle = 8;
  c.arch.schedule = "loose-round-robin";  // all warps have a turn before one goes on
  for (const char* setting : settings) apply_override(c, setting);
  return c;
}

Lanes run(const char* body, const MachineConfig& config, uint32_t first, uint32_t last,
          uint32_t threads, uint32_t shared = 0) {
  Lanes lanes(first, last, config.core.warp);
  TimedKernel kernel(body);
  Machine machine(ValidMachine(config), {.check = true, .progress = {}, .observer = &lanes});
  kernel.run(machine, threads, 1, shared);
  return lanes;
}

// Warps of four threads. The masks are not in the text, which gives what follows from them: 16
// thread instructions of eight warps, six cycles, lanes 0 and 3 ready after three.
constexpr const char* kFigure1b = R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, 0;
    mov.u32 %r2, 0x9ae48573;
    shr.u32 %r2, %r2, %r1;
    and.b32 %r2, %r2, 1;
    setp.ne.u32 %p1, %r2, 0;
    bar.sync 0;
    div.u32 %r5, %r1, 7;  // holds all lanes, until every warp has come to the next instruction
    @%p1 mov.u32 %r3, 1;
    add.u32 %r4, %r3, 1;)";

TEST(Figure1b, TemporalLanesTakeSixCycles) {
  // Masks by warp, thread 0 first: w0 1100, w1 1110, w2 1010, w3 0001, w4 0010, w5 0111, w6 0101,
  // w7 1001.
  Lanes lanes = run(
      kFigure1b, machine(4, 4, {"arch.datapath=temporal", "core.issue_per_scheduler=4"}), 8, 8, 32);
  EXPECT_THAT(lanes.lanes_[0], ElementsAre("0 2 w0", "2 1 w4"));
  EXPECT_THAT(lanes.lanes_[1], ElementsAre("0 3 w1", "3 3 w5"));
  EXPECT_THAT(lanes.lanes_[2], ElementsAre("0 2 w2", "2 2 w6"));
  EXPECT_THAT(lanes.lanes_[3], ElementsAre("0 1 w3", "1 2 w7"));
  EXPECT_EQ(lanes.end_, 6);
}

TEST(Figure1b, OneFrontEndIssuesOnePerCycle) {
  Lanes lanes = run(kFigure1b, machine(4, 4, {"arch.datapath=temporal"}), 8, 8, 32);
  EXPECT_THAT(lanes.lanes_[0], ElementsAre("0 2 w0", "4 1 w4"));
  EXPECT_THAT(lanes.lanes_[1], ElementsAre("1 3 w1", "5 3 w5"));
  EXPECT_THAT(lanes.lanes_[2], ElementsAre("2 2 w2", "6 2 w6"));
  EXPECT_THAT(lanes.lanes_[3], ElementsAre("3 1 w3", "7 2 w7"));
}

TEST(Figure1b, ASpatialRowTakesEight) {
  Lanes row = run(kFigure1b, machine(4, 4, {}), 8, 8, 32);
  EXPECT_THAT(row.issues_, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

/// Cycles that a lane holds an instruction for the threads of `mask`.
uint64_t held(uint32_t mask, uint32_t bundle) {
  std::string body = fmt::format(R"(
    mov.u32 %r1, %laneid;
    mov.u32 %r2, {};
    shr.u32 %r2, %r2, %r1;
    and.b32 %r2, %r2, 1;
    setp.ne.u32 %p1, %r2, 0;
    bar.sync 0;
    @%p1 mov.u32 %r3, 1;)",
                                 mask);
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal"});
  config.arch.bundle = bundle;
  return run(body.c_str(), config, 6, 6, 32).end_;
}

TEST(Bundles, AreLeftOutWhereNoThreadIsActive) {
  EXPECT_EQ(held(0xffffffff, 1), 32);
  EXPECT_EQ(held(0x0f0f000f, 1), 12);
  EXPECT_EQ(held(0x0f0f000f, 4), 3);
  EXPECT_EQ(held(0x55555555, 1), 16);
  EXPECT_EQ(held(0x55555555, 2), 16) << "alternating threads cannot be compacted";
  EXPECT_EQ(held(0x55555555, 4), 8);
  EXPECT_EQ(held(0x00001e00, 4), 2) << "nor those that are not aligned";
  EXPECT_EQ(held(0x00000001, 8), 1);
  EXPECT_EQ(held(0xffffffff, 8), 4);
}

constexpr const char* kDependent = R"(
    mov.u32 %r1, 0;
    bar.sync 0;
    add.u32 %r1, %r1, 1;
    add.u32 %r1, %r1, 1;
    add.u32 %r1, %r1, 1;)";

TEST(Chaining, ADependentInstructionFollowsThreadByThread) {
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal"});
  timing(config, OpClass::Integer).latency = 12;
  EXPECT_THAT(run(kDependent, config, 2, 4, 32).issues_, ElementsAre(0, 32, 64))
      << "each lane cycle is used: the results of thread 0 are there after 12";
  EXPECT_THAT(run(kDependent, config, 2, 4, 8).issues_, ElementsAre(0, 12, 24))
      << "eight threads do not fill the latency";
  timing(config, OpClass::Integer).latency = 40;
  EXPECT_THAT(run(kDependent, config, 2, 4, 32).issues_, ElementsAre(0, 40, 80));
}

TEST(Chaining, FewerThreadsWaitForAll) {
  // Thread 31, the last to be computed, is the first of the second instruction.
  constexpr const char* kBody = R"(
    mov.u32 %r1, %laneid;
    setp.eq.u32 %p1, %r1, 31;
    mov.u32 %r2, 0;
    bar.sync 0;
    add.u32 %r2, %r1, 1;
    @%p1 add.u32 %r2, %r2, 1;)";
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal"});
  timing(config, OpClass::Integer).latency = 12;
  EXPECT_THAT(run(kBody, config, 4, 5, 32).issues_, ElementsAre(0, 31 + 12));
}

TEST(Chaining, OfOtherDependencesWaitsForTheLast) {
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal", "arch.dependence=barrel"});
  timing(config, OpClass::Integer).latency = 12;
  EXPECT_THAT(run(kDependent, config, 2, 4, 32).issues_, ElementsAre(0, 43, 86));
}

constexpr const char* kSpecial = R"(
    mov.f32 %f1, 0f3F800000;
    bar.sync 0;
    sin.approx.f32 %f2, %f1;
    add.f32 %f3, %f2, %f1;)";

TEST(SpecialFunctions, TwoPortsServeEightLanes) {
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal", "core.units.sfu.lanes=2"});
  EXPECT_THAT(run(kSpecial, config, 2, 2, 128).issues_, ElementsAre(0, 1, 32, 33));
  config.arch.bundle = 4;  // two lanes, and one port that takes two threads of four at a time
  EXPECT_THAT(run(kSpecial, config, 2, 2, 128).issues_, ElementsAre(0, 16, 32, 48));
}

TEST(SpecialFunctions, AScalarOneTakesAPortForACycle) {
  MachineConfig config = machine(
      32, 8, {"arch.datapath=temporal", "arch.scalarization=divergent", "core.units.sfu.lanes=2"});
  for (uint32_t bundle : {1u, 2u, 4u, 8u}) {
    config.arch.bundle = bundle;
    EXPECT_THAT(run(kSpecial, config, 2, 2, 256).issues_, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7))
        << bundle;
  }
}

/// Issue cycles of a shared load and of what follows it in the same lane.
Lanes shared_loads(const char* address, uint32_t threads, std::initializer_list<const char*> more) {
  std::string body = fmt::format(R"(
    .shared .align 4 .b8 s[8192];
    mov.u32 %r1, %laneid;
    mov.u32 %r5, %warpid;
    mov.u32 %r2, s;
    {}
    bar.sync 0;
    ld.shared.u32 %r3, [%r2];
    mov.u32 %r4, 1;
    bar.sync 0;)",
                                 address);
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal"});
  for (const char* setting : more) apply_override(config, setting);
  uint32_t first = 4 + static_cast<uint32_t>(std::count(address, address + strlen(address), ';'));
  return run(body.c_str(), config, first, first + 1, threads);
}

TEST(SharedMemory, ThreadsOfAWarpDoNotMeetAtABank) {
  // All threads read bank 0, each another word: a row of lanes would take 32 times as long.
  Lanes one = shared_loads("mad.lo.u32 %r2, %r1, 128, %r2;", 32, {});
  EXPECT_THAT(one.lanes_[0], ElementsAre("0 32 w0", "32 32 w0"));
}

TEST(SharedMemory, LanesMeetAtABank) {
  // Warp 1 follows warp 0 by a cycle, and reads the bank that warp 0 reads in the same cycle.
  constexpr const char* kMeeting =
      "add.u32 %r6, %r1, %r5; and.b32 %r6, %r6, 31; mad.lo.u32 %r6, %r5, 32, %r6; "
      "mad.lo.u32 %r2, %r6, 4, %r2;";
  Lanes two = shared_loads(kMeeting, 64, {});
  EXPECT_THAT(two.lanes_[0], ElementsAre("0 32 w0", "32 32 w0"));
  EXPECT_EQ(two.lanes_[1][0], "1 32 w1");
  EXPECT_EQ(two.lanes_[1][1], "34 32 w1") << "one cycle later than without the conflict";
  // The same words, which a bank gives to both.
  constexpr const char* kSame =
      "add.u32 %r6, %r1, %r5; and.b32 %r6, %r6, 31; mad.lo.u32 %r2, %r6, 4, %r2;";
  EXPECT_EQ(shared_loads(kSame, 64, {}).lanes_[1][1], "33 32 w1");
}

TEST(SharedMemory, IsAccessedWhenTheLaneComesToAThread) {
  // The sum runs in another lane, and follows the load thread by thread.
  auto follows = [](const char* initiation) {
    MachineConfig config = machine(32, 8, {"arch.datapath=temporal", "arch.lane_lock=false"});
    apply_override(config, initiation);
    return run(R"(
    .shared .align 4 .b8 s[128];
    mov.u32 %r1, s;
    bar.sync 0;
    ld.shared.u32 %r2, [%r1];
    add.u32 %r3, %r2, 1;)",
               config, 2, 3, 32)
        .issues_[1];
  };
  EXPECT_EQ(follows("core.timing.shared.initiation=20"),
            follows("core.timing.shared.initiation=1") + 31 * 19);
}

TEST(SharedMemory, WaitsWithThePortThatTheLaneHas) {
  // Two words for each thread, and one port.
  EXPECT_THAT(run(R"(
    .shared .align 8 .b8 s[256];
    mov.u32 %r1, s;
    bar.sync 0;
    ld.shared.u64 %rd2, [%r1];)",
                  machine(32, 8, {"arch.datapath=temporal", "core.units.lsu.lanes=1"}), 2, 2, 64)
                  .issues_,
              ElementsAre(0, 64));
}

/// A global load, by those threads of which `guard` makes %p1 true.
Lanes global_load(const char* guard, uint32_t threads) {
  std::string body = fmt::format(R"(
    mov.u32 %r1, %laneid;
    mov.u32 %r2, %warpid;
    ld.param.u64 %rd1, [pout];
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    {}
    bar.sync 0;
    @%p1 ld.global.u32 %r3, [%rd1];)",
                                 guard);
  uint32_t load = 5 + static_cast<uint32_t>(std::count(guard, guard + strlen(guard), ';'));
  return run(body.c_str(), machine(32, 8, {"arch.datapath=temporal"}), load, load, threads);
}

TEST(GlobalMemory, WaitsForTheAddressOfTheLastThread) {
  Lanes all = global_load("setp.lt.u32 %p1, %r1, 32;", 32);
  Lanes some = global_load("setp.lt.u32 %p1, %r1, 8;", 32);
  ASSERT_EQ(all.done_.size(), 1);
  ASSERT_EQ(some.done_.size(), 1);
  EXPECT_EQ(all.done_[0].second, some.done_[0].second + 24);
}

TEST(GlobalMemory, IsAccessedInTheOrderInWhichAddressesAreThere) {
  // Warp 1 issues a cycle later, but has one thread.
  Lanes two = global_load(
      "setp.ne.u32 %p2, %r2, 1; "
      "setp.eq.or.u32 %p1, %r1, 0, %p2;",
      64);
  EXPECT_THAT(two.issues_, ElementsAre(0, 1));
  ASSERT_EQ(two.done_.size(), 2);
  EXPECT_EQ(two.done_[0].first, "w1");
  EXPECT_EQ(two.done_[1].first, "w0");
  EXPECT_EQ(two.done_[1].second, two.done_[0].second + 30);
}

/// 256 threads read bank 0, each another word.
TEST(SharedMemory, ConflictsAreCyclesForLanesAsForRows) {
  constexpr const char* kBody = R"(
    .shared .align 4 .b8 s[32768];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, s;
    mad.lo.u32 %r2, %r1, 128, %r2;
    bar.sync 0;
    ld.shared.u32 %r3, [%r2];)";
  auto conflicts = [&](const MachineConfig& config) {
    return TimedKernel(kBody).run(config, 256).sms[0].core.shared_conflicts;
  };
  EXPECT_EQ(conflicts(plain_machine()), 8 * 31) << "of each warp, in all cycles but its last";
  // The second warp comes a cycle after the first; when the last one's turn has come, none waits.
  EXPECT_EQ(conflicts(machine(32, 8, {"arch.datapath=temporal"})), 7 * 32 - 1);
}

TEST(LaneLock, WithoutItIndependentInstructionsOfAWarpRunSideBySide) {
  constexpr const char* kBody = R"(
    mov.u32 %r9, 0;
    bar.sync 0;
    add.u32 %r1, %r9, 1;
    add.u32 %r2, %r9, 2;
    add.u32 %r3, %r9, 3;
    add.u32 %r1, %r1, %r2;
    add.u32 %r1, %r1, %r3;)";
  EXPECT_THAT(run(kBody, machine(32, 8, {"arch.datapath=temporal"}), 2, 4, 32).issues_,
              ElementsAre(0, 32, 64));
  EXPECT_THAT(
      run(kBody, machine(32, 8, {"arch.datapath=temporal", "arch.lane_lock=false"}), 2, 4, 32)
          .issues_,
      ElementsAre(0, 1, 2));
}

TEST(LaneCounters, SeeConflictsAndLanes) {
  constexpr const char* kBody = R"(
    mov.u32 %r1, 1;
    add.u32 %r2, %r1, 1;)";
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal", "core.units.sp.lanes=4"});
  const CoreCounters core = TimedKernel(kBody).run(config, 96).sms[0].core;
  const TemporalCounters& t = core.temporal;
  // Three warps become ready together: first two lanes wait for the front end, then one.
  EXPECT_EQ(t.issue_conflicts[1], 1);
  EXPECT_EQ(t.issue_conflicts[0], 1);
  EXPECT_EQ(t.issue_conflicts[2], 0);
  EXPECT_EQ(t.thread_slots, core.thread_instructions);
  EXPECT_EQ(t.lane_threads[0], t.lane_threads[2]);
  EXPECT_EQ(t.lane_threads[0] * 3, core.thread_instructions);
  EXPECT_EQ(t.lane_threads[3], 0);
  EXPECT_EQ(t.lanes_static, t.lanes_dynamic) << "nobody waits for memory";
  EXPECT_LE(t.lanes_static, core.cycles * 3);
  EXPECT_EQ(t.warps, t.lanes_static);
}

/// Counters of a kernel whose threads do little but end, after what the settings say.
CoreCounters few_instructions(uint32_t threads, std::initializer_list<const char*> settings) {
  constexpr const char* kBody = R"(
    mov.u32 %r1, %tid.x;
    add.u32 %r2, %r1, 1;)";
  return TimedKernel(kBody).run(machine(32, 8, settings), threads).sms[0].core;
}

TEST(LaneCounters, NoLaneWaitsForAFrontEndThatServesAll) {
  auto conflicts = [](uint32_t warps, const char* width) {
    return few_instructions(32 * warps, {"arch.datapath=temporal", width}).temporal.issue_conflicts;
  };
  EXPECT_THAT(conflicts(4, "core.issue_per_scheduler=4"), ElementsAre(0, 0, 0));
  EXPECT_THAT(conflicts(4, "core.issue_per_scheduler=8"), ElementsAre(0, 0, 0));
  EXPECT_THAT(conflicts(3, "core.issue_per_scheduler=2"), ElementsAre(1, 0, 0));
}

TEST(LaneCounters, LanesThatShareWarpsCountByThemselves) {
  auto lanes = [](uint32_t warps) {
    const CoreCounters core =
        few_instructions(32 * warps, {"arch.datapath=temporal", "arch.lane_lock=false"});
    EXPECT_EQ(core.temporal.lanes_static, core.temporal.lanes_dynamic);
    EXPECT_GE(core.temporal.warps, core.temporal.lanes_static);
    return std::pair(core.temporal.lanes_static, core.temporal.warps);
  };
  auto [four, four_warps] = lanes(4);
  EXPECT_EQ(four, four_warps);
  auto [twelve, twelve_warps] = lanes(12);
  EXPECT_LT(twelve, twelve_warps) << "of eight lanes";
}

/// The two sides of a branch run in turn, as groups of one warp.
TEST(LaneCounters, PathsOfAWarpAreOneWarp) {
  constexpr const char* kBody = R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra A;
    add.u32 %r2, %r1, 1;
    add.u32 %r2, %r2, 1;
    bra B;
A:  add.u32 %r2, %r1, 2;
    add.u32 %r2, %r2, 3;
B:  add.u32 %r3, %r2, 1;)";
  MachineConfig config =
      machine(32, 8, {"arch.datapath=temporal", "arch.divergence=dws", "dws.threshold=50"});
  const CoreCounters core = TimedKernel(kBody).run(config).sms[0].core;
  EXPECT_GT(core.most_paths, 1u);
  EXPECT_EQ(core.temporal.warps, core.temporal.lanes_static);
}

TEST(LaneCounters, AScalarInstructionIsOneOperationOfItsLane) {
  constexpr const char* kBody = R"(
    mov.u32 %r1, %ctaid.x;
    add.u32 %r2, %r1, 1;
    mov.u32 %r3, %tid.x;
    add.u32 %r4, %r3, %r2;)";
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal", "arch.scalarization=divergent"});
  const CoreCounters core = TimedKernel(kBody).run(config).sms[0].core;
  uint64_t vectors = core.warp_instructions - core.scalar.instructions;
  EXPECT_GE(core.scalar.instructions, 2u);
  EXPECT_EQ(core.temporal.lane_threads[0], vectors * 32 + core.scalar.instructions);
}

/// Of one instruction, whose two operands lie in the only bank.
uint64_t bank_conflicts(const char* instruction) {
  MachineConfig config = machine(32, 8, {"arch.datapath=temporal", "registers.banks=1"});
  std::string body = fmt::format("mov.u32 %r1, 1; mov.u32 %r2, 2; {}", instruction);
  return TimedKernel(body).run(config).sms[0].core.bank_conflicts;
}

TEST(LaneCounters, BankConflictsAreCyclesThatABankCosts) {
  EXPECT_EQ(bank_conflicts("add.u32 %r3, %r1, %r2;"), 32u);
  EXPECT_EQ(bank_conflicts("div.u32 %r3, %r1, %r2;"), 0u)
      << "the lane has time to read while it divides";
}

}  // namespace
}  // namespace heddle
