// Sets of threads and of groups, against std::set.
#include "sm/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "numbers.hpp"

namespace heddle {
namespace {

TEST(Threads, KeepPartsOfATileTogether) {
  Threads t(3_tile, 0b0101);
  t.add(7_tile, 0x80000000);
  t.add(3_tile, 0b0010);
  t.add(9_tile, 0);  // nobody
  EXPECT_EQ(t.size(), 4u);
  ASSERT_EQ(t.end() - t.begin(), 2);
  EXPECT_EQ(t.begin()[0].tile, 3_tile);
  EXPECT_EQ(t.begin()[0].mask, 0b0111u);
  EXPECT_EQ(t.begin()[1].mask, 0x80000000u);
}

TEST(Threads, RemoveTakesOnlyTheNamedThreads) {
  Threads t(1_tile, 0xff);
  t.add(2_tile, 0xff);
  Threads gone(2_tile, 0xf0);
  gone.add(4_tile, 0xf);
  t.remove(gone);
  EXPECT_EQ(t.size(), 12u);
  Threads copy = t;
  t.clear();
  EXPECT_TRUE(t.empty());
  EXPECT_EQ(copy.size(), 12u);
}

TEST(Threads, PlacesOfAnotherDepthDiffer) {
  EXPECT_EQ((Place{5_pc, 1}), (Place{5_pc, 1}));
  EXPECT_NE((Place{5_pc, 1}), (Place{5_pc, 2}));
  EXPECT_NE((Place{5_pc, 1}), (Place{6_pc, 1}));
}

std::vector<uint32_t> members(const GroupSet& s) {
  std::vector<uint32_t> out;
  s.for_each([&](GroupId g) { out.push_back(g.value()); });
  return out;
}

TEST(GroupSet, ForgetsWhatItHeldBeforeItWasAssigned) {
  GroupSet set, small, large;
  set.insert(700_group);
  small.insert(3_group);
  large.insert(1000_group);
  set.assign(small);
  EXPECT_FALSE(set.has(700_group));
  set |= large;
  EXPECT_THAT(members(set), ::testing::ElementsAre(3, 1000));
  set.assign(small);
  set.insert(1500_group);
  EXPECT_THAT(members(set), ::testing::ElementsAre(3, 1500));
  set &= small;
  EXPECT_EQ(set.next(0_group), 3_group);
  EXPECT_EQ(set.next(4_group), kNoGroup);
}

TEST(GroupSet, IsASetInOrder) {
  std::mt19937 random(7);
  for (uint32_t limit : {1u, 63u, 64u, 65u, 700u, GroupSet::kMax}) {
    GroupSet a, b;
    std::set<uint32_t> na, nb;
    for (int step = 0; step < 300; step++) {
      auto g = static_cast<uint32_t>(random() % limit);
      bool into_a = random() % 2, erase = random() % 3 == 0;
      GroupSet& s = into_a ? a : b;
      std::set<uint32_t>& n = into_a ? na : nb;
      if (erase) {
        s.erase(GroupId(g));
        n.erase(g);
      } else {
        s.insert(GroupId(g));
        n.insert(g);
      }
      ASSERT_EQ(s.has(GroupId(g)), n.contains(g));
      ASSERT_EQ(s.empty(), n.empty());
      auto from = static_cast<uint32_t>(random() % limit);
      auto next = n.lower_bound(from);
      ASSERT_EQ(s.next(GroupId(from)), next == n.end() ? kNoGroup : GroupId(*next));
    }
    ASSERT_THAT(members(a), ::testing::ElementsAreArray(na));
    std::set<uint32_t> both, any, only;
    for (uint32_t g : na) (nb.contains(g) ? both : only).insert(g);
    any = na;
    any.insert(nb.begin(), nb.end());
    GroupSet u = a, i = a, d = a;
    ASSERT_THAT(members(u |= b), ::testing::ElementsAreArray(any));
    ASSERT_THAT(members(i &= b), ::testing::ElementsAreArray(both));
    ASSERT_THAT(members(d -= b), ::testing::ElementsAreArray(only));
  }
}

TEST(GroupSet, HasNothingBehindItsLast) {
  GroupSet s;
  s.insert(kNoGroup - 1);
  EXPECT_EQ(s.next(0_group), kNoGroup - 1);
  EXPECT_EQ(s.next(kNoGroup), kNoGroup);
  s.erase(kNoGroup - 1);
  EXPECT_EQ(s.next(0_group), kNoGroup);
}

}  // namespace
}  // namespace heddle
