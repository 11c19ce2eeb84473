// Dynamic warp subdivision step by step: rhu2013's Figure 3 on the graph of its Figure 1.
#include "sm/divergence/dws/dws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn.hpp"
#include "numbers.hpp"
#include "outcome.hpp"

namespace heddle {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class DwsWalk : public ::testing::Test {
 protected:
  explicit DwsWalk(DwsConfig options = {.threshold = 2}) : dws(machine(options)) {
    dws.arrive({0_tile, 4, 0});
  }
  static MachineConfig machine(DwsConfig options) {
    MachineConfig config = test::four_wide();
    config.dws = options;
    return config;
  }

  /// Below the top, entries say where they go on; what runs of the top stands in the table.
  std::vector<std::string> stack() const {
    std::vector<std::string> out;
    const auto& entries = dws.stack(0_warp);
    for (size_t n = 0; n < entries.size(); n++)
      out.push_back((n + 1 < entries.size() ? name(entries[n].place) + " " : "") +
                    drawing(entries[n].mask) + " " + name(entries[n].reconvergence));
    return out;
  }
  std::vector<std::string> table() const {
    std::vector<std::string> out;
    for (GroupId g : dws.splits(0_warp)) {
      Threads t;
      dws.threads(g, t);
      out.push_back(name(dws.place(g)) + " " + drawing(t.begin()->mask));
    }
    std::sort(out.begin(), out.end());
    return out;
  }
  GroupId group(char block) const {
    for (GroupId g : dws.splits(0_warp))
      if (dws.place(g) == at(block)) return g;
    ADD_FAILURE() << "no split at " << block;
    return kNoGroup;
  }
  /// A branch whose post-dominator's block has so many instructions.
  void branch(char block, std::initializer_list<test::Goes> paths, char point, uint32_t after) {
    Outcome o = goes(paths, at(point));
    o.block_after = after;
    o.split_point = {at(block).pc, 7_cycle};
    GroupId g = group(block);
    dws.hold(g);
    EXPECT_FALSE(dws.ready(g));
    dws.resolve(g, o);
  }
  void jump(char from, char to) { jump(group(from), to); }
  void jump(GroupId g, char to) {
    Threads t;
    dws.threads(g, t);
    dws.hold(g);
    dws.resolve(g, goes({{at(to), t.begin()->mask}}));
  }

  Dws dws;
};

/// All blocks have three instructions, F has one; the threshold is 2.
TEST_F(DwsWalk, Rhu2013Figure3) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G', 3);
  // (a) G has more instructions than the threshold: the stack is used.
  EXPECT_FALSE(dws.is_subdivided(0_warp));
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "C 0111 G", "1000 G"));
  EXPECT_THAT(table(), ElementsAre("B 1000"));
  jump('B', 'G');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "0111 G"));
  EXPECT_THAT(table(), ElementsAre("C 0111"));
  EXPECT_EQ(dws.paths(group('C')), 1u);
  branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F', 1);
  // (b) F is short: two splits, whose reconvergence point is that of the top of the stack, G.
  EXPECT_TRUE(dws.is_subdivided(0_warp));
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "0111 G"));
  EXPECT_THAT(table(), ElementsAre("D 0100", "E 0011"));
  EXPECT_EQ(dws.paths(group('D')), 2u);
  // (c) D comes to F, where the stack would have waited for E, and goes on.
  jump('D', 'F');
  EXPECT_THAT(table(), ElementsAre("E 0011", "F 0100"));
  dws.advance(group('F'));
  EXPECT_EQ(dws.regroupings().missed, 1u);
  EXPECT_THAT(table(), ElementsAre("E 0011"));
  EXPECT_TRUE(dws.is_subdivided(0_warp));  // the other waits at G
  jump('E', 'F');
  dws.advance(group('F'));  // F executes a second time
  // At G all have come: "the stack is used to execute path G".
  EXPECT_FALSE(dws.is_subdivided(0_warp));
  EXPECT_THAT(stack(), ElementsAre("1111 -"));
  EXPECT_THAT(table(), ElementsAre("G 1111"));
  EXPECT_EQ(dws.regroupings().subdivisions, 1u);
  EXPECT_EQ(dws.regroupings().merges, 0u);
  EXPECT_EQ(dws.regroupings().missed, 1u);
}

/// The same, but E is at F before D has gone on.
TEST_F(DwsWalk, SplitsMergeWhereTheyHappenToMeet) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G', 3);
  jump('B', 'G');
  dws.reconverged().clear();
  branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F', 1);
  jump('D', 'F');
  jump('E', 'F');
  EXPECT_THAT(table(), ElementsAre("F 0111"));
  EXPECT_FALSE(dws.is_subdivided(0_warp));
  EXPECT_EQ(dws.regroupings().merges, 1u);
  EXPECT_THAT(dws.reconverged(), ElementsAre(SplitPoint{at('C').pc, 7_cycle}));
  dws.advance(group('F'));
  EXPECT_EQ(dws.regroupings().missed, 0u);
  EXPECT_THAT(table(), ElementsAre("G 1111"));
}

TEST_F(DwsWalk, TheThresholdIsTheLongestBlock) {
  for (uint32_t after : {1u, 2u, 3u, 50u}) {
    Dws fresh(machine({.threshold = 2}));
    fresh.arrive({0_tile, 4, 0});
    Outcome o = goes({{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, at('G'));
    o.block_after = after;
    GroupId g = fresh.splits(0_warp)[0];
    fresh.hold(g);
    fresh.resolve(g, o);
    EXPECT_EQ(fresh.is_subdivided(0_warp), after <= 2) << after;
  }
}

/// "Nested branches within a split warp cause further splits", with the same reconvergence point.
TEST_F(DwsWalk, BranchesOfSplitsAlwaysSubdivide) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'H', 100);
  EXPECT_THAT(stack(), ElementsAre("H 1111 -", "C 0011 H", "1100 H"));
  branch('B', {{at('D'), drawn("0100")}, {at('E'), drawn("1000")}}, 'F', 1);
  EXPECT_THAT(table(), ElementsAre("D 0100", "E 1000"));
  jump('D', 'H');
  jump('E', 'H');
  EXPECT_THAT(table(), ElementsAre("C 0011"));
  branch('C', {{at('D'), drawn("0001")}, {at('E'), drawn("0010")}}, 'F', 1);
  EXPECT_THAT(stack(), ElementsAre("H 1111 -", "0011 H"));
  EXPECT_THAT(table(), ElementsAre("D 0001", "E 0010"));
}

TEST_F(DwsWalk, ALongBlockDoesNotKeepASplitTogether) {
  branch('A', {{at('C'), drawn("0001")}, {at('B'), drawn("1110")}}, 'G', 1);
  branch('B', {{at('D'), drawn("0110")}, {at('E'), drawn("1000")}}, 'F', 100);
  EXPECT_THAT(stack(), ElementsAre("1111 -"));
  EXPECT_THAT(table(), ElementsAre("C 0001", "D 0110", "E 1000"));
}

/// With only an if, those that skip it run ahead: a branch that dual paths could not interleave.
TEST_F(DwsWalk, OneSidedIfRunsAhead) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'C', 1);
  EXPECT_THAT(table(), ElementsAre("B 1100", "C 0011"));
  dws.advance(group('C'));
  EXPECT_EQ(dws.regroupings().missed, 1u);
  EXPECT_THAT(table(), ElementsAre("B 1100", "D 0011"));
}

TEST_F(DwsWalk, ASplitInFlightDoesNotMerge) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'G', 1);
  GroupId c = group('C');
  dws.hold(c);
  dws.advance(group('B'));  // B falls into C, which is being executed by others
  EXPECT_THAT(table(), ElementsAre("C 0011", "C 1100"));
  dws.resolve(c, goes({{at('D'), drawn("0011")}}));
  EXPECT_THAT(table(), ElementsAre("C 1100", "D 0011"));
}

TEST_F(DwsWalk, EqualAddressAtAnotherDepthDoesNotMerge) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'G', 1);
  GroupId b = group('B');
  dws.hold(b);
  dws.resolve(b, goes({{at('C', 1), drawn("1100")}}));
  EXPECT_THAT(table(), ElementsAre("C 0011", "C'1 1100"));
}

TEST_F(DwsWalk, SplitsWaitByThemselvesAndMergeWhenReleased) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'G', 1);
  GroupId b = group('B'), c = group('C');
  dws.hold(b);
  dws.resolve(b, waits(drawn("1000"), at('D')));
  EXPECT_FALSE(dws.ready(b));
  EXPECT_TRUE(dws.ready(c));
  dws.hold(c);
  dws.resolve(c, waits(drawn("0011"), at('D')));
  EXPECT_THAT(table(), ElementsAre("D 0011", "D 1100"));
  dws.release(Threads(0_tile, drawn("1011")), at('D'));
  EXPECT_THAT(table(), ElementsAre("D 1111"));
  EXPECT_FALSE(dws.is_subdivided(0_warp));
}

TEST_F(DwsWalk, ThreadsThatExitAreNotWaitedFor) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G', 3);
  jump('B', 'G');
  branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F', 1);
  GroupId d = group('D');
  dws.hold(d);
  dws.resolve(d, exits(drawn("0100")));
  EXPECT_THAT(stack(), ElementsAre("G 1011 -", "0011 G"));
  EXPECT_FALSE(dws.is_subdivided(0_warp));
  jump('E', 'F');
  dws.advance(group('F'));
  EXPECT_EQ(dws.regroupings().missed, 0u);  // E is all that lives of those that parted
  EXPECT_THAT(table(), ElementsAre("G 1011"));
  GroupId g = group('G');
  dws.hold(g);
  dws.resolve(g, exits(drawn("1011")));
  EXPECT_THAT(table(), IsEmpty());
}

TEST_F(DwsWalk, EveryThreadBelongsToOneGroup) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G', 3);
  jump('B', 'G');
  branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F', 1);
  uint32_t seen = 0;
  for (GroupId g : dws.splits(0_warp)) {
    Threads t;
    dws.members(g, t);
    EXPECT_EQ(seen & t.begin()->mask, 0u);
    seen |= t.begin()->mask;
  }
  EXPECT_EQ(seen, drawn("1111"));
}

/// Loops under a high threshold: no post-dominator before the end means nothing is lost.
TEST_F(DwsWalk, WithoutAPostDominatorTheWarpIsSubdivided) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, '-', 0);
  EXPECT_THAT(table(), ElementsAre("B 1100", "C 0011"));
}

struct DwsMemorySplit : DwsWalk {
  DwsMemorySplit() : DwsWalk({.threshold = 2, .memory_split = true}) {}
};

TEST_F(DwsMemorySplit, ThreadsWhoseLoadHasReturnedGoOn) {
  GroupId g = group('A');
  ASSERT_TRUE(dws.may_split(g));
  GroupId late = dws.split_returned(g, Threads(0_tile, drawn("1010")));
  EXPECT_THAT(table(), ElementsAre("A 0101", "A 1010"));
  EXPECT_TRUE(dws.is_subdivided(0_warp));
  dws.advance(g);
  EXPECT_THAT(table(), ElementsAre("A 0101", "B 1010"));
  dws.advance(late);
  EXPECT_THAT(table(), ElementsAre("B 1111"));
  EXPECT_FALSE(dws.is_subdivided(0_warp));
}

}  // namespace
}  // namespace heddle
