// Thread frontiers step by step: the heap of brunie2012 §3.4 (Figure 5), and the two cases of
// selective synchronisation that §3.3 distinguishes on the graph of Figure 4.
#include "sm/divergence/frontier/frontier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn.hpp"
#include "numbers.hpp"
#include "outcome.hpp"

namespace heddle {
namespace {

using namespace test;
using ::testing::ElementsAre;

class FrontierWalk : public ::testing::Test {
 protected:
  explicit FrontierWalk(FrontierConfig options = {.paths = 2}) : frontier(machine(options)) {
    // Figure 4: A parts into B and C, C into D and E; those meet at F, all at G.
    code.ops.resize(32);
    code.ops[at('F').pc].divergence = at('C').pc;
    code.ops[at('G').pc].divergence = at('A').pc;
    frontier.start(code);
    frontier.count_in(counters);
    frontier.arrive({0_tile, 4, 0});
  }
  static MachineConfig machine(FrontierConfig options) {
    MachineConfig config = test::four_wide();
    config.frontier = options;
    return config;
  }

  std::vector<std::string> heap() const {
    std::vector<std::string> out;
    for (GroupId g : frontier.heap(0_warp)) {
      Threads t;
      frontier.threads(g, t);
      out.push_back(name(frontier.place(g)) + " " + drawing(t.begin()->mask));
    }
    return out;
  }
  GroupId group(char block) const {
    for (GroupId g : frontier.heap(0_warp))
      if (frontier.place(g) == at(block)) return g;
    ADD_FAILURE() << "no split at " << block;
    return kNoGroup;
  }
  void branch(char block, std::initializer_list<test::Goes> paths, char point = '-') {
    Outcome o = goes(paths, at(point));
    o.split_point = {at(block).pc, 7_cycle};
    GroupId g = group(block);
    frontier.hold(g);
    EXPECT_FALSE(frontier.ready(g));
    frontier.resolve(g, o);
  }
  void jump(char from, char to) {
    Threads t;
    frontier.threads(group(from), t);
    branch(from, {{at(to), t.begin()->mask}});
  }

  TimedCode code;
  CoreCounters counters;
  Frontier frontier;
};

TEST_F(FrontierWalk, Figure4SuspendsTheSecondInsideTheInnerBlock) {
  jump('A', 'C');
  branch('C', {{at('D'), drawn("1100")}, {at('E'), drawn("0011")}}, 'F');
  EXPECT_THAT(heap(), ElementsAre("D 1100", "E 0011"));
  EXPECT_TRUE(frontier.ready(group('D')));
  EXPECT_TRUE(frontier.ready(group('E')));
  jump('D', 'F');
  // Case 1: PCdiv = C < CPC1 = E < PCrec = F.
  EXPECT_THAT(heap(), ElementsAre("E 0011", "F 1100"));
  EXPECT_TRUE(frontier.ready(group('E')));
  EXPECT_FALSE(frontier.ready(group('F')));
  EXPECT_EQ(counters.frontier.suspensions, 1u);
  frontier.pass(3);
  EXPECT_EQ(counters.frontier.suspended_cycles, 3u);
  frontier.advance(group('E'));
  EXPECT_THAT(heap(), ElementsAre("F 1111"));
  EXPECT_TRUE(frontier.ready(group('F')));
  EXPECT_THAT(frontier.reconverged(), ElementsAre(SplitPoint{at('C').pc, 7_cycle}));
  frontier.pass(5);
  EXPECT_EQ(counters.frontier.suspended_cycles, 3u);
}

TEST_F(FrontierWalk, Figure4LetsTheSecondRunBesideTheOuterBlock) {
  branch('A', {{at('B'), drawn("1000")}, {at('C'), drawn("0111")}}, 'G');
  branch('C', {{at('D'), drawn("0110")}, {at('E'), drawn("0001")}}, 'F');
  EXPECT_THAT(heap(), ElementsAre("B 1000", "D 0110", "E 0001"));
  jump('D', 'F');
  EXPECT_THAT(heap(), ElementsAre("B 1000", "E 0001", "F 0110"));
  jump('E', 'F');
  // Case 2: CPC1 = B <= PCdiv = C: the inner block is complete, B and F run in parallel.
  EXPECT_THAT(heap(), ElementsAre("B 1000", "F 0111"));
  EXPECT_TRUE(frontier.ready(group('B')));
  EXPECT_TRUE(frontier.ready(group('F')));
  frontier.advance(group('F'));
  // At G it waits for B, whose way leads there.
  EXPECT_FALSE(frontier.ready(group('G')));
  jump('B', 'G');
  EXPECT_THAT(heap(), ElementsAre("G 1111"));
  EXPECT_EQ(frontier.regroupings().merges, 2u);
  EXPECT_EQ(frontier.regroupings().missed, 0u);
}

class Unconstrained : public FrontierWalk {
 protected:
  Unconstrained() : FrontierWalk({.paths = 2, .constraints = false}) {}
};

/// Section 3.3: without constraints the second split runs ahead past the reconvergence point.
TEST_F(Unconstrained, RunsPastTheReconvergencePoint) {
  jump('A', 'C');
  branch('C', {{at('D'), drawn("1100")}, {at('E'), drawn("0011")}}, 'F');
  jump('D', 'F');
  EXPECT_TRUE(frontier.ready(group('F')));
  frontier.advance(group('F'));
  EXPECT_THAT(heap(), ElementsAre("E 0011", "G 1100"));
  EXPECT_EQ(frontier.regroupings().missed, 1u);
  EXPECT_EQ(counters.frontier.second_packets, 1u);
  EXPECT_EQ(counters.frontier.ahead, 1u);
}

class OnePath : public FrontierWalk {
 protected:
  OnePath() : FrontierWalk({.paths = 1}) {}
};

/// Section 3.1: the split at the lowest address runs, alone.
TEST_F(OnePath, OnlyTheFirstRuns) {
  branch('A', {{at('B'), drawn("1010")}, {at('C'), drawn("0101")}}, 'G');
  EXPECT_TRUE(frontier.ready(group('B')));
  EXPECT_FALSE(frontier.ready(group('C')));
  frontier.advance(group('B'));
  EXPECT_THAT(heap(), ElementsAre("C 1111"));
}

/// While its branch is under way a split keeps its place, and nobody merges with it.
TEST_F(FrontierWalk, ABranchUnderWayDoesNotMerge) {
  branch('A', {{at('B'), drawn("1010")}, {at('C'), drawn("0101")}}, 'G');
  GroupId ahead = group('C');
  frontier.hold(ahead);
  frontier.advance(group('B'));
  EXPECT_THAT(heap(), ElementsAre("C 1010", "C 0101"));
  frontier.resolve(ahead, goes({{at('D'), drawn("0101")}}));
  EXPECT_THAT(heap(), ElementsAre("C 1010", "D 0101"));
}

TEST_F(FrontierWalk, DeeperCallsComeFirst) {
  branch('A', {{at('B'), drawn("1010")}, {at('T', 1), drawn("0101")}});
  EXPECT_THAT(heap(), ElementsAre("T'1 0101", "B 1010"));
}

/// The third of three goes to the cold table, whose head comes back when a place is free.
TEST_F(FrontierWalk, TheColdTableHoldsTheRest) {
  branch('A', {{at('B'), 1}, {at('C'), 2}, {at('D'), 4}, {at('E'), 8}});
  frontier.pass(100);
  EXPECT_THAT(heap(), ElementsAre("B 1000", "C 0100", "D 0010", "E 0001"));
  EXPECT_EQ(frontier.deepest(), 4u);
  EXPECT_FALSE(frontier.ready(group('D')));
  frontier.hold(group('B'));
  frontier.resolve(group('B'), exits(drawn("1000")));
  EXPECT_THAT(heap(), ElementsAre("C 0100", "D 0010", "E 0001"));
  EXPECT_TRUE(frontier.ready(group('D')));
  EXPECT_EQ(counters.frontier.unsorted_pops, 0u);
  EXPECT_EQ(counters.frontier.sorted, 2u);
  EXPECT_EQ(counters.frontier.spills, 0u);
}

/// Where the sorter has not come, the table is a stack: the last that went in comes out first.
TEST_F(FrontierWalk, TheColdTableIsAStackBeforeItIsSorted) {
  branch('A', {{at('B'), 1}, {at('C'), 2}, {at('D'), 4}, {at('E'), 8}});
  EXPECT_THAT(heap(), ElementsAre("B 1000", "C 0100", "E 0001", "D 0010"));
  frontier.hold(group('B'));
  frontier.resolve(group('B'), exits(drawn("1000")));
  EXPECT_THAT(heap(), ElementsAre("C 0100", "E 0001", "D 0010"));
  EXPECT_EQ(counters.frontier.unsorted_pops, 1u);
}

/// The sorter walks an entry per cycle, one insertion after the other: E, which went in first, past
/// D, then D.
TEST_F(FrontierWalk, TheSorterTakesACyclePerEntry) {
  branch('A', {{at('B'), 1}, {at('C'), 2}, {at('E'), 8}, {at('D'), 4}});
  frontier.pass(1);
  EXPECT_EQ(counters.frontier.sorted, 0u);
  frontier.pass(1);
  EXPECT_EQ(counters.frontier.sorted, 1u);
  frontier.pass(1);
  EXPECT_EQ(counters.frontier.sorted, 2u);
  EXPECT_THAT(heap(), ElementsAre("B 1000", "C 0100", "D 0010", "E 0001"));
}

class SmallTable : public FrontierWalk {
 protected:
  SmallTable() : FrontierWalk({.paths = 2, .cold_entries = 1}) {}
};

TEST_F(SmallTable, CountsWhatItSpills) {
  branch('A', {{at('B'), 1}, {at('C'), 2}, {at('D'), 4}, {at('E'), 8}});
  EXPECT_EQ(counters.frontier.spills, 1u);
  EXPECT_EQ(heap().size(), 4u);
}

/// A load that serves some threads leaves the others before it, in front of those that go on.
TEST_F(FrontierWalk, ALoadPartsItsThreads) {
  GroupId g = group('A');
  frontier.split_at_issue(g, Threads(0_tile, drawn("1100")));
  frontier.advance(g);
  EXPECT_THAT(heap(), ElementsAre("A 0011", "B 1100"));
  EXPECT_TRUE(frontier.ready(group('A')));
  frontier.advance(group('A'));
  EXPECT_THAT(heap(), ElementsAre("B 1111"));
}

/// Threads at a rendezvous leave the heap, and merge with whom they meet when they come back.
TEST_F(FrontierWalk, ThreadsThatWaitLeaveTheHeap) {
  branch('A', {{at('B'), drawn("1010")}, {at('D'), drawn("0101")}}, 'G');
  GroupId waiting = group('B');
  frontier.hold(waiting);
  frontier.resolve(waiting, waits(drawn("1010"), at('C')));
  EXPECT_THAT(heap(), ElementsAre("D 0101"));
  EXPECT_TRUE(frontier.alive(waiting));
  EXPECT_FALSE(frontier.ready(waiting));
  EXPECT_EQ(frontier.path_masks(0_warp),
            (std::array<uint64_t, 3>{drawn("0101"), 0, drawn("1010")}));
  frontier.release(Threads(0_tile, drawn("1010")), at('D'));
  EXPECT_THAT(heap(), ElementsAre("D 1111"));
}

}  // namespace
}  // namespace heddle
