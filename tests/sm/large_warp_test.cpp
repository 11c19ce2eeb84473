// Large warps on the class by itself: narasiman2011's Figures 4 to 6, and what §3.1 says of them.
// The figures' masks are not in the text; those here are chosen to show what their captions say.
#include "sm/divergence/large_warp/large_warp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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
std::vector<uint32_t> sub_warps(LargeWarp& warps, uint32_t g) {
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
  warps.arrive({0, 32, 0});
  uint32_t active = matrix({"xxx.",  //
                            ".x.x",  //
                            "..x.",  //
                            "xx..",  //
                            ".x.x",  //
                            "....",  //
                            "x.x.",  //
                            "...x"});
  warps.hold(0);
  warps.resolve(0, test::goes({{{5, 0}, ~active}, {{9, 0}, active}}, {20, 0}));
  EXPECT_EQ(warps.place(0), (Place{9, 0}));
  std::vector<std::string> rows;
  for (uint32_t s : sub_warps(warps, 0)) rows.push_back(rows_of(s));
  EXPECT_THAT(rows, ElementsAre("0001", "3124", "6367", "-4--"));
  // A copy was emptied: the warp's own mask is what it was.
  EXPECT_EQ(warps.stack(0).back().mask[0], active);
}

/// Threads whose packet has not completed are not offered, and stay in the matrix.
TEST(LargeWarp, PacksOnlyWhoIsOffered) {
  LargeWarp warps(machine(4, 32));
  warps.arrive({0, 8, 0});
  Threads second(0, 0xf0);
  warps.pack(0, second);
  EXPECT_EQ(second.begin()->mask, 0xf0u);
  Threads left;
  warps.threads(0, left);
  EXPECT_EQ(left.begin()->mask, 0x0fu);
  Threads some(0, 0x05);
  warps.pack(0, some);
  EXPECT_TRUE(warps.has_unpacked(0));
  warps.skip(0, Threads(0, 0x0a));
  EXPECT_FALSE(warps.has_unpacked(0));
  warps.advance(0);
  EXPECT_EQ(warps.place(0), (Place{1, 0}));
  EXPECT_THAT(sub_warps(warps, 0), ElementsAre(0x0f, 0xf0));
}

/// Columns may span tiles, or be a fraction of one; a thread's column is its number modulo them.
TEST(LargeWarp, PicksOneThreadOfEachColumn) {
  for (uint32_t columns : {4u, 8u, 32u, 64u}) {
    LargeWarp warps(machine(columns, 256));
    warps.arrive({0, 200, 0});
    uint32_t packets = 0, all = 0;
    for (; warps.has_unpacked(0); packets++) {
      Threads threads;
      warps.threads(0, threads);
      warps.pack(0, threads);
      std::vector<bool> column(columns);
      for (TileMask p : threads)
        for (uint32_t n = 0; n < 32; n++)
          if (p.mask >> n & 1) {
            uint32_t lane = (p.tile * 32 + n) % columns;
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
  warps.arrive({3, 64, 0});
  Outcome outcome;
  outcome.reconvergence = {30, 0};
  Threads low(3, ~0u), high(4, ~0u);
  outcome.destinations = {{{10, 0}, low, false}, {{20, 0}, high, false}};
  warps.hold(0);
  warps.resolve(0, outcome);
  EXPECT_EQ(warps.stack(0).size(), 3u);
  EXPECT_EQ(warps.place(0), (Place{20, 0}));
  EXPECT_EQ(sub_warps(warps, 0).size(), 1u);
  warps.hold(0);
  warps.resolve(0, test::goes({{{30, 0}, 0}}));
  EXPECT_EQ(warps.place(0), (Place{10, 0}));
  for (int n = 0; n < 20; n++) warps.advance(0);
  EXPECT_EQ(warps.place(0), (Place{30, 0}));
  EXPECT_EQ(warps.stack(0).size(), 1u);
}

/// A block that does not fill its large warps has some with fewer threads; blocks do not mix.
TEST(LargeWarp, AreConsecutiveThreadsOfOneBlock) {
  LargeWarp warps(machine(32, 128));
  warps.arrive({0, 160, 0});
  warps.arrive({5, 32, 1});
  std::vector<uint32_t> sizes;
  for (uint32_t g = 0; g < warps.group_limit(); g++)
    if (warps.alive(g)) {
      Threads members;
      warps.members(g, members);
      sizes.push_back(members.size());
    }
  EXPECT_THAT(sizes, ElementsAre(128, 32, 32));
}

}  // namespace
}  // namespace heddle
