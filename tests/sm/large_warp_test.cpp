// Large warps on the class by itself: narasiman2011's Figures 4 to 6, and what §3.1 says of them.
// The figures' masks are not in the text; those here are chosen to show what their captions say.
#include "sm/divergence/large_warp/large_warp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "numbers.hpp"
#include "outcome.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

MachineConfig machine(uint32_t columns, uint32_t size) {
  MachineConfig c = test::four_wide();
  c.core.warp = c.core.lanes = columns;
  c.core.max_threads = 2048;
  c.large_warp.size = size;
  return c;
}

/// The sub-warps of an instruction for the threads of tile 0, all of which could issue at once.
std::vector<uint32_t> sub_warps(LargeWarp& warps, GroupId g) {
  std::vector<uint32_t> out;
  while (warps.has_unpacked(g)) {
    Threads threads;
    warps.threads(g, threads);
    warps.pack(g, threads);
    out.push_back(threads.empty() ? 0 : threads.begin()->mask);
  }
  return out;
}

/// Bit 4 r + c for each x in row r, column c.
uint32_t matrix(std::initializer_list<std::string_view> rows) {
  uint32_t mask = 0, at = 0;
  for (std::string_view row : rows)
    for (char c : row) mask |= uint32_t{c == 'x'} << at++;
  return mask;
}

/// The row from which the thread of each column comes.
std::string rows_of(uint32_t sub_warp) {
  std::string out = "----";
  for (uint32_t n = 0; n < 32; n++)
    if (sub_warp >> n & 1) out[n % 4] = static_cast<char>('0' + n / 4);
  return out;
}

/// Figure 6: 32 threads on four lanes, some of them active, at most four in a column: four
/// sub-warps in four cycles where warps of four would need seven.
TEST(LargeWarp, Figure6FourSubWarps) {
  LargeWarp warps(machine(4, 32));
  warps.arrive({0_tile, 32, 0});
  uint32_t active = matrix({"xxx.",  //
                            ".x.x",  //
                            "..x.",  //
                            "xx..",  //
                            ".x.x",  //
                            "....",  //
                            "x.x.",  //
                            "...x"});
  warps.hold(0_group);
  warps.resolve(0_group, test::goes({{{5_pc, 0}, ~active}, {{9_pc, 0}, active}}, {20_pc, 0}));
  EXPECT_EQ(warps.place(0_group), (Place{9_pc, 0}));
  std::vector<std::string> rows;
  for (uint32_t s : sub_warps(warps, 0_group)) rows.push_back(rows_of(s));
  EXPECT_THAT(rows, ElementsAre("0001", "3124", "6367", "-4--"));
  // A copy was emptied: the warp's own mask is what it was.
  EXPECT_EQ(warps.stack(0_group).back().mask[0], active);
}

/// Threads whose packet has not completed are not offered, and stay in the matrix.
TEST(LargeWarp, PacksOnlyWhoIsOffered) {
  LargeWarp warps(machine(4, 32));
  warps.arrive({0_tile, 8, 0});
  Threads second(0_tile, 0xf0);
  warps.pack(0_group, second);
  EXPECT_EQ(second.begin()->mask, 0xf0u);
  Threads left;
  warps.threads(0_group, left);
  EXPECT_EQ(left.begin()->mask, 0x0fu);
  Threads some(0_tile, 0x05);
  warps.pack(0_group, some);
  EXPECT_TRUE(warps.has_unpacked(0_group));
  warps.skip(0_group, Threads(0_tile, 0x0a));
  EXPECT_FALSE(warps.has_unpacked(0_group));
  warps.advance(0_group);
  EXPECT_EQ(warps.place(0_group), (Place{1_pc, 0}));
  EXPECT_THAT(sub_warps(warps, 0_group), ElementsAre(0x0f, 0xf0));
}

/// Columns may span tiles, or be a fraction of one; a thread's column is its number modulo them.
TEST(LargeWarp, PicksOneThreadOfEachColumn) {
  for (uint32_t columns : {4u, 8u, 32u, 64u}) {
    LargeWarp warps(machine(columns, 256));
    warps.arrive({0_tile, 200, 0});
    uint32_t packets = 0, all = 0;
    for (; warps.has_unpacked(0_group); packets++) {
      Threads threads;
      warps.threads(0_group, threads);
      warps.pack(0_group, threads);
      std::vector<bool> column(columns);
      for (TileMask p : threads)
        for (uint32_t n = 0; n < 32; n++)
          if (p.mask >> n & 1) {
            uint32_t lane = thread_number(p.tile, n) % columns;
            EXPECT_FALSE(column[lane]);
            column[lane] = true;
            all++;
          }
    }
    EXPECT_EQ(all, 200u);
    EXPECT_EQ(packets, (200 + columns - 1) / columns);
  }
}

/// Divergence and reconvergence of a large warp are those of a warp.
TEST(LargeWarp, HasOneStack) {
  LargeWarp warps(machine(32, 64));
  warps.arrive({3_tile, 64, 0});
  Outcome outcome;
  outcome.reconvergence = {30_pc, 0};
  Threads low(3_tile, ~0u), high(4_tile, ~0u);
  outcome.destinations = {{{10_pc, 0}, low, false}, {{20_pc, 0}, high, false}};
  warps.hold(0_group);
  warps.resolve(0_group, outcome);
  EXPECT_EQ(warps.stack(0_group).size(), 3u);
  EXPECT_EQ(warps.place(0_group), (Place{20_pc, 0}));
  EXPECT_EQ(sub_warps(warps, 0_group).size(), 1u);
  warps.hold(0_group);
  warps.resolve(0_group, test::goes({{{30_pc, 0}, 0}}));
  EXPECT_EQ(warps.place(0_group), (Place{10_pc, 0}));
  for (int n = 0; n < 20; n++) warps.advance(0_group);
  EXPECT_EQ(warps.place(0_group), (Place{30_pc, 0}));
  EXPECT_EQ(warps.stack(0_group).size(), 1u);
}

/// A block that does not fill its large warps has some with fewer threads; blocks do not mix.
TEST(LargeWarp, AreConsecutiveThreadsOfOneBlock) {
  LargeWarp warps(machine(32, 128));
  warps.arrive({0_tile, 160, 0});
  warps.arrive({5_tile, 32, 1});
  std::vector<uint32_t> sizes;
  for (GroupId g; g.value() < warps.group_limit(); ++g)
    if (warps.alive(g)) {
      Threads members;
      warps.members(g, members);
      sizes.push_back(members.size());
    }
  EXPECT_THAT(sizes, ElementsAre(128, 32, 32));
}

}  // namespace
}  // namespace heddle
