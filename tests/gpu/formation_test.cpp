// Dynamic warp formation (fung2007) in the pipeline, on machines whose every latency is known: each
// instruction takes one cycle, and one warp issues in a cycle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sm/observer.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

MachineConfig forming(uint32_t width, const char* schedule, const char* layout = "ideal") {
  MachineConfig c = test::plain_machine();
  c.core.warp = c.core.lanes = width;
  c.core.max_warps = c.core.max_threads / width;
  for (UnitConfig& u : c.core.units) u.lanes = width;
  c.arch.divergence = "dwf";
  c.arch.schedule = schedule;
  c.registers.layout = layout;
  return c;
}

/// The PCs of packets in the order in which they issued.
class Order final : public test::QuietObserver {
 public:
  void issued(Cycle, const IssuedPacket& packet) override { pcs.push_back(packet.pc); }

  std::vector<LinkedPc> pcs;
};

/// A warp is as old as its entry into the pool, not as old as the warp whose number it reuses: in
/// straight code the oldest first means that all warps stay together.
TEST(WarpFormation, TheOldestIsTheOneThatHasWaitedLongest) {
  MachineConfig c = forming(4, "oldest");
  Order order;
  Machine machine(ValidMachine(c), {.check = true, .progress = {}, .observer = &order});
  test::TimedKernel kernel(
      "mov.u32 %r1, 1; add.u32 %r1, %r1, 1; add.u32 %r1, %r1, 2; add.u32 %r1, %r1, 3;");
  kernel.run(machine, 64);
  ASSERT_EQ(order.pcs.size(), 16u * 5);
  EXPECT_TRUE(std::ranges::is_sorted(order.pcs));
}

constexpr const char* kOneGoesAside = R"(
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra ASIDE;
  mov.u32 %r2, 0;
LOOP:
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p2, %r2, 10;
  @%p2 bra LOOP;
  ret;
ASIDE:
  mov.u32 %r3, 1;)";

/// Eight threads in two warps issue one packet in every cycle; thread 0 leaves the others. Its
/// branch issues in cycle 4, so that it waits from cycle 5 on. In cycle 5 the other warp branches.
/// Under majority the seven others, in two warps, issue first: a move and ten rounds of three
/// instructions each, 2 × 31 packets. Their last instruction ends them. Thread 0 waits 63 cycles.
TEST(WarpFormation, MajorityStarvesAMinority) {
  test::TimedKernel kernel(kOneGoesAside);
  LaunchResult r = kernel.run(forming(4, "majority"), 8);
  EXPECT_EQ(r.sms[0].core.dwf.longest_wait, 63u);
  EXPECT_EQ(r.sms[0].core.schedule.table_overflows, 0u);
  // The oldest first: three warps at most wait for each other.
  r = kernel.run(forming(4, "oldest"), 8);
  EXPECT_EQ(r.sms[0].core.dwf.longest_wait, 2u);
}

/// Every warp that was formed has issued once, and was looked for once unless it came with a block
/// or from threads for whom another had no room.
TEST(WarpFormation, EveryWarpFormedIssues) {
  test::TimedKernel kernel(kOneGoesAside);
  for (const char* layout : {"ideal", "per-lane", "crossbar"}) {
    LaunchResult r = kernel.run(forming(4, "majority", layout), 60, 3);
    const CoreCounters& k = r.sms[0].core;
    EXPECT_EQ(k.dwf.warps_formed, k.warp_instructions);
    EXPECT_EQ(k.dwf.lut_lookups, k.dwf.lut_hits + k.dwf.lut_misses);
    EXPECT_GT(k.dwf.lut_hits, 0u);
    EXPECT_GE(k.dwf.warps_formed, k.dwf.lut_misses + 45);
    EXPECT_LE(k.dwf.pool_cycles, k.active_cycles);
    EXPECT_LE(k.dwf.pc_cycles, k.dwf.warp_cycles);
    EXPECT_LE(k.dwf.warp_cycles, k.dwf.thread_cycles);
    EXPECT_LE(k.dwf.most_warps, 180u);
    EXPECT_EQ(k.dwf.crossbar_stalls, k.bank_conflicts);
    EXPECT_EQ(k.dwf.crossbar_stalls > 0, std::string_view(layout) == "crossbar");
    EXPECT_EQ(k.dwf.lane_conflicts > 0, std::string_view(layout) == "per-lane");
  }
}

/// Footnote 4: a branch to more than two PCs sends two of them to the scheduler in a cycle, and
/// stalls the pipeline for the others.
TEST(WarpFormation, AnIndirectBranchStallsForTheThirdPc) {
  for (uint32_t targets = 1; targets <= 4; targets++) {
    std::string count = std::to_string(targets);
    test::TimedKernel kernel("mov.u32 %r1, %tid.x; rem.u32 %r1, %r1, " + count + R"(;
      t: .branchtargets A, B, C, D;
      brx.idx %r1, t;
      A: mov.u32 %r2, 1; ret;
      B: mov.u32 %r2, 2; ret;
      C: mov.u32 %r2, 3; ret;
      D: mov.u32 %r2, 4;)");
    LaunchResult r = kernel.run(forming(4, "majority"), 4);
    EXPECT_EQ(test::slots(r, Cause::WritebackContention), (targets - 1) / 2) << targets;
  }
}

/// Blocks of eight threads share warps of sixteen from their second instruction on.
TEST(WarpFormation, WarpsMixBlocks) {
  test::TimedKernel kernel("mov.u32 %r1, 1; add.u32 %r1, %r1, 1; add.u32 %r1, %r1, 2;");
  LaunchResult r = kernel.run(forming(16, "lowest-pc"), 8, 2);
  const CoreCounters& k = r.sms[0].core;
  EXPECT_EQ(k.occupancy[8], 2u);   // the first, one warp of each block
  EXPECT_EQ(k.occupancy[16], 3u);  // the others, with the return
}

/// Figure 16: the threads of every cycle, with those in which results of loads took the port of
/// write-back apart.
TEST(WarpFormation, Figure16FollowsFromTheStatistics) {
  MachineConfig c = forming(4, "majority");
  c.core.writeback_ports = 1;
  test::TimedKernel kernel(R"(
    ld.param.u64 %rd1, [pout]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd1, %rd1, %rd2; ld.global.u32 %r2, [%rd1];
    add.u32 %r3, %r1, 1; add.u32 %r3, %r3, 2; add.u32 %r3, %r3, 3;
    setp.gt.u32 %p1, %r1, 1000; @%p1 mov.u32 %r3, 0;
    st.global.u32 [%rd1], %r3;)");
  const LaunchResult r = kernel.run(c, 64);
  const CoreCounters& k = r.sms[0].core;
  uint64_t stall = test::slots(r, Cause::WritebackContention), all = 0;
  EXPECT_GT(stall, 0u);
  for (uint64_t packets : k.occupancy) all += packets;
  EXPECT_EQ(all, k.cycles);
  // A move that nobody executes issued in 16 warps: cycles in which no lane worked, as idle ones.
  uint64_t idle = k.cycles - test::slots(r, Cause::Issued);
  EXPECT_EQ(k.occupancy[0] - stall, idle - stall + 16);
}

}  // namespace
}  // namespace heddle
