// Simultaneous branch and warp interweaving, cycle for cycle: brunie2012's Figure 2.
//
// Two warps of four threads run an if-then-else: instruction 1 parts them, 2 to 4 are the one side
// (4 jumps over the other), 5 is the other side, 6 is behind both. The masks of the figure are not
// in the text; those of warp 1 follow from it (threads 2 and 3 take the else side), warp 2's are
// the opposite, so that its sides fit beside those of warp 1.
//
// An instruction takes a cycle, and the one behind a branch that issued in cycle t can issue in
// cycle t + 2: it resolves in t + 1, and is followed by a fetch.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "effort.hpp"
#include "sm/observer.hpp"
#include "sm/schedule/best_fit.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;
using ::testing::ElementsAre;

/// The packets of each cycle: "1:2 1..1" is instruction 2 of warp 1 for threads 1 and 4.
class Packets final : public test::QuietObserver {
 public:
  Packets(uint32_t first, uint32_t last, bool threads = true)
      : first_(first), last_(last), threads_(threads) {}

  void issued(Cycle now, const IssuedPacket& p) override {
    if (p.pc.value() < first_ || p.pc.value() > last_) return;
    if (begin_ == kNeverCycle) begin_ = now;
    cycles_.resize(now - begin_ + 1);
    uint32_t mask = p.threads.begin()->mask, warp = mask < 16 ? 0 : 1;
    std::string text = fmt::format("{}:{}", warp + 1, p.pc.value() - first_ + 1);
    if (threads_) text += " ";
    for (uint32_t n = 0; threads_ && n < 4; n++)
      text += (mask >> (4 * warp + n)) & 1 ? static_cast<char>('1' + n) : '.';
    // The order within a cycle says nothing.
    std::string& cycle = cycles_[now - begin_];
    if (cycle.empty())
      cycle = text;
    else
      cycle = std::min(cycle, text) + " + " + std::max(cycle, text);
  }
  const std::vector<std::string>& cycles() const { return cycles_; }

 private:
  uint32_t first_, last_;
  bool threads_;
  Cycle begin_ = kNeverCycle;
  std::vector<std::string> cycles_;
};

constexpr const char* kIfThenElse = R"(
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 3;
    shr.u32 %r3, %r1, 2;
    add.u32 %r4, %r2, 1;
    shr.u32 %r4, %r4, 1;
    and.b32 %r4, %r4, 1;
    xor.b32 %r4, %r4, %r3;
    setp.ne.u32 %p1, %r4, 0;
    mov.u32 %r6, 0;
    bar.sync 0;
    @%p1 bra ELSE;
    mov.u32 %r5, 1;
    mov.u32 %r6, 2;
    bra JOIN;
ELSE:
    mov.u32 %r5, 3;
JOIN:
    mov.u32 %r7, 4;
    bar.sync 0;
    add.u32 %r5, %r5, %r6;
    add.u32 %r5, %r5, %r7;
    ld.param.u64 %rd1, [pout];
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    st.global.u32 [%rd1], %r5;)";
constexpr uint32_t kFirst = 10, kLast = 15;

MachineConfig figure_machine(std::initializer_list<const char*> settings) {
  MachineConfig c = plain_machine();
  c.core.warp = c.core.lanes = 4;
  c.core.max_threads = 64;
  c.core.max_warps = 16;
  for (UnitConfig& u : c.core.units) u.lanes = 4;
  c.fetch.per_cycle = 4;
  c.arch.schedule = "oldest";
  for (const char* setting : settings) apply_override(c, setting);
  return c;
}

std::vector<std::string> figure(std::initializer_list<const char*> settings) {
  TimedKernel kernel(kIfThenElse);
  Packets packets(kFirst, kLast);
  MachineConfig config = figure_machine(settings);
  Machine machine(ValidMachine(config), {.check = true, .progress = {}, .observer = &packets});
  kernel.run(machine, 8);
  return packets.cycles();
}

std::initializer_list<const char*> sbi(bool constraints) {
  static constexpr auto kWith = {"arch.divergence=frontier", "arch.dependence=matrix",
                                 "arch.datapath=interwoven", "frontier.paths=2",
                                 "arch.secondary=same-warp", "core.issue_per_scheduler=2",
                                 "frontier.constraints=true"};
  static constexpr auto kWithout = {"arch.divergence=frontier",  "arch.dependence=matrix",
                                    "arch.datapath=interwoven",  "frontier.paths=2",
                                    "arch.secondary=same-warp",  "core.issue_per_scheduler=2",
                                    "frontier.constraints=false"};
  return constraints ? kWith : kWithout;
}

/// (a) A stack runs one side, then the other; the target of the branch, instruction 5, first.
TEST(Interweave, Figure2aStack) {
  EXPECT_THAT(figure({}), ElementsAre("1:1 .23.", "2:1 1..4",              //
                                      "1:5 .23.",                          //
                                      "1:2 1..4", "1:3 1..4", "1:4 1..4",  //
                                      "2:5 1..4",  // while the jump of warp 1 is under way
                                      "1:6 1234",  // and a barrier of warp 1, behind 6
                                      "", "2:2 .23.", "2:3 .23.", "2:4 .23.", "", "2:6 1234"));
}

/// (b) Instruction 5 issues with 2; threads 2 and 3 run ahead to 6, which issues once more for the
/// others.
TEST(Interweave, Figure2bBranches) {
  EXPECT_THAT(figure(sbi(false)), ElementsAre("1:1 .23.", "2:1 1..4",  //
                                              "1:2 1..4 + 1:5 .23.",   //
                                              "1:3 1..4 + 1:6 .23.",   //
                                              "1:4 1..4",  // beside a barrier of threads 2 and 3
                                              "2:2 .23. + 2:5 1..4",  //
                                              "1:6 1..4", "",         //
                                              "2:3 .23. + 2:6 1..4",  //
                                              "2:4 .23.", "", "2:6 .23."));
}

/// (c) Threads 2 and 3 wait at 6, which issues once.
TEST(Interweave, Figure2cBranchesWithConstraints) {
  EXPECT_THAT(figure(sbi(true)), ElementsAre("1:1 .23.", "2:1 1..4",  //
                                             "1:2 1..4 + 1:5 .23.",   //
                                             "1:3 1..4", "1:4 1..4",  //
                                             "1:6 1234", "",          //
                                             "2:2 .23. + 2:5 1..4",   //
                                             "2:3 .23.", "2:4 .23.",  //
                                             "2:6 1234"));
}

/// (d) The sides of the two warps fill each other's gaps. Each choice is made a cycle before it
/// issues, so instruction 2 comes a cycle later than in (a), when that of warp 2 is ready, too.
TEST(Interweave, Figure2dWarps) {
  EXPECT_THAT(
      figure({"arch.divergence=frontier", "arch.dependence=matrix", "arch.datapath=interwoven",
              "arch.secondary=best-fit", "core.issue_per_scheduler=2"}),
      ElementsAre("1:1 .23.", "2:1 1..4", "",  //
                  "1:2 1..4 + 2:2 .23.",       //
                  "1:3 1..4 + 2:3 .23.",       //
                  "1:4 1..4 + 2:4 .23.", "", "",
                  "1:5 .23. + 2:5 1..4",  //
                  "1:6 1234", "",         // a barrier of warp 1
                  "2:6 1234"));
}

/// (e) Instruction 5 issues with 2 of the same warp, instruction 2 of warp 2 with 3 of warp 1.
TEST(Interweave, Figure2eBranchesAndWarps) {
  EXPECT_THAT(
      figure({"arch.divergence=frontier", "arch.dependence=matrix", "frontier.paths=2",
              "arch.datapath=interwoven", "arch.secondary=best-fit", "core.issue_per_scheduler=2"}),
      ElementsAre("1:1 .23.", "2:1 1..4", "", "1:2 1..4 + 1:5 .23.", "1:3 1..4 + 2:2 .23.",
                  "1:4 1..4 + 2:3 .23.", "1:6 1234", "", "2:4 .23.", "2:5 1..4", "2:6 1234"));
}

/// Section 3.4: one split may be made per cycle. Both sides of an if-then-else part at once: the
/// branches issue together, that of the first side resolves, the other's a cycle later.
TEST(Interweave, TwoBranchesOfACyclePartOneAfterTheOther) {
  auto cycles = [](const char* inner) {
    TimedKernel kernel(fmt::format(R"(
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 1;
    setp.ne.u32 %p2, %r2, 0;
    setp.ge.u32 %p1, %r1, 2;
    setp.ge.u32 %p3, %r1, 0;
    @%p1 bra ELSE;
    @{0} bra A;
    mov.u32 %r5, 1;
A:  bra JOIN;
ELSE:
    @{0} bra B;
    mov.u32 %r5, 2;
B:  mov.u32 %r6, 3;
JOIN:
    mov.u32 %r7, 4;)",
                                   inner));
    Packets packets(5, 11);
    Machine machine(ValidMachine(figure_machine(sbi(true))),
                    {.check = true, .progress = {}, .observer = &packets});
    kernel.run(machine, 4);
    return packets.cycles();
  };
  EXPECT_THAT(cycles("%p3"), ElementsAre("1:1 ..34", "",             //
                                         "1:2 12.. + 1:5 ..34", "",  //
                                         "1:4 12.. + 1:7 ..34"));
  // The branch of threads 3 and 4 parts them first; by the time that they can go on, the other has
  // made two splits that are before them.
  EXPECT_THAT(cycles("%p2"), ElementsAre("1:1 ..34", "",                 //
                                         "1:2 .2.. + 1:5 ...4", "", "",  //
                                         "1:3 1...",                     //
                                         "1:4 12.. + 1:6 ..3.",          //
                                         "1:7 ..34"));
}

/// A load whose threads read two lines issues twice; the threads that are served first wait for the
/// others, or run beside them.
TEST(Interweave, ALoadOfTwoLinesPartsItsThreads) {
  TimedKernel kernel(R"(
    ld.param.u64 %rd1, [pout];
    mov.u32 %r1, %tid.x;
    and.b32 %r2, %r1, 1;
    mul.wide.u32 %rd2, %r2, 4096;
    add.u64 %rd1, %rd1, %rd2;
    ld.global.u32 %r3, [%rd1];
    mov.u32 %r4, 1;
    mov.u32 %r5, 2;
    add.u32 %r3, %r3, %r4;
    add.u32 %r3, %r3, %r5;
    st.global.u32 [%rd1], %r3;)");
  auto run = [&](const char* split) {
    Packets packets(5, 7);
    MachineConfig config = figure_machine(sbi(true));
    apply_override(config, split);
    Machine machine(ValidMachine(config), {.check = true, .progress = {}, .observer = &packets});
    uint64_t splits = kernel.run(machine, 4).sms[0].core.memory_splits;
    return std::pair(packets.cycles(), splits);
  };
  auto whole = run("frontier.memory_split=false"), parted = run("frontier.memory_split=true");
  EXPECT_EQ(whole.second, 0u);
  EXPECT_THAT(whole.first, ElementsAre("1:1 1234", "1:2 1234", "1:3 1234"));
  EXPECT_EQ(parted.second, 1u);
  EXPECT_THAT(parted.first, ElementsAre("1:1 1.3.",             //
                                        "1:1 .2.4 + 1:2 1.3.",  //
                                        "1:2 .2.4 + 1:3 1.3.",  //
                                        "1:3 .2.4"));
}

/// Section 5.1: warps of 64 that use all units at once issue more than 64 threads per cycle: 64 on
/// the row of MADs, 32 on the LSU, 8 on the SFU are 104 at best. Of 13 instructions here 8 take a
/// cycle of the row each, 4 take 2 of the LSU, one takes 8 of the SFU.
TEST(Interweave, WarpsOfRegularCodeUseAllUnits) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  std::string body = "mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; shl.b32 %r2, %r1, 2;\n";
  for (int n = 0; n < 50; n++)
    body += R"(
      add.u32 %r10, %r1, 1; add.u32 %r11, %r1, 2; ld.shared.u32 %r20, [%r2];
      add.u32 %r12, %r1, 3; add.u32 %r13, %r1, 4; ld.shared.u32 %r21, [%r2];
      sin.approx.f32 %f2, %f1;
      add.u32 %r14, %r1, 5; add.u32 %r15, %r1, 6; ld.shared.u32 %r22, [%r2];
      add.u32 %r16, %r1, 7; add.u32 %r17, %r1, 8; ld.shared.u32 %r23, [%r2];)";
  for (int n = 10; n < 24; n++)
    if (n < 18 || n > 19) body += fmt::format("add.u32 %r1, %r1, %r{};\n", n);
  body += "cvt.rzi.u32.f32 %r3, %f2; add.u32 %r1, %r1, %r3; st.shared.u32 [%r2], %r1;";
  TimedKernel kernel(body);
  auto ipc = [&](const char* arch) {
    LaunchResult r = kernel.run(load_machine("brunie2012", arch, {}), 1024, 1, 4096);
    const CoreCounters& c = r.sms[0].core;
    return static_cast<double>(c.thread_instructions) / static_cast<double>(c.cycles);
  };
  double baseline = ipc("pdom"), wide = ipc("frontier64"), swi = ipc("swi"), sbi = ipc("sbi");
  EXPECT_LE(baseline, 64);
  EXPECT_LE(wide, 64);
  EXPECT_GT(swi, 80);
  EXPECT_LE(swi, 104);
  EXPECT_GT(sbi, 80);
  EXPECT_LE(sbi, 104);
}

/// Where the row of the first is full, only another unit is left; with one way, the look-up sees
/// one other warp.
TEST(Interweave, TheLookUpSeesTheSetBehindTheFirst) {
  MachineConfig c = load_machine("brunie2012", "swi", {});
  for (uint32_t ways : {0u, 16u}) {
    c.arch.lookup_ways = ways;
    for (uint32_t warp = 0; warp < 16; warp++)
      EXPECT_TRUE(in_lookup_set(c, WarpId(warp), WarpId{3}));
  }
  c.arch.lookup_ways = 1;
  for (uint32_t first = 0; first < 16; first++)
    for (uint32_t warp = 0; warp < 16; warp++)
      EXPECT_EQ(in_lookup_set(c, WarpId(warp), WarpId(first)), warp == (first + 1) % 16);
  c.arch.lookup_ways = 4;
  for (uint32_t warp = 0; warp < 16; warp++)
    EXPECT_EQ(in_lookup_set(c, WarpId(warp), WarpId{5}), warp % 4 == 2) << warp;
}

}  // namespace
}  // namespace heddle
