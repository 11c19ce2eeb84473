// Dual-path execution step by step: rhu2013's Figure 4 on the graph of its Figure 1, and each
// option.
#include "sm/divergence/dual_path/dual_path.hpp"

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

class DualPathWalk : public ::testing::Test {
 protected:
  explicit DualPathWalk(DualPathConfig options = {}) : dual(machine(options)) {
    dual.arrive({0_tile, 4, 0});
  }
  static MachineConfig machine(DualPathConfig options) {
    MachineConfig config = test::four_wide();
    config.dual_path = options;
    return config;
  }

  /// Entries from the bottom: place and mask of the left path, of the right one, reconvergence
  /// point. "·" is an invalid path, "(…)" one that waits for its parts above.
  std::vector<std::string> stack() const {
    std::vector<std::string> out;
    for (const DualPath::Entry& e : dual.stack(0_warp)) {
      std::string text;
      for (const DualPath::Path& p : e.path) {
        std::string path = name(p.place) + " " + drawing(p.mask);
        text += p.mask == 0 ? "· " : p.children ? "(" + path + ") " : path + " ";
      }
      out.push_back(text + name(e.reconvergence));
    }
    return out;
  }
  /// The group of the path whose next block is this.
  GroupId group(char block) const {
    for (GroupId g; g.value() < dual.group_limit(); ++g)
      if (dual.alive(g) && dual.place(g) == at(block)) return g;
    ADD_FAILURE() << "no path at " << block;
    return kNoGroup;
  }
  /// Blocks that can be scheduled, the left path's first.
  std::vector<std::string> schedulable() const {
    std::vector<std::string> out(2);
    for (GroupId g; g.value() < dual.group_limit(); ++g)
      if (dual.alive(g) && dual.ready(g)) out[dual.path_of(g)] = name(dual.place(g));
    std::erase(out, "");
    return out;
  }
  void branch(char block, std::initializer_list<test::Goes> paths, char reconvergence) {
    GroupId g = group(block);
    dual.hold(g);
    EXPECT_FALSE(dual.ready(g));
    dual.resolve(g, goes(paths, at(reconvergence)));
  }
  void jump(char from, char to) {
    GroupId g = group(from);
    Threads t;
    dual.threads(g, t);
    dual.hold(g);
    dual.resolve(g, goes({{at(to), t.begin()->mask}}));
  }
  void diverge_as_in_figure_1() {
    branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
    branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F');
  }

  DualPath dual;
};

TEST_F(DualPathWalk, Rhu2013Figure4) {
  EXPECT_THAT(stack(), ElementsAre("A 1111 · -"));  // (a)
  EXPECT_THAT(schedulable(), ElementsAre("A"));
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "B 1000 C 0111 G"));  // (b)
  EXPECT_THAT(schedulable(), ElementsAre("B", "C"));
  EXPECT_EQ(dual.paths(group('B')), 2u);
  branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "B 1000 (F 0111) G", "D 0100 E 0011 F"));  // (c)
  EXPECT_THAT(schedulable(), ElementsAre("D", "E"));  // B is suspended
  EXPECT_FALSE(dual.exposed(group('B')));
  jump('D', 'F');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "B 1000 (F 0111) G", "· E 0011 F"));  // (d)
  EXPECT_THAT(schedulable(), ElementsAre("E"));
  EXPECT_EQ(dual.paths(group('E')), 1u);
  dual.advance(group('E'));
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "B 1000 F 0111 G"));  // (e)
  EXPECT_THAT(schedulable(), ElementsAre("B", "F"));
  dual.advance(group('F'));
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "B 1000 · G"));
  jump('B', 'G');
  EXPECT_THAT(stack(), ElementsAre("G 1111 · -"));  // (f)
  EXPECT_EQ(dual.deepest(), 3u);
  GroupId g = group('G');
  dual.hold(g);
  dual.resolve(g, exits(drawn("1111")));
  EXPECT_FALSE(dual.alive(g));
  EXPECT_THAT(stack(), IsEmpty());
}

/// The suspended path had a branch in flight: its outcome is the suspended path's.
TEST_F(DualPathWalk, ABranchInFlightStaysWithItsPath) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  GroupId b = group('B');
  dual.hold(b);
  branch('C', {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F');
  dual.resolve(b, goes({{at('G'), drawn("1000")}}));
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "· (F 0111) G", "D 0100 E 0011 F"));
  jump('D', 'F');
  jump('E', 'F');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "· F 0111 G"));
}

TEST_F(DualPathWalk, OneSidedIfHasOnePath) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'C');
  EXPECT_THAT(stack(), ElementsAre("(C 1111) · -", "B 1100 · C"));
  EXPECT_EQ(dual.paths(group('B')), 1u);
  dual.advance(group('B'));
  EXPECT_THAT(stack(), ElementsAre("C 1111 · -"));
}

/// Threads that leave a loop one by one need one entry, not one per iteration.
TEST_F(DualPathWalk, ALoopNeedsOneEntry) {
  branch('A', {{at('B'), drawn("0111")}, {at('E'), drawn("1000")}}, 'E');
  EXPECT_THAT(stack(), ElementsAre("(E 1111) · -", "B 0111 · E"));
  jump('B', 'A');
  branch('A', {{at('B'), drawn("0011")}, {at('E'), drawn("0100")}}, 'E');
  EXPECT_THAT(stack(), ElementsAre("(E 1111) · -", "B 0011 · E"));
  branch('B', {{at('C'), drawn("0001")}, {at('D'), drawn("0010")}}, 'E');
  EXPECT_THAT(stack(), ElementsAre("(E 1111) · -", "D 0010 C 0001 E"));
  EXPECT_EQ(dual.deepest(), 2u);
}

TEST_F(DualPathWalk, OneOfTwoPathsPartsTowardsTheirPoint) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'E');
  branch('B', {{at('F'), drawn("0100")}, {at('D'), drawn("1000")}}, 'E');
  EXPECT_THAT(stack(), ElementsAre("(E 1111) · -", "· C 0011 E", "D 1000 F 0100 E"));
  EXPECT_THAT(schedulable(), ElementsAre("D", "F"));
  jump('F', 'E');
  jump('D', 'E');
  EXPECT_THAT(stack(), ElementsAre("(E 1111) · -", "· C 0011 E"));
  jump('C', 'E');
  EXPECT_THAT(stack(), ElementsAre("E 1111 · -"));
}

TEST_F(DualPathWalk, ManyDestinationsTakeSeveralEntries) {
  branch('A', {{at('B'), 1}, {at('C'), 2}, {at('D'), 4}, {at('F'), 8}}, 'F');
  EXPECT_THAT(stack(), ElementsAre("(F 1111) · -", "B 1000 · F", "D 0010 C 0100 F"));
  EXPECT_THAT(schedulable(), ElementsAre("D", "C"));
  jump('D', 'F');
  jump('C', 'F');
  EXPECT_THAT(schedulable(), ElementsAre("B"));
  jump('B', 'F');
  EXPECT_THAT(stack(), ElementsAre("F 1111 · -"));
}

TEST_F(DualPathWalk, ThreadsThatExitLeaveEveryEntry) {
  diverge_as_in_figure_1();
  GroupId g = group('E');
  dual.hold(g);
  dual.resolve(g, exits(drawn("0011")));
  EXPECT_THAT(stack(), ElementsAre("(G 1100) · -", "B 1000 (F 0100) G", "D 0100 · F"));
  g = group('D');
  dual.hold(g);
  dual.resolve(g, exits(drawn("0100")));
  EXPECT_THAT(stack(), ElementsAre("(G 1000) · -", "B 1000 · G"));
}

TEST_F(DualPathWalk, EqualAddressAtAnotherDepthDoesNotReconverge) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  GroupId g = group('B');
  dual.hold(g);  // calls a function whose body lies at D
  dual.resolve(g, goes({{at('D', 1), drawn("1100")}}));
  EXPECT_THAT(stack(), ElementsAre("(D 1111) · -", "D'1 1100 C 0011 D"));
}

/// On a stack of single paths, one side would wait for ever for the other, which never runs.
TEST_F(DualPathWalk, BothSidesMayWaitAtABarrier) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'E');
  GroupId left = group('B'), right = group('C');
  dual.hold(left);
  dual.resolve(left, waits(drawn("1100"), at('E')));
  EXPECT_THAT(schedulable(), ElementsAre("C"));
  dual.hold(right);
  dual.resolve(right, waits(drawn("0011"), at('D')));
  EXPECT_THAT(schedulable(), IsEmpty());
  dual.release(Threads(0_tile, drawn("1100")), at('E'));
  EXPECT_THAT(stack(), ElementsAre("(E 1111) · -", "· D 0011 E"));
  dual.release(Threads(0_tile, drawn("0011")), at('D'));
  EXPECT_THAT(schedulable(), ElementsAre("D"));
}

/// A path that waits may be suspended, and released meanwhile.
TEST_F(DualPathWalk, ASuspendedPathIsReleased) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  GroupId b = group('B');
  dual.hold(b);
  dual.resolve(b, waits(drawn("1000"), at('D')));
  branch('C', {{at('E'), drawn("0011")}, {at('F'), drawn("0100")}}, 'G');
  dual.release(Threads(0_tile, drawn("1000")), at('D'));
  EXPECT_FALSE(dual.ready(b));
  jump('E', 'G');
  jump('F', 'G');
  EXPECT_THAT(schedulable(), ElementsAre("D"));
}

TEST_F(DualPathWalk, EveryThreadBelongsToOneGroup) {
  diverge_as_in_figure_1();
  jump('D', 'F');
  uint32_t seen = 0;
  for (GroupId g; g.value() < dual.group_limit(); ++g) {
    if (!dual.alive(g)) continue;
    Threads t;
    dual.members(g, t);
    EXPECT_EQ(seen & t.begin()->mask, 0u);
    seen |= t.begin()->mask;
  }
  EXPECT_EQ(seen, drawn("1111"));
}

TEST_F(DualPathWalk, PartingsHealWhenBothPathsHaveArrived) {
  auto part = [&](char block, uint32_t pc, std::initializer_list<test::Goes> paths, char point) {
    Outcome o = goes(paths, at(point));
    o.split_point = {LinkedPc(pc), Cycle(pc * 10)};
    GroupId g = group(block);
    dual.hold(g);
    dual.resolve(g, o);
  };
  part('A', 1, {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  part('C', 2, {{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F');
  jump('D', 'F');
  EXPECT_THAT(dual.reconverged(), IsEmpty());
  jump('E', 'F');
  EXPECT_THAT(dual.reconverged(), ElementsAre(SplitPoint{2_pc, 20_cycle}));
  dual.reconverged().clear();
  jump('B', 'G');
  jump('F', 'G');
  EXPECT_THAT(dual.reconverged(), ElementsAre(SplitPoint{1_pc, 10_cycle}));
}

/// Pushes and pops are told, so that a scoreboard can copy its bits.
TEST_F(DualPathWalk, TellsWhenPathsPartAndComeTogether) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  EXPECT_THAT(dual.regrouped(), ElementsAre(0_warp));
  dual.regrouped().clear();
  jump('B', 'G');
  EXPECT_THAT(dual.regrouped(), IsEmpty());
  jump('C', 'G');
  EXPECT_THAT(dual.regrouped(), ElementsAre(0_warp));
}

struct Forwarding : DualPathWalk {
  Forwarding() : DualPathWalk({.forwarding = true}) {}
};

/// §7.1: "In the example shown in Figure 4 (d), interleaving block B and block E does not break
/// correctness".
TEST_F(Forwarding, Rhu2013Figure4d) {
  diverge_as_in_figure_1();
  EXPECT_THAT(schedulable(), ElementsAre("D", "E"));
  jump('D', 'F');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "B 1000 (F 0111) G", "· E 0011 F"));
  EXPECT_THAT(schedulable(), ElementsAre("B", "E"));
  EXPECT_EQ(dual.paths(group('B')), 2u);
  jump('B', 'G');  // its own reconvergence point, in an entry that is not the top
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "· (F 0111) G", "· E 0011 F"));
  jump('E', 'F');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "· F 0111 G"));
  jump('F', 'G');
  EXPECT_THAT(stack(), ElementsAre("G 1111 · -"));
}

/// A forwarded path that diverges pushes an entry like any other, and waits below for it.
TEST_F(Forwarding, AForwardedPathMayDiverge) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'G');
  branch('C', {{at('E'), drawn("0001")}, {at('D'), drawn("0010")}}, 'F');
  jump('D', 'F');
  branch('B', {{at('H'), drawn("0100")}, {at('I'), drawn("1000")}}, 'J');
  EXPECT_THAT(stack(),
              ElementsAre("(G 1111) · -", "(J 1100) (F 0011) G", "· E 0001 F", "I 1000 H 0100 J"));
  EXPECT_THAT(schedulable(), ElementsAre("I", "H"));
  jump('H', 'J');
  EXPECT_THAT(schedulable(), ElementsAre("I", "E"));
  jump('E', 'F');  // its entry is popped when it is on top
  jump('I', 'J');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "J 1100 F 0011 G"));
}

struct SoftwareStack : DualPathWalk {
  SoftwareStack() : DualPathWalk({.software_stack = true}) {}
  void pop() {
    ASSERT_FALSE(dual.pops().empty());
    GroupId g = dual.pops().front();
    dual.pops().erase(dual.pops().begin());
    dual.popped(g);
  }
};

/// §7.3: "if both paths are active, the first pop instruction disables its path and the second pops
/// the stack".
TEST_F(SoftwareStack, TheFirstPopDisablesThePathTheSecondPops) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  jump('B', 'G');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "G 1000 C 0111 G"));  // executes its pop
  EXPECT_THAT(schedulable(), ElementsAre("C"));
  EXPECT_EQ(dual.paths(group('C')), 1u);
  pop();
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "· C 0111 G"));
  jump('C', 'G');
  EXPECT_THAT(stack(), ElementsAre("(G 1111) · -", "· G 0111 G"));
  pop();
  EXPECT_THAT(stack(), ElementsAre("G 1111 · -"));
  EXPECT_THAT(schedulable(), ElementsAre("G"));
}

TEST_F(SoftwareStack, ThreadsWithNothingToDoPopToo) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'C');
  EXPECT_THAT(stack(), ElementsAre("(C 1111) · -", "B 1100 C 0011 C"));
  EXPECT_THAT(schedulable(), ElementsAre("B"));
  pop();
  EXPECT_THAT(stack(), ElementsAre("(C 1111) · -", "B 1100 · C"));
}

struct Constrained : DualPathWalk {
  Constrained() : DualPathWalk({.scheduler_entries = 1}) {}
};

TEST_F(Constrained, PathsTakeTurnsWhenOneStalls) {
  branch('A', {{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  EXPECT_THAT(schedulable(), ElementsAre("B"));
  GroupId b = group('B'), c = group('C');
  EXPECT_TRUE(dual.exposed(c));
  EXPECT_TRUE(dual.suspended(c));
  dual.stalls(c);  // a miss of the path whose turn it is not
  EXPECT_THAT(schedulable(), ElementsAre("B"));
  dual.stalls(b);
  EXPECT_THAT(schedulable(), ElementsAre("C"));
  dual.stalls(c);
  EXPECT_THAT(schedulable(), ElementsAre("B"));
  jump('B', 'G');
  EXPECT_THAT(schedulable(), ElementsAre("C"));
  dual.stalls(group('C'));  // there is no other
  EXPECT_THAT(schedulable(), ElementsAre("C"));
}

TEST_F(Constrained, APathThatWaitsGivesWay) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'E');
  GroupId b = group('B'), c = group('C');
  dual.hold(b);
  dual.resolve(b, waits(drawn("1100"), at('D')));
  EXPECT_THAT(schedulable(), ElementsAre("C"));
  dual.hold(c);
  dual.resolve(c, waits(drawn("0011"), at('D')));
  dual.release(Threads(0_tile, drawn("1100")), at('D'));
  EXPECT_THAT(schedulable(), ElementsAre("D"));
}

TEST_F(Constrained, NoPathRunsForEver) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, '-');
  GroupId b = group('B');
  uint32_t steps = 0;
  for (; dual.ready(b) && steps < 10000; steps++) dual.advance(b);
  EXPECT_EQ(steps, DualPath::kLongestTurn - 1);  // the branch at A counts
  EXPECT_THAT(schedulable(), ElementsAre("C"));
}

struct MemorySplit : DualPathWalk {
  MemorySplit() : DualPathWalk({.memory_split = true}) {}
};

/// §7.2: the halves use the two slots, and wait for each other at the first branch.
TEST_F(MemorySplit, HalvesMeetBeforeABranch) {
  GroupId g = group('A');
  ASSERT_TRUE(dual.may_split(g));
  GroupId late = dual.split_returned(g, Threads(0_tile, drawn("1010")));
  EXPECT_THAT(stack(), ElementsAre("A 0101 A 1010 -"));
  EXPECT_EQ(dual.path_of(late), 0u);  // what is in flight was issued by the left path
  EXPECT_TRUE(dual.ready(g) && dual.ready(late));
  EXPECT_FALSE(dual.may_split(g));
  dual.advance(g);
  EXPECT_TRUE(dual.is_half(g));
  dual.meet(g);
  EXPECT_FALSE(dual.ready(g));
  dual.advance(late);
  dual.regrouped().clear();
  dual.meet(late);
  EXPECT_THAT(stack(), ElementsAre("B 1111 · -"));
  EXPECT_TRUE(dual.ready(late));
  EXPECT_FALSE(dual.alive(g));
  EXPECT_THAT(dual.regrouped(), ElementsAre(0_warp));
}

TEST_F(MemorySplit, HalvesMeetAtTheReconvergencePoint) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'C');
  GroupId g = group('B');
  GroupId late = dual.split_returned(g, Threads(0_tile, drawn("1000")));
  dual.advance(g);
  EXPECT_THAT(stack(), ElementsAre("(C 1111) · -", "B 0100 · C"));
  EXPECT_FALSE(dual.is_half(late));  // nobody is left to meet
  dual.advance(late);
  EXPECT_THAT(stack(), ElementsAre("C 1111 · -"));
}

TEST_F(MemorySplit, NeedsAFreeSlot) {
  branch('A', {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'E');
  EXPECT_FALSE(dual.may_split(group('B')));
  jump('C', 'E');
  EXPECT_TRUE(dual.may_split(group('B')));
}

}  // namespace
}  // namespace heddle
