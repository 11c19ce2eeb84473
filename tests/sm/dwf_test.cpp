// Dynamic warp formation on the class by itself: fung2007's Figures 9 and 11, and what the text of
// §4.1 and §4.2 says of them. The figures' masks are not in the text; those here are chosen to show
// what their captions say.
#include "sm/divergence/dwf/dwf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numbers.hpp"

namespace heddle {
namespace {

MachineConfig machine(uint32_t width, const char* layout, const char* lane_map = "identity") {
  MachineConfig c;
  c.core.warp = c.core.lanes = width;
  c.core.max_threads = 64;
  c.core.max_blocks = 2;
  c.registers.layout = layout;
  c.arch.lane_map = lane_map;
  return c;
}

/// The pool: place and threads (of tile 0) of every warp that can issue, oldest first.
std::vector<std::pair<uint32_t, uint32_t>> pool(const Dwf& dwf) {
  std::vector<GroupId> groups;
  for (GroupId g; g.value() < dwf.group_limit(); ++g)
    if (dwf.ready(g)) groups.push_back(g);
  std::ranges::sort(groups, {}, [&](GroupId g) { return dwf.age(g); });
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (GroupId g : groups) {
    Threads threads;
    dwf.threads(g, threads);
    out.emplace_back(dwf.place(g).pc.value(), threads.begin()->mask);
  }
  return out;
}

/// The warp at a place with these threads issues and completes: to `there` go those of `taken`.
void branch(Dwf& dwf, uint32_t mask, LinkedPc here, LinkedPc next, LinkedPc there, uint32_t taken) {
  for (GroupId g; g.value() < dwf.group_limit(); ++g) {
    Threads threads;
    if (!dwf.ready(g) || dwf.place(g).pc != here) continue;
    dwf.threads(g, threads);
    if (threads.begin()->mask != mask) continue;
    dwf.hold(g);
    EXPECT_FALSE(dwf.ready(g));
    Outcome outcome;
    if (mask & ~taken) outcome.destinations.push_back({{next, 0}, Threads(0_tile, mask & ~taken)});
    if (mask & taken) outcome.destinations.push_back({{there, 0}, Threads(0_tile, mask & taken)});
    dwf.resolve(g, outcome);
    return;
  }
  FAIL() << "there is no such warp";
}

using Pool = std::vector<std::pair<uint32_t, uint32_t>>;

/// Figure 9: warps W0 and W1 of four threads each part towards A (at 10) and B (at 20), two threads
/// each way. W2 and W3 are full.
TEST(Dwf, Figure9TwoHalvesMakeAWholeWarp) {
  Dwf dwf(machine(4, "ideal"));
  CoreCounters counters;
  dwf.count_in(counters);
  dwf.arrive({0_tile, 8, 0});
  EXPECT_EQ(pool(dwf), (Pool{{0, 0b0000'1111}, {0, 0b1111'0000}}));
  branch(dwf, 0x0f, 0_pc, 10_pc, 20_pc, 0b0000'1010);
  EXPECT_EQ(pool(dwf), (Pool{{0, 0xf0}, {10, 0b0000'0101}, {20, 0b0000'1010}}));
  branch(dwf, 0xf0, 0_pc, 10_pc, 20_pc, 0b1100'0000);
  EXPECT_EQ(pool(dwf), (Pool{{10, 0b0011'0101}, {20, 0b1100'1010}}));
  EXPECT_EQ(dwf.pooled(), 2u);
  // One look-up for each of the two next PCs of each warp; the first warp's find nothing.
  EXPECT_EQ(counters.dwf.lut_lookups, 4u);
  EXPECT_EQ(counters.dwf.lut_misses, 2u);
  EXPECT_EQ(counters.dwf.lut_hits, 2u);
  EXPECT_EQ(counters.dwf.lut_evictions, 0u);
  EXPECT_EQ(counters.dwf.warps_formed, 4u);
  // W1 waited when the parts of W0 came.
  EXPECT_EQ(counters.dwf.most_warps, 3u);
  EXPECT_EQ(counters.dwf.most_pcs, 3u);
}

/// Figure 11, lane-aware: of the threads that arrive, those whose home lane (OCC) is taken go to a
/// new warp, to which IDX points from then on; the others join the old one.
TEST(Dwf, Figure11ThreadsWhoseLaneIsTakenStartANewWarp) {
  Dwf dwf(machine(4, "per-lane"));
  CoreCounters counters;
  dwf.count_in(counters);
  dwf.arrive({0_tile, 12, 0});
  branch(dwf, 0x00f, 0_pc, 10_pc, 20_pc, 0b0011);  // to 20: lanes 0 and 1
  branch(dwf, 0x0f0, 0_pc, 10_pc, 20_pc,
         0b0110'0000);  // to 20: lanes 1 (taken) and 2; to 10: 0 and 3 (taken)
  EXPECT_EQ(
      pool(dwf),
      (Pool{
          {0, 0xf00}, {10, 0b0001'1100}, {20, 0b0100'0011}, {10, 0b1000'0000}, {20, 0b0010'0000}}));
  EXPECT_EQ(counters.dwf.lane_conflicts, 2u);
  // The third warp's threads meet the new warps, not those that are updated no more.
  branch(dwf, 0xf00, 0_pc, 10_pc, 20_pc,
         0b0001'0000'0000);  // to 20: lane 0; to 10: lanes 1, 2, 3 (taken)
  EXPECT_EQ(pool(dwf), (Pool{{10, 0b0001'1100},
                             {20, 0b0100'0011},
                             {10, 0b0110'1000'0000},
                             {20, 0b0001'0010'0000},
                             {10, 0b1000'0000'0000}}));
  EXPECT_EQ(counters.dwf.lane_conflicts, 3u);
  EXPECT_EQ(counters.dwf.lut_lookups, 6u);
  EXPECT_EQ(counters.dwf.lut_hits, 4u);
  EXPECT_EQ(counters.dwf.warps_formed, 3u + 5u);
}

/// A full warp has no room for anybody: that is no conflict of lanes.
TEST(Dwf, AFullWarpIsNoLaneConflict) {
  Dwf dwf(machine(4, "per-lane"));
  CoreCounters counters;
  dwf.count_in(counters);
  dwf.arrive({0_tile, 8, 0});
  branch(dwf, 0x0f, 0_pc, 10_pc, 20_pc, 0);
  branch(dwf, 0xf0, 0_pc, 10_pc, 20_pc, 0);
  EXPECT_EQ(pool(dwf), (Pool{{10, 0x0f}, {10, 0xf0}}));
  EXPECT_EQ(counters.dwf.lut_hits, 1u);
  EXPECT_EQ(counters.dwf.lane_conflicts, 0u);
}

/// §4.2: of the threads that come to a PC at once, "the TIDs of the threads that do not cause any
/// conflict will be assigned to the original warp", whichever blocks they are of.
TEST(Dwf, ThreadsWithoutConflictJoinTheOriginalWarp) {
  Dwf dwf(machine(4, "per-lane"));
  for (uint32_t block = 0; block < 3; block++) dwf.arrive({TileId(block), 4, block});
  auto go = [&](GroupId g, LinkedPc to, std::initializer_list<TileMask> parts) {
    dwf.hold(g);
    Outcome outcome;
    outcome.destinations.push_back({{to, 0}, {}});
    for (TileMask p : parts) outcome.destinations.back().threads.add(p.tile, p.mask);
    dwf.resolve(g, outcome);  // all others have exited
  };
  auto warp_at = [&](LinkedPc pc, TileId tile) {
    for (GroupId g; g.value() < dwf.group_limit(); ++g) {
      Threads threads;
      if (!dwf.ready(g) || dwf.place(g).pc != pc) continue;
      dwf.threads(g, threads);
      if (threads.has_tile(tile)) return g;
    }
    return kNoGroup;
  };
  go(warp_at(0_pc, 0_tile), 30_pc, {{0_tile, 0b0001}});  // lane 0 of the first block
  go(warp_at(0_pc, 1_tile), 30_pc, {{1_tile, 0b0010}});  // and lane 1 of the second: one warp
  go(warp_at(0_pc, 2_tile), 10_pc,
     {{2_tile, 0b0001}});  // lane 0 of the third: taken where they go now
  ASSERT_EQ(warp_at(30_pc, 0_tile), warp_at(30_pc, 1_tile));
  go(warp_at(30_pc, 0_tile), 10_pc, {{0_tile, 0b0001}, {1_tile, 0b0010}});
  EXPECT_EQ(dwf.pooled(), 2u);
  EXPECT_EQ(warp_at(10_pc, 1_tile), warp_at(10_pc, 2_tile));
  EXPECT_NE(warp_at(10_pc, 0_tile), warp_at(10_pc, 2_tile));
}

/// Figure 10b: through a crossbar, threads with the same home lane read one after the other.
TEST(Dwf, ACrossbarReadsABankOncePerCycle) {
  Dwf dwf(machine(4, "crossbar"));
  dwf.arrive({0_tile, 12, 0});
  branch(dwf, 0x00f, 0_pc, 10_pc, 20_pc, 0b0001);            // to 20: home lane 0
  branch(dwf, 0x0f0, 0_pc, 10_pc, 20_pc, 0b0011'0000);       // lanes 0 and 1
  branch(dwf, 0xf00, 0_pc, 10_pc, 20_pc, 0b0001'0000'0000);  // lane 0
  for (GroupId g; g.value() < dwf.group_limit(); ++g)
    if (dwf.ready(g) && dwf.place(g).pc == 20_pc) {
      EXPECT_EQ(dwf.crossbar_conflicts(g), 2u);
    }
}

/// A warp that has issued takes nobody in.
TEST(Dwf, AWarpThatHasIssuedIsClosed) {
  Dwf dwf(machine(4, "ideal"));
  dwf.arrive({0_tile, 8, 0});
  branch(dwf, 0x0f, 0_pc, 10_pc, 20_pc, 0b1100);
  for (GroupId g; g.value() < dwf.group_limit(); ++g)
    if (dwf.ready(g) && dwf.place(g).pc == 10_pc) dwf.hold(g);
  branch(dwf, 0xf0, 0_pc, 10_pc, 20_pc, 0b1100'0000);
  EXPECT_EQ(pool(dwf), (Pool{{20, 0b1100'1100}, {10, 0b0011'0000}}));
}

/// A place that the LUT has evicted gets a new warp; the old one can still issue.
TEST(Dwf, EvictedWarpsStayInThePool) {
  MachineConfig c = machine(4, "ideal");
  c.dwf.lut_entries = c.dwf.lut_ways = 1;
  Dwf dwf(c);
  CoreCounters counters;
  dwf.count_in(counters);
  dwf.arrive({0_tile, 8, 0});
  branch(dwf, 0x0f, 0_pc, 10_pc, 20_pc, 0b1100);
  EXPECT_EQ(counters.dwf.lut_evictions, 1u);
  branch(dwf, 0xf0, 0_pc, 10_pc, 20_pc, 0b1100'0000);
  EXPECT_EQ(pool(dwf), (Pool{{10, 0x03}, {20, 0x0c}, {10, 0x30}, {20, 0xc0}}));
  // 20 evicts 10, then 10 evicts 20, then 20 evicts 10 again.
  EXPECT_EQ(counters.dwf.lut_evictions, 3u);
  EXPECT_EQ(counters.dwf.lut_lookups, 4u);
  EXPECT_EQ(counters.dwf.lut_misses, 4u);
}

/// Figure 11b: places of one set replace the least recently used of it, and only that.
TEST(Dwf, TheLutIsSetAssociative) {
  WarpLut lut(4, 2);
  for (uint32_t pc : {0u, 1u, 2u}) EXPECT_FALSE(lut.set({LinkedPc(pc), 0}, GroupId(10 + pc)));
  EXPECT_EQ(lut.find({0_pc, 0}), 10_group);
  EXPECT_TRUE(
      lut.set({4_pc, 0}, 14_group));  // in the set of 0 and 2: 2 has not been asked for since
  EXPECT_EQ(lut.find({2_pc, 0}), kNoGroup);
  EXPECT_EQ(lut.find({0_pc, 0}), 10_group);
  EXPECT_EQ(lut.find({1_pc, 0}), 11_group);
  EXPECT_EQ(lut.find({4_pc, 0}), 14_group);
  EXPECT_FALSE(lut.set({4_pc, 0}, 15_group));  // IDX points to another warp
  lut.forget({4_pc, 0}, 14_group);             // which is not that one
  EXPECT_EQ(lut.find({4_pc, 0}), 15_group);
  lut.forget({4_pc, 0}, 15_group);
  EXPECT_EQ(lut.find({4_pc, 0}), kNoGroup);
}

/// The pool over time. Nothing is known of cycles but how many have ended.
TEST(Dwf, CountsThePoolAtTheEndOfEachCycle) {
  Dwf dwf(machine(4, "ideal"));
  CoreCounters counters;
  const DwfCounters& c = counters.dwf;
  dwf.count_in(counters);
  auto at = [&](LinkedPc pc) {
    GroupId oldest = kNoGroup;
    for (GroupId g; g.value() < dwf.group_limit(); ++g)
      if (dwf.ready(g) && dwf.place(g).pc == pc &&
          (oldest == kNoGroup || dwf.age(g) < dwf.age(oldest)))
        oldest = g;
    return oldest;
  };
  auto expect = [&](std::initializer_list<uint64_t> values) {
    EXPECT_EQ((std::vector{c.pool_cycles, c.warp_cycles, c.pc_cycles, c.thread_cycles,
                           c.oldest_cycles, c.longest_wait}),
              std::vector<uint64_t>(values));
  };
  dwf.pass(100);
  expect({0, 0, 0, 0, 0, 0});
  dwf.arrive({0_tile, 8, 0});
  dwf.pass(1);  // two warps at 0
  expect({1, 2, 1, 8, 1, 1});
  GroupId first = at(0_pc);
  dwf.hold(first);
  dwf.pass(1);  // the second, which has waited for 2 cycles then
  expect({2, 3, 2, 12, 3, 2});
  Outcome outcome;
  outcome.destinations.push_back({{10_pc, 0}, Threads(0_tile, 0x0f)});
  dwf.resolve(first, outcome);
  dwf.pass(3);  // it, for 3, 4 and 5, and the first again
  expect({5, 9, 8, 36, 15, 5});
  dwf.hold(at(0_pc));
  dwf.pass(2);  // the first, for 4 and 5
  expect({7, 11, 10, 44, 24, 5});
  dwf.hold(at(10_pc));
  dwf.pass(50);
  expect({7, 11, 10, 44, 24, 5});
}

/// §4.1: with even lanes taken and odd ones not, lanes of all warps collide, unless every other
/// warp has its even and odd lanes swapped.
TEST(Dwf, SwizzlingLetsEvenAndOddThreadsMeet) {
  for (bool swizzle : {false, true}) {
    Dwf dwf(machine(4, "per-lane", swizzle ? "swizzle" : "identity"));
    dwf.arrive({0_tile, 8, 0});
    branch(dwf, 0x0f, 0_pc, 10_pc, 20_pc, 0b0101);
    branch(dwf, 0xf0, 0_pc, 10_pc, 20_pc, 0b0101'0000);
    EXPECT_EQ(dwf.pooled(), swizzle ? 2u : 4u);
  }
}

/// Threads set free at a barrier come as any others; warps may mix blocks.
TEST(Dwf, ReleasedThreadsJoinWarps) {
  Dwf dwf(machine(4, "ideal"));
  dwf.arrive({0_tile, 2, 0});
  dwf.arrive({1_tile, 2, 1});
  std::vector<GroupId> groups;
  for (GroupId g; g.value() < dwf.group_limit(); ++g)
    if (dwf.ready(g)) groups.push_back(g);
  ASSERT_EQ(groups.size(), 2u);
  for (GroupId g : groups) {
    dwf.hold(g);
    dwf.resolve(g, {});  // all wait
  }
  EXPECT_EQ(dwf.pooled(), 0u);
  dwf.release(Threads(0_tile, 0b11), {5_pc, 0});
  dwf.release(Threads(1_tile, 0b11), {5_pc, 0});
  EXPECT_EQ(dwf.pooled(), 1u);
}

/// PDOM priority: a warp is as far as the thread that has passed the fewest post-dominators.
TEST(Dwf, CountsPostDominatorsPerThread) {
  Dwf dwf(machine(4, "ideal"));
  dwf.arrive({0_tile, 8, 0});
  auto go = [&](uint32_t mask, LinkedPc from, LinkedPc to, bool join) {
    for (GroupId g; g.value() < dwf.group_limit(); ++g) {
      Threads threads;
      if (!dwf.ready(g) || dwf.place(g).pc != from) continue;
      dwf.threads(g, threads);
      if (!(threads.begin()->mask & mask)) continue;
      dwf.hold(g);
      Outcome outcome;
      outcome.destinations.push_back({{to, 0}, Threads(0_tile, mask), join});
      dwf.resolve(g, outcome);
      return;
    }
  };
  go(0x0f, 0_pc, 7_pc, true);
  go(0xf0, 0_pc, 9_pc, false);
  for (GroupId g; g.value() < dwf.group_limit(); ++g) {
    if (dwf.ready(g)) {
      EXPECT_EQ(dwf.passed(g), dwf.place(g).pc == 7_pc ? 1u : 0u);
    }
  }
  // Behind a barrier too.
  dwf.pass_join(Threads(0_tile, 0xf0));
  dwf.pass_join(Threads(0_tile, 0x80));
  for (GroupId g; g.value() < dwf.group_limit(); ++g) {
    if (dwf.ready(g)) {
      EXPECT_EQ(dwf.passed(g), 1u);
    }
  }
}

}  // namespace
}  // namespace heddle
