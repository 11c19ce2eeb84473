// The issue heuristics of fung2007 §4.3 on pools made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numbers.hpp"
#include "sm/schedule/scheduler.hpp"
#include "sm/units/datapath.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

/// Warps that can all issue, numbered as they enter.
class Waiting {
 public:
  explicit Waiting(const char* policy, uint32_t table = 32) {
    config_.arch.schedule = policy;
    config_.dwf.majority_entries = table;
    scheduler_ = make_scheduler(config_);
    scheduler_->count_in(counts);
  }
  GroupId enters(uint32_t pc, uint32_t threads, uint64_t passed = 0) {
    GroupId g = group_.end_id();
    group_.push_back({LinkedPc(pc), threads, passed});
    age_.push_back(g.value());
    warp_.push_back(WarpId(g.value()));
    pool_.insert(g);
    scheduler_->waits(g, group_[g]);
    return g;
  }
  void joins(GroupId g, uint32_t threads) {
    group_[g].threads += threads;
    scheduler_->waits(g, group_[g]);
  }
  GroupId issue() { return issue(pool_); }
  /// The units of others are taken.
  GroupId issue(const GroupSet& candidates) {
    GroupId g = scheduler_->choose({candidates, pool_, none_, age_, warp_, group_});
    if (g == kNoGroup) return g;
    scheduler_->issued(g);
    pool_.erase(g);
    scheduler_->left(g);
    return g;
  }
  std::vector<uint32_t> issue_all() {
    std::vector<uint32_t> out;
    while (!pool_.empty()) out.push_back(issue().value());
    return out;
  }

  ScheduleCounters counts;

 private:
  MachineConfig config_;
  GroupSet pool_, none_;
  IndexedBy<GroupId, uint64_t> age_;
  IndexedBy<GroupId, WarpId> warp_;
  IndexedBy<GroupId, GroupView> group_;
  std::unique_ptr<Scheduler> scheduler_;
};

GroupSet only(std::initializer_list<uint32_t> list) {
  GroupSet out;
  for (uint32_t g : list) out.insert(GroupId(g));
  return out;
}

/// "choosing the most common PC among all the existing warps and issuing all warps at this PC
/// before choosing a new PC".
TEST(Formation, MajorityIssuesAllWarpsAtAPcFirst) {
  Waiting pool("majority");
  pool.enters(5, 4);
  pool.enters(7, 16);
  pool.enters(7, 2);
  pool.enters(5, 10);
  EXPECT_EQ(pool.issue(), 1_group);  // 18 threads against 14
  pool.enters(9, 16);
  EXPECT_THAT(pool.issue_all(), ElementsAre(2, 4, 0, 3));
}

/// Threads that join a warp count at once.
TEST(Formation, MajorityCountsThreadsNotWarps) {
  Waiting pool("majority");
  pool.enters(5, 1);
  pool.enters(5, 1);
  GroupId g = pool.enters(7, 1);
  pool.joins(g, 2);
  EXPECT_THAT(pool.issue_all(), ElementsAre(2, 0, 1));
}

/// While no warp at its PC can issue, others do, and it comes back to those that are left.
TEST(Formation, MajorityStandsByItsPc) {
  Waiting pool("majority");
  for (int n = 0; n < 2; n++) pool.enters(7, 16);
  for (int n = 0; n < 2; n++) pool.enters(5, 4);
  EXPECT_EQ(pool.issue(), 0_group);
  EXPECT_EQ(pool.issue(only({2, 3})), 2_group);
  EXPECT_EQ(pool.issue(), 1_group);
  EXPECT_EQ(pool.issue(), 3_group);
}

/// Counters of eight bits: 256 threads look like 300, but not 254.
TEST(Formation, CountersSaturate) {
  for (uint32_t threads : {254u, 256u}) {
    Waiting pool("majority");
    pool.enters(7, threads);
    for (int n = 0; n < 10; n++) pool.enters(5, 30);
    EXPECT_EQ(pool.issue(), threads == 254 ? 1_group : 0_group);
  }
}

/// A PC that finds no entry is not tracked and comes last, until its next threads find one.
TEST(Formation, PcsThatDoNotFitComeLast) {
  Waiting pool("majority", 2);
  pool.enters(1, 2);
  pool.enters(2, 3);
  EXPECT_EQ(pool.counts.table_overflows, 0u);
  GroupId untracked = pool.enters(3, 16);
  EXPECT_EQ(pool.counts.table_overflows, 1u);
  pool.joins(untracked, 1);
  EXPECT_EQ(pool.counts.table_overflows, 2u);
  EXPECT_EQ(pool.issue(), 1_group);
  pool.enters(3, 1);  // the entry of 2 is free: this one thread is counted
  EXPECT_EQ(pool.counts.table_overflows, 2u);
  EXPECT_THAT(pool.issue_all(), ElementsAre(0, 2, 3));
}

TEST(Formation, UntrackedPcsAreLastForMinorityToo) {
  Waiting pool("minority", 2);
  pool.enters(1, 5);
  pool.enters(2, 9);
  pool.enters(3, 1);
  EXPECT_EQ(pool.counts.table_overflows, 1u);
  EXPECT_THAT(pool.issue_all(), ElementsAre(0, 1, 2));
}

TEST(Formation, MinorityTakesTheRarestPc) {
  Waiting pool("minority");
  pool.enters(1, 5);
  pool.enters(2, 3);
  pool.enters(2, 3);
  pool.enters(3, 4);
  EXPECT_THAT(pool.issue_all(), ElementsAre(3, 0, 1, 2));
}

TEST(Formation, TheOtherHeuristics) {
  struct Expected {
    const char* policy;
    std::vector<uint32_t> order;
  };
  for (const Expected& e : {Expected{"oldest", {0, 1, 2, 3}},
                            {"pdom-priority", {2, 1, 3, 0}},
                            {"lowest-pc", {3, 0, 1, 2}}}) {
    Waiting pool(e.policy);
    pool.enters(6, 1, 5);
    pool.enters(8, 1, 2);
    pool.enters(8, 1, 1);
    pool.enters(4, 1, 2);
    EXPECT_EQ(pool.issue_all(), e.order) << e.policy;
  }
}

/// §4.1: conflicts of banks behind a crossbar "introduce stalls into all lanes of the pipeline",
/// not only into those of the unit that waits.
TEST(Formation, ConflictsStallAllUnits) {
  MachineConfig c;
  Datapath datapath(c);
  const OpTiming timing{.unit = Unit::Sp, .latency = 4, .initiation = 1};
  datapath.take(timing, datapath.cycles(timing), 0, 10_cycle, 0, 2);
  for (Unit unit : {Unit::Sp, Unit::Sfu, Unit::Lsu, Unit::Dp}) {
    EXPECT_FALSE(datapath.has_free(unit, 12_cycle));
    EXPECT_TRUE(datapath.has_free(unit, 13_cycle));
  }
  datapath.take(timing, datapath.cycles(timing), 0, 20_cycle, 0);
  EXPECT_TRUE(datapath.has_free(Unit::Lsu, 20_cycle));
}

}  // namespace
}  // namespace heddle
