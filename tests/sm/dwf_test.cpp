// Dynamic warp formation on the class by itself: fung2007's Figures 9 and 11, and what the text of
// §4.1 and §4.2 says of them. The figures' masks are not in the text; those here are chosen to show
// what their captions say.
#include "sm/divergence/dwf/dwf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  std::vector<uint32_t> groups;
  for (uint32_t g = 0; g < dwf.group_limit(); g++)
    if (dwf.ready(g)) groups.push_back(g);
  std::ranges::sort(groups, {}, [&](uint32_t g) { return dwf.age(g); });
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (uint32_t g : groups) {
    Threads threads;
    dwf.threads(g, threads);
    out.emplace_back(dwf.place(g).pc, threads.begin()->mask);
  }
  return out;
}

/// The warp at a place with these threads issues and completes: to `there` go those of `taken`.
void branch(Dwf& dwf, uint32_t mask, uint32_t here, uint32_t next, uint32_t there, uint32_t taken) {
  for (uint32_t g = 0; g < dwf.group_limit(); g++) {
    Threads threads;
    if (!dwf.ready(g) || dwf.place(g).pc != here) continue;
    dwf.threads(g, threads);
    if (threads.begin()->mask != mask) continue;
    dwf.hold(g);
    EXPECT_FALSE(dwf.ready(g));
    Outcome outcome;
    if (mask & ~taken) outcome.destinations.push_back({{next, 0}, Threads(0, mask & ~taken)});
    if (mask & taken) outcome.destinations.push_back({{there, 0}, Threads(0, mask & taken)});
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
  dwf.arrive({0, 8, 0});
  EXPECT_EQ(pool(dwf), (Pool{{0, 0b0000'1111}, {0, 0b1111'0000}}));
  branch(dwf, 0x0f, 0, 10, 20, 0b0000'1010);
  EXPECT_EQ(pool(dwf), (Pool{{0, 0xf0}, {10, 0b0000'0101}, {20, 0b0000'1010}}));
  branch(dwf, 0xf0, 0, 10, 20, 0b1100'0000);
  EXPECT_EQ(pool(dwf), (Pool{{10, 0b0011'0101}, {20, 0b1100'1010}}));
  EXPECT_EQ(dwf.lut().hits(), 2u);
  EXPECT_EQ(dwf.pooled(), 2u);
}

/// Figure 11, lane-aware: of the threads that arrive, those whose home lane (OCC) is taken go to a
/// new warp, to which IDX points from then on; the others join the old one.
TEST(Dwf, Figure11ThreadsWhoseLaneIsTakenStartANewWarp) {
  Dwf dwf(machine(4, "per-lane"));
  dwf.arrive({0, 12, 0});
  branch(dwf, 0x00f, 0, 10, 20, 0b0011);  // to 20: lanes 0 and 1
  branch(dwf, 0x0f0, 0, 10, 20,
         0b0110'0000);  // to 20: lanes 1 (taken) and 2; to 10: 0 and 3 (taken)
  EXPECT_EQ(
      pool(dwf),
      (Pool{
          {0, 0xf00}, {10, 0b0001'1100}, {20, 0b0100'0011}, {10, 0b1000'0000}, {20, 0b0010'0000}}));
  // The third warp's threads meet the new warps, not those that are updated no more.
  branch(dwf, 0xf00, 0, 10, 20, 0b0001'0000'0000);  // to 20: lane 0; to 10: lanes 1, 2, 3 (taken)
  EXPECT_EQ(pool(dwf), (Pool{{10, 0b0001'1100},
                             {20, 0b0100'0011},
                             {10, 0b0110'1000'0000},
                             {20, 0b0001'0010'0000},
                             {10, 0b1000'0000'0000}}));
}

/// Figure 10b: through a crossbar, threads with the same home lane read one after the other.
TEST(Dwf, ACrossbarReadsABankOncePerCycle) {
  Dwf dwf(machine(4, "crossbar"));
  dwf.arrive({0, 12, 0});
  branch(dwf, 0x00f, 0, 10, 20, 0b0001);            // to 20: home lane 0
  branch(dwf, 0x0f0, 0, 10, 20, 0b0011'0000);       // lanes 0 and 1
  branch(dwf, 0xf00, 0, 10, 20, 0b0001'0000'0000);  // lane 0
  for (uint32_t g = 0; g < dwf.group_limit(); g++)
    if (dwf.ready(g) && dwf.place(g).pc == 20) {
      EXPECT_EQ(dwf.crossbar_conflicts(g), 2u);
    }
}

/// A warp that has issued takes nobody in.
TEST(Dwf, AWarpThatHasIssuedIsClosed) {
  Dwf dwf(machine(4, "ideal"));
  dwf.arrive({0, 8, 0});
  branch(dwf, 0x0f, 0, 10, 20, 0b1100);
  for (uint32_t g = 0; g < dwf.group_limit(); g++)
    if (dwf.ready(g) && dwf.place(g).pc == 10) dwf.hold(g);
  branch(dwf, 0xf0, 0, 10, 20, 0b1100'0000);
  EXPECT_EQ(pool(dwf), (Pool{{20, 0b1100'1100}, {10, 0b0011'0000}}));
}

/// A place that the LUT has evicted gets a new warp; the old one can still issue.
TEST(Dwf, EvictedWarpsStayInThePool) {
  MachineConfig c = machine(4, "ideal");
  c.dwf.lut_entries = c.dwf.lut_ways = 1;
  Dwf dwf(c);
  dwf.arrive({0, 8, 0});
  branch(dwf, 0x0f, 0, 10, 20, 0b1100);
  EXPECT_EQ(dwf.lut().evictions(), 1u);
  branch(dwf, 0xf0, 0, 10, 20, 0b1100'0000);
  EXPECT_EQ(pool(dwf), (Pool{{10, 0x03}, {20, 0x0c}, {10, 0x30}, {20, 0xc0}}));
}

/// §4.1: with even lanes taken and odd ones not, lanes of all warps collide, unless every other
/// warp has its even and odd lanes swapped.
TEST(Dwf, SwizzlingLetsEvenAndOddThreadsMeet) {
  for (bool swizzle : {false, true}) {
    Dwf dwf(machine(4, "per-lane", swizzle ? "swizzle" : "identity"));
    dwf.arrive({0, 8, 0});
    branch(dwf, 0x0f, 0, 10, 20, 0b0101);
    branch(dwf, 0xf0, 0, 10, 20, 0b0101'0000);
    EXPECT_EQ(dwf.pooled(), swizzle ? 2u : 4u);
  }
}

/// Threads set free at a barrier come as any others; warps may mix blocks.
TEST(Dwf, ReleasedThreadsJoinWarps) {
  Dwf dwf(machine(4, "ideal"));
  dwf.arrive({0, 2, 0});
  dwf.arrive({1, 2, 1});
  std::vector<uint32_t> groups;
  for (uint32_t g = 0; g < dwf.group_limit(); g++)
    if (dwf.ready(g)) groups.push_back(g);
  ASSERT_EQ(groups.size(), 2u);
  for (uint32_t g : groups) {
    dwf.hold(g);
    dwf.resolve(g, {});  // all wait
  }
  EXPECT_EQ(dwf.pooled(), 0u);
  dwf.release(Threads(0, 0b11), {5, 0});
  dwf.release(Threads(1, 0b11), {5, 0});
  EXPECT_EQ(dwf.pooled(), 1u);
}

/// PDOM priority: a warp is as far as the thread that has passed the fewest post-dominators.
TEST(Dwf, CountsPostDominatorsPerThread) {
  Dwf dwf(machine(4, "ideal"));
  dwf.arrive({0, 8, 0});
  auto go = [&](uint32_t mask, uint32_t from, uint32_t to, bool join) {
    for (uint32_t g = 0; g < dwf.group_limit(); g++) {
      Threads threads;
      if (!dwf.ready(g) || dwf.place(g).pc != from) continue;
      dwf.threads(g, threads);
      if (!(threads.begin()->mask & mask)) continue;
      dwf.hold(g);
      Outcome outcome;
      outcome.destinations.push_back({{to, 0}, Threads(0, mask), join});
      dwf.resolve(g, outcome);
      return;
    }
  };
  go(0x0f, 0, 7, true);
  go(0xf0, 0, 9, false);
  for (uint32_t g = 0; g < dwf.group_limit(); g++) {
    if (dwf.ready(g)) {
      EXPECT_EQ(dwf.passed(g), dwf.place(g).pc == 7 ? 1u : 0u);
    }
  }
}

}  // namespace
}  // namespace heddle
