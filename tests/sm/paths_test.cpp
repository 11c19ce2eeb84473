// The mechanism without a stack: paths that never join.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numbers.hpp"
#include "outcome.hpp"
#include "sm/divergence/serialize/serialize.hpp"

namespace heddle {
namespace {

using test::exits;
using test::goes;
using test::threads_of;
using test::waits;
using ::testing::UnorderedElementsAre;

struct Where {
  uint32_t pc, mask;
  bool ready;
  bool operator==(const Where&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Where& w) {
  return out << "{pc " << w.pc << ", mask " << w.mask << (w.ready ? "}" : ", held}");
}

template <class D>
std::vector<Where> groups(const D& d) {
  std::vector<Where> out;
  for (GroupId g; g.value() < d.group_limit(); ++g)
    if (d.alive(g)) out.push_back({d.place(g).pc.value(), threads_of(d, g), d.ready(g)});
  return out;
}

template <class D>
GroupId group_at(const D& d, uint32_t pc) {
  for (GroupId g; g.value() < d.group_limit(); ++g)
    if (d.alive(g) && d.place(g).pc == LinkedPc(pc)) return g;
  return kNoGroup;
}

TEST(Serialize, PathsThatPartNeverJoin) {
  Serialize s(test::four_wide());
  s.arrive({0_tile, 4, 0});
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{0, 0b1111, true}));
  GroupId g = group_at(s, 0);
  s.hold(g);
  EXPECT_FALSE(s.ready(g));
  s.resolve(g, goes({{{1_pc, 0}, 0b1000}, {{5_pc, 0}, 0b0111}}, {9_pc, 0}));
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{1, 0b1000, true}, Where{5, 0b0111, true}));
  // Both come to the post-dominator, and stay two.
  for (uint32_t pc : {1u, 5u}) {
    GroupId h = group_at(s, pc);
    s.hold(h);
    s.resolve(h, goes({{{9_pc, 0}, threads_of(s, h)}}));
  }
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{9, 0b1000, true}, Where{9, 0b0111, true}));
  EXPECT_EQ(s.deepest(), 2u);
  for (int n = 0; n < 2; n++) {
    GroupId h = group_at(s, 9);
    EXPECT_EQ(s.warp_of(h), 0_warp);
    s.hold(h);
    s.resolve(h, exits(threads_of(s, h)));
  }
  EXPECT_THAT(groups(s), ::testing::IsEmpty());
}

TEST(Serialize, ReleasedThreadsOfAWarpAreOneGroup) {
  Serialize s(test::four_wide());
  s.arrive({0_tile, 4, 0});
  GroupId g = group_at(s, 0);
  s.hold(g);
  s.resolve(g, goes({{{1_pc, 0}, 0b0011}, {{2_pc, 0}, 0b1100}}, {3_pc, 0}));
  for (uint32_t pc : {1u, 2u}) {
    GroupId h = group_at(s, pc);
    s.hold(h);
    s.resolve(h, waits(threads_of(s, h), {3_pc, 0}));
  }
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{3, 0b0011, false}, Where{3, 0b1100, false}));
  s.release(Threads(0_tile, 0b1111), {3_pc, 0});
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{3, 0b1111, true}));
}

TEST(Serialize, ThreadsAreReleasedFromTheGroupsInWhichTheyWait) {
  Serialize s(test::four_wide());
  s.arrive({0_tile, 4, 0});
  GroupId g = group_at(s, 0);
  s.hold(g);
  Outcome some = waits(0b0111, {1_pc, 0});  // the last thread skipped it by its guard
  some.destinations = goes({{{1_pc, 0}, 0b1000}}).destinations;
  s.resolve(g, some);
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{1, 0b0111, false}, Where{1, 0b1000, true}));
  s.release(Threads(0_tile, 0b0010), {1_pc, 0});
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{1, 0b0101, false}, Where{1, 0b1000, true},
                                              Where{1, 0b0010, true}));
  s.release(Threads(0_tile, 0b0101), {1_pc, 0});
  EXPECT_THAT(groups(s), UnorderedElementsAre(Where{1, 0b0101, true}, Where{1, 0b1000, true},
                                              Where{1, 0b0010, true}));
}

TEST(Serialize, EveryThreadMayBeAPathOfItsOwn) {
  Serialize s(test::four_wide());
  for (uint32_t n = 0; n < 2; n++) s.arrive({TileId(n), 32, n});
  // All 16 warps split into single threads, again and again.
  for (uint32_t round = 0; round < 4; round++) {
    for (GroupId g; g.value() < s.group_limit(); ++g) {
      if (!s.alive(g)) continue;
      Threads t;
      s.threads(g, t);
      if (t.size() < 2) continue;
      TileMask p = *t.begin();
      uint32_t first = p.mask & (~p.mask + 1);
      Outcome o;
      o.destinations.push_back({{1_pc, 0}, Threads(p.tile, first)});
      o.destinations.push_back({{2_pc, 0}, Threads(p.tile, p.mask & ~first)});
      s.hold(g);
      s.resolve(g, o);
    }
  }
  uint32_t count = 0;
  for (GroupId g; g.value() < s.group_limit(); ++g) count += s.alive(g);
  EXPECT_EQ(count, 64u);
  EXPECT_EQ(s.deepest(), 4u);
}

}  // namespace
}  // namespace heddle
