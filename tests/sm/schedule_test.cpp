// Each policy's order of choice on hand-made views.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "base/error.hpp"
#include "numbers.hpp"
#include "sm/schedule/scheduler.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

GroupSet groups(std::initializer_list<uint32_t> list) {
  GroupSet out;
  for (uint32_t g : list) out.insert(GroupId(g));
  return out;
}

/// A scheduler with warps 0 … n-1, one group each, the last being the oldest.
class Choices {
 public:
  Choices(const std::string& policy, uint32_t warps, uint32_t fetch_group = 2,
          uint64_t timeout = 0) {
    config.arch.schedule = policy;
    config.arch.fetch_group = fetch_group;
    config.arch.group_timeout = timeout;
    scheduler = make_scheduler(config);
    for (GroupId g; g < GroupId(warps); ++g) resident.insert(g);
    warp.resize(warps);
    std::iota(warp.begin(), warp.end(), 0_warp);
    for (uint32_t w = 0; w < warps; w++) age.push_back(warps - w);
  }
  GroupId choose(const GroupSet& candidates) {
    GroupId g = scheduler->choose({candidates, resident, stalled, age, warp, group});
    if (g != kNoGroup) scheduler->issued(g);
    return g;
  }
  std::vector<uint32_t> choose(const GroupSet& candidates, int times) {
    std::vector<uint32_t> out;
    while (times-- > 0) out.push_back(choose(candidates).value());
    return out;
  }

  MachineConfig config;
  GroupSet resident, stalled;
  IndexedBy<GroupId, uint64_t> age;
  IndexedBy<GroupId, WarpId> warp;
  IndexedBy<GroupId, GroupView> group;
  std::unique_ptr<Scheduler> scheduler;
};

TEST(Scheduler, LooseRoundRobinTakesTheNextReady) {
  Choices c("loose-round-robin", 4);
  EXPECT_THAT(c.choose(groups({0, 1, 2, 3}), 5), ElementsAre(0, 1, 2, 3, 0));
  EXPECT_THAT(c.choose(groups({0, 3}), 3), ElementsAre(3, 0, 3));
  EXPECT_EQ(c.choose(groups({1})), 1_group);
  EXPECT_EQ(c.choose(groups({})), kNoGroup);
  EXPECT_EQ(c.choose(groups({1, 2})), 2_group);
}

TEST(Scheduler, StickyRoundRobinStaysWhileItCan) {
  Choices c("sticky-round-robin", 4);
  EXPECT_THAT(c.choose(groups({1, 2, 3}), 2), ElementsAre(1, 1));
  EXPECT_THAT(c.choose(groups({0, 3}), 2), ElementsAre(3, 3));
  EXPECT_THAT(c.choose(groups({0, 1, 2}), 2), ElementsAre(0, 0));
}

TEST(Scheduler, OldestFirst) {
  Choices c("oldest", 4);
  EXPECT_THAT(c.choose(groups({0, 1, 2, 3}), 2), ElementsAre(3, 3));
  EXPECT_THAT(c.choose(groups({0, 2}), 2), ElementsAre(2, 2));
  c.age = {5, 5, 5, 5};  // equally old: the lower number
  EXPECT_EQ(c.choose(groups({1, 2})), 1_group);
}

TEST(Scheduler, GreedyThenOldest) {
  Choices c("greedy-then-oldest", 4);
  EXPECT_EQ(c.choose(groups({0, 1})), 1_group);
  EXPECT_EQ(c.choose(groups({0, 1, 2, 3})), 1_group);  // stays, though 3 is older
  EXPECT_EQ(c.choose(groups({0, 2, 3})), 3_group);
  EXPECT_EQ(c.choose(groups({0, 1, 2, 3})), 3_group);
}

/// narasiman2011 §3.2: warps of the first fetch group have priority over those of others; in a
/// group they take turns.
TEST(Scheduler, TwoLevelPrefersTheFirstGroup) {
  Choices c("two-level", 6, 2);
  GroupSet all = groups({0, 1, 2, 3, 4, 5});
  EXPECT_THAT(c.choose(all, 4), ElementsAre(0, 1, 0, 1));
  // Its warps cannot issue for a while (arithmetic): others fill in, the order stays.
  EXPECT_THAT(c.choose(groups({2, 3, 4, 5}), 3), ElementsAre(2, 3, 2));
  EXPECT_THAT(c.choose(groups({4, 5}), 2), ElementsAre(4, 5));
  EXPECT_EQ(c.choose(all), 0_group);
}

/// "Only when all warps of the fetch group are stalled on a long-latency operation" it rotates, and
/// stays rotated when they come back.
TEST(Scheduler, TwoLevelRotatesWhenAGroupIsStalled) {
  Choices c("two-level", 6, 2);
  c.stalled = groups({0});
  EXPECT_EQ(c.choose(groups({1, 2, 3, 4, 5})), 1_group);  // one of two is: no rotation
  c.stalled = groups({0, 1});
  EXPECT_THAT(c.choose(groups({2, 3, 4, 5}), 3), ElementsAre(2, 3, 2));
  c.stalled = {};
  EXPECT_THAT(c.choose(groups({0, 1, 2, 3, 4, 5}), 2), ElementsAre(3, 2));
  // Behind group 1 comes group 2, then group 0.
  EXPECT_EQ(c.choose(groups({0, 1, 4, 5})), 4_group);
  EXPECT_EQ(c.choose(groups({0, 1})), 0_group);
  c.stalled = groups({2, 3, 4, 5});
  EXPECT_EQ(c.choose(groups({0, 1})), 1_group);
  c.stalled = {};
  EXPECT_EQ(c.choose(groups({2, 3, 4, 5, 0})), 0_group);
}

TEST(Scheduler, TwoLevelTimesOutAfterSoManyInstructionsOfAGroup) {
  Choices c("two-level", 4, 2, 3);
  EXPECT_THAT(c.choose(groups({0, 1, 2, 3}), 8), ElementsAre(0, 1, 0, 2, 3, 2, 1, 0));
}

/// A warp's turn is not lost while another group fills in.
TEST(Scheduler, TwoLevelRemembersTheTurnOfEachGroup) {
  Choices c("two-level", 6, 3);
  EXPECT_THAT(c.choose(groups({0, 1, 2, 3, 4, 5}), 2), ElementsAre(0, 1));
  EXPECT_EQ(c.choose(groups({3, 4})), 3_group);
  EXPECT_EQ(c.choose(groups({0, 1, 2, 3, 4, 5})), 2_group);
  EXPECT_EQ(c.choose(groups({3, 4})), 4_group);
}

/// A switch goes to the next group that has a warp to run; when all wait, none is made.
TEST(Scheduler, TwoLevelCountsSwitches) {
  Choices c("two-level", 6, 2);
  ScheduleCounters counts;
  c.scheduler->count_in(counts);
  c.stalled = groups({0, 1, 2, 3});
  EXPECT_EQ(c.choose(groups({})), kNoGroup);
  EXPECT_EQ(counts.group_switches, 1u);
  c.stalled = groups({0, 1, 2, 3, 4, 5});
  for (int n = 0; n < 5; n++) EXPECT_EQ(c.choose(groups({})), kNoGroup);
  EXPECT_EQ(counts.group_switches, 1u);
  c.stalled = groups({4, 5, 0});
  EXPECT_EQ(c.choose(groups({1, 2, 3})), 1_group);  // behind group 2 comes group 0
  EXPECT_EQ(counts.group_switches, 2u);
  EXPECT_EQ(counts.group_timeouts, 0u);
}

/// Warps that wait for each other are stayed with as one (thread block compaction).
TEST(Scheduler, StickyRoundRobinStaysWithATeam) {
  Choices c("sticky-round-robin", 6);
  IndexedBy<GroupId, WarpId> team = {0_warp, 0_warp, 0_warp, 1_warp, 1_warp, 1_warp};
  auto choose = [&](const GroupSet& candidates) {
    GroupId g =
        c.scheduler->choose({candidates, c.resident, c.stalled, c.age, c.warp, c.group, &team});
    if (g != kNoGroup) c.scheduler->issued(g);
    return g;
  };
  EXPECT_EQ(choose(groups({0, 1, 2, 3})), 0_group);
  EXPECT_EQ(choose(groups({0, 1, 2, 3})), 1_group);
  EXPECT_EQ(choose(groups({0, 3})), 0_group);
  EXPECT_EQ(choose(groups({3, 4, 5})), 3_group);
  EXPECT_EQ(choose(groups({0, 1, 2, 3, 4})), 4_group);
  EXPECT_EQ(choose(groups({0, 1, 2, 3})), 3_group);
}

TEST(Scheduler, TwoLevelSkipsGroupsWithoutWarps) {
  Choices c("two-level", 6, 2);
  for (GroupId g : {0_group, 1_group, 2_group, 3_group}) c.resident.erase(g);
  EXPECT_THAT(c.choose(groups({4, 5}), 3), ElementsAre(4, 5, 4));
}

/// narasiman2011: with one fetch group of all warps, two-level scheduling is round-robin.
TEST(Scheduler, OneFetchGroupIsLooseRoundRobin) {
  std::mt19937 random(3);
  for (uint32_t warps : {1u, 2u, 7u, 32u, 48u, 100u}) {
    Choices two("two-level", warps, 128), loose("loose-round-robin", warps);
    for (int step = 0; step < 500; step++) {
      GroupSet candidates, stalled;
      for (uint32_t w = 0; w < warps; w++) {
        if (random() % 3 == 0)
          candidates.insert(GroupId(w));
        else if (random() % 2)
          stalled.insert(GroupId(w));
      }
      two.stalled = stalled;
      ASSERT_EQ(two.choose(candidates), loose.choose(candidates)) << warps << " warps, " << step;
    }
  }
}

/// Groups of one warp share its fetch group, whatever their numbers are.
TEST(Scheduler, TwoLevelGoesByWarpNotByGroup) {
  Choices c("two-level", 6, 2);
  c.warp = {5_warp, 4_warp, 3_warp, 2_warp, 1_warp, 0_warp};
  EXPECT_THAT(c.choose(groups({0, 1, 2, 3, 4, 5}), 4), ElementsAre(4, 5, 4, 5));
}

/// Many groups of many warps: the order must not overflow.
TEST(Scheduler, TwoLevelWithTwoThousandGroups) {
  Choices c("two-level", GroupSet::kMax, 1);
  GroupSet all;
  for (GroupId g; g < kNoGroup; ++g) all.insert(g);
  EXPECT_THAT(c.choose(all, 3), ElementsAre(0, 0, 0));
  EXPECT_EQ(c.choose(groups({1030, 2047})), 1030_group);
  EXPECT_EQ(c.choose(groups({900, 1100, 2000})), 900_group);
}

TEST(Scheduler, UnknownNamesAreRefused) {
  MachineConfig config;
  config.arch.schedule = "roundest-robin";
  EXPECT_THROW(make_scheduler(config), UsageError);
  for (const SchedulerInfo& s : schedulers()) {
    config.arch.schedule = s.name;
    EXPECT_NE(make_scheduler(config), nullptr);
  }
}

}  // namespace
}  // namespace heddle
