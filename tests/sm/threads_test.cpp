// Sets of threads and of groups, against std::set.
#include "sm/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle {
namespace {

TEST(Threads, KeepPartsOfATileTogether) {
  Threads t(3, 0b0101);
  t.add(7, 0x80000000);
  t.add(3, 0b0010);
  t.add(9, 0);  // nobody
  EXPECT_EQ(t.size(), 4u);
  ASSERT_EQ(t.end() - t.begin(), 2);
  EXPECT_EQ(t.begin()[0].tile, 3u);
  EXPECT_EQ(t.begin()[0].mask, 0b0111u);
  EXPECT_EQ(t.begin()[1].mask, 0x80000000u);
}

TEST(Threads, RemoveTakesOnlyTheNamedThreads) {
  Threads t(1, 0xff);
  t.add(2, 0xff);
  Threads gone(2, 0xf0);
  gone.add(4, 0xf);
  t.remove(gone);
  EXPECT_EQ(t.size(), 12u);
  Threads copy = t;
  t.clear();
  EXPECT_TRUE(t.empty());
  EXPECT_EQ(copy.size(), 12u);
}

TEST(Threads, PlacesOfAnotherDepthDiffer) {
  EXPECT_EQ((Place{5, 1}), (Place{5, 1}));
  EXPECT_NE((Place{5, 1}), (Place{5, 2}));
  EXPECT_NE((Place{5, 1}), (Place{6, 1}));
}

std::vector<uint32_t> members(const GroupSet& s) {
  std::vector<uint32_t> out;
  s.for_each([&](uint32_t g) { out.push_back(g); });
  return out;
}

TEST(GroupSet, ForgetsWhatItHeldBeforeItWasAssigned) {
  GroupSet set, small, large;
  set.insert(700);
  small.insert(3);
  large.insert(1000);
  set.assign(small);
  EXPECT_FALSE(set.has(700));
  set |= large;
  EXPECT_THAT(members(set), ::testing::ElementsAre(3, 1000));
  set.assign(small);
  set.insert(1500);
  EXPECT_THAT(members(set), ::testing::ElementsAre(3, 1500));
  set &= small;
  EXPECT_EQ(set.next(0), 3u);
  EXPECT_EQ(set.next(4), GroupSet::kMax);
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
        s.erase(g);
        n.erase(g);
      } else {
        s.insert(g);
        n.insert(g);
      }
      ASSERT_EQ(s.has(g), n.contains(g));
      ASSERT_EQ(s.empty(), n.empty());
      auto from = static_cast<uint32_t>(random() % limit);
      auto next = n.lower_bound(from);
      ASSERT_EQ(s.next(from), next == n.end() ? GroupSet::kMax : *next);
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
  s.insert(GroupSet::kMax - 1);
  EXPECT_EQ(s.next(0), GroupSet::kMax - 1);
  EXPECT_EQ(s.next(GroupSet::kMax), GroupSet::kMax);
  s.erase(GroupSet::kMax - 1);
  EXPECT_EQ(s.next(0), GroupSet::kMax);
}

}  // namespace
}  // namespace heddle
