// The reconvergence stack, step by step through the worked examples of the papers. Masks are
// written as the papers draw them: the first thread of the warp on the left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn.hpp"
#include "numbers.hpp"
#include "outcome.hpp"
#include "sm/divergence/pdom/pdom.hpp"

namespace heddle {
namespace {

using namespace test;
using ::testing::ElementsAre;

class StackWalk : public ::testing::Test {
 protected:
  StackWalk() : pdom(test::four_wide()) { pdom.arrive({0_tile, 4, 0}); }

  /// Entries from the bottom: next place, mask, reconvergence point.
  std::vector<std::string> stack(GroupId g = 0_group) const {
    std::vector<std::string> out;
    for (const Pdom::Entry& e : pdom.stack(g)) {
      out.push_back(name(e.place) + " " + drawing(e.mask) + " " + name(e.reconvergence));
    }
    return out;
  }
  void branch(std::initializer_list<test::Goes> paths, char reconvergence) {
    pdom.hold(0_group);
    EXPECT_FALSE(pdom.ready(0_group));
    pdom.resolve(0_group, goes(paths, at(reconvergence)));
  }
  void jump(char to) {
    pdom.hold(0_group);
    pdom.resolve(0_group, goes({{at(to), active()}}));
  }
  uint32_t active() const {
    Threads t;
    pdom.threads(0_group, t);
    return t.begin()->mask;
  }
  char block() const { return name(pdom.place(0_group))[0]; }

  Pdom pdom;
};

TEST_F(StackWalk, Fung2007Figure5) {
  EXPECT_THAT(stack(), ElementsAre("A 1111 -"));
  // "The first three threads encounter a taken branch and go to basic block B (1110), while the
  // last thread goes to basic block F (0001)": the fall-through is pushed first.
  branch({{at('F'), drawn("0001")}, {at('B'), drawn("1110")}}, 'G');
  // (c) "Before the threads execute the diverging branch at B"
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0001 G", "B 1110 G"));
  EXPECT_EQ(active(), drawn("1110"));
  branch({{at('D'), drawn("0110")}, {at('C'), drawn("1000")}}, 'E');
  // (d) (i) the top's next PC becomes E; (ii) the fall-through D with mask 0110; (iii) the target C
  // with mask 1000, both with reconvergence point E.
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0001 G", "E 1110 G", "D 0110 E", "C 1000 E"));
  EXPECT_EQ(block(), 'C');
  EXPECT_EQ(active(), drawn("1000"));
  jump('E');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0001 G", "E 1110 G", "D 0110 E"));
  pdom.advance(0_group);  // D falls through to E
  // (e) reconverged at E
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0001 G", "E 1110 G"));
  EXPECT_EQ(block(), 'E');
  EXPECT_EQ(active(), drawn("1110"));
  jump('G');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0001 G"));
  pdom.advance(0_group);  // F falls through to G
  EXPECT_THAT(stack(), ElementsAre("G 1111 -"));
  EXPECT_EQ(active(), drawn("1111"));
  pdom.hold(0_group);
  pdom.resolve(0_group, exits(drawn("1111")));
  EXPECT_FALSE(pdom.alive(0_group));
  EXPECT_EQ(pdom.deepest(), 5u);
}

/// narasiman2011 Figure 3: A branches to B and C, which meet at D. Their stack does not hold the
/// running path, which is the top entry here: a join entry (reconvergence and execute PC at the
/// CFM point, the mask from before) and a divergent entry below it. The join entry keeps the outer
/// reconvergence point here, since it is the entry that was there before (fung2007's form).
TEST_F(StackWalk, Narasiman2011Figure3) {
  branch({{at('C'), drawn("0100")}, {at('B'), drawn("1011")}}, 'D');
  // current PC B, mask 1011; stack: join (D, 1111), divergent (C, 0100, D)
  EXPECT_THAT(stack(), ElementsAre("D 1111 -", "C 0100 D", "B 1011 D"));
  jump('D');
  // "If equal, the stack is popped": current PC C, mask 0100; stack: join
  EXPECT_THAT(stack(), ElementsAre("D 1111 -", "C 0100 D"));
  pdom.advance(0_group);
  // "Once all threads reach block D, the warp is restored to four active threads"
  EXPECT_THAT(stack(), ElementsAre("D 1111 -"));
}

/// rhu2013 Figure 2, (a) to (f), on the graph of Figure 1: A to B and C, C to D and E, which join
/// at F; B and F join at G. The left path (B, D) runs first.
TEST_F(StackWalk, Rhu2013Figures1And2) {
  EXPECT_THAT(stack(), ElementsAre("A 1111 -"));
  branch({{at('C'), drawn("0111")}, {at('B'), drawn("1000")}}, 'G');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "C 0111 G", "B 1000 G"));  // (b)
  jump('G');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "C 0111 G"));  // (c)
  branch({{at('E'), drawn("0011")}, {at('D'), drawn("0100")}}, 'F');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0111 G", "E 0011 F", "D 0100 F"));  // (d)
  jump('F');
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0111 G", "E 0011 F"));
  pdom.advance(0_group);
  EXPECT_THAT(stack(), ElementsAre("G 1111 -", "F 0111 G"));  // (e)
  pdom.advance(0_group);
  EXPECT_THAT(stack(), ElementsAre("G 1111 -"));  // (f)
}

TEST_F(StackWalk, OneSidedIfPushesNothingForThoseAlreadyThere) {
  branch({{at('B'), drawn("1100")}, {at('C'), drawn("0011")}}, 'C');
  EXPECT_THAT(stack(), ElementsAre("C 1111 -", "B 1100 C"));
  pdom.advance(0_group);
  EXPECT_THAT(stack(), ElementsAre("C 1111 -"));
}

/// Recursion: a function's body at another call depth is another place.
TEST_F(StackWalk, EqualAddressAtAnotherDepthDoesNotReconverge) {
  branch({{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  pdom.hold(0_group);  // B calls a function whose body lies at D: depth 1
  pdom.resolve(0_group, goes({{at('D', 1), drawn("1100")}}));
  EXPECT_THAT(stack(), ElementsAre("D 1111 -", "C 0011 D", "D'1 1100 D"));
  pdom.hold(0_group);  // it calls itself: depth 2
  pdom.resolve(0_group, goes({{at('D', 2), drawn("1100")}}));
  EXPECT_THAT(stack(), ElementsAre("D 1111 -", "C 0011 D", "D'2 1100 D"));
  // Inside, it diverges with a reconvergence point of its own depth.
  pdom.hold(0_group);
  pdom.resolve(0_group,
               goes({{at('E', 2), drawn("1000")}, {at('F', 2), drawn("0100")}}, at('G', 2)));
  EXPECT_THAT(stack(),
              ElementsAre("D 1111 -", "C 0011 D", "G'2 1100 D", "E'2 1000 G'2", "F'2 0100 G'2"));
  pdom.hold(0_group);  // F returns early to depth 1, at the very address G
  pdom.resolve(0_group, goes({{at('G', 1), drawn("0100")}}));
  EXPECT_THAT(stack().back(), "G'1 0100 G'2");
}

TEST_F(StackWalk, ThreadsThatExitLeaveEveryEntry) {
  branch({{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  pdom.hold(0_group);
  pdom.resolve(0_group, exits(drawn("1100")));
  EXPECT_THAT(stack(), ElementsAre("D 0011 -", "C 0011 D"));
  pdom.hold(0_group);
  pdom.resolve(0_group, exits(drawn("0011")));
  EXPECT_FALSE(pdom.alive(0_group));
}

TEST_F(StackWalk, SomeExitAndTheOthersGoOn) {
  pdom.hold(0_group);
  Outcome o = exits(drawn("1010"));
  o.destinations = goes({{at('B'), drawn("0101")}}).destinations;
  pdom.resolve(0_group, o);
  EXPECT_THAT(stack(), ElementsAre("B 0101 -"));
  EXPECT_TRUE(pdom.ready(0_group));
}

TEST_F(StackWalk, PathsThatNeverMeetEndOneByOne) {
  branch({{at('B'), drawn("0110")}, {at('C'), drawn("1001")}}, '-');
  EXPECT_THAT(stack(), ElementsAre("- 1111 -", "B 0110 -", "C 1001 -"));
  pdom.hold(0_group);
  pdom.resolve(0_group, exits(drawn("1001")));
  EXPECT_EQ(block(), 'B');
  pdom.hold(0_group);
  pdom.resolve(0_group, exits(drawn("0110")));
  EXPECT_FALSE(pdom.alive(0_group));
}

TEST_F(StackWalk, ManyDestinationsOneReconvergence) {
  branch({{at('B'), 1}, {at('C'), 2}, {at('D'), 4}, {at('E'), 8}}, 'F');
  EXPECT_THAT(stack(), ElementsAre("F 1111 -", "B 1000 F", "C 0100 F", "D 0010 F", "E 0001 F"));
  for (char expected : {'E', 'D', 'C', 'B'}) {
    EXPECT_EQ(block(), expected);
    jump('F');
  }
  EXPECT_THAT(stack(), ElementsAre("F 1111 -"));
}

TEST_F(StackWalk, ARendezvousHoldsTheWholeEntry) {
  branch({{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  pdom.hold(0_group);
  pdom.resolve(0_group,
               waits(drawn("1000"), at('C')));  // the second thread skipped it by its guard
  EXPECT_TRUE(pdom.alive(0_group));
  EXPECT_FALSE(pdom.ready(0_group));
  EXPECT_THAT(stack().back(), "C 1100 D");
  pdom.release(Threads(0_tile, drawn("1000")), at('C'));
  EXPECT_TRUE(pdom.ready(0_group));
  EXPECT_THAT(stack(), ElementsAre("D 1111 -", "C 0011 D", "C 1100 D"));
}

TEST_F(StackWalk, ReleasedInTwoPartsItGoesOnWithTheLast) {
  pdom.hold(0_group);
  pdom.resolve(0_group, waits(drawn("1111"), at('B')));
  pdom.release(Threads(0_tile, drawn("1100")), at('B'));
  EXPECT_FALSE(pdom.ready(0_group));
  pdom.release(Threads(0_tile, drawn("0011")), at('B'));
  EXPECT_TRUE(pdom.ready(0_group));
  EXPECT_THAT(stack(), ElementsAre("B 1111 -"));
}

TEST_F(StackWalk, AResumePointThatIsTheReconvergencePointPops) {
  branch({{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  pdom.hold(0_group);
  pdom.resolve(0_group, waits(drawn("1100"), at('D')));  // B ends in the rendezvous, D follows
  EXPECT_THAT(stack().size(), 3u);
  pdom.release(Threads(0_tile, drawn("1100")), at('D'));
  EXPECT_THAT(stack(), ElementsAre("D 1111 -", "C 0011 D"));
}

/// Which split points reconverged since the last look, by the pc of their branch.
class Partings : public StackWalk {
 protected:
  void part(uint32_t pc, std::initializer_list<test::Goes> paths, char reconvergence) {
    pdom.hold(0_group);
    Outcome o = goes(paths, at(reconvergence));
    o.split_point = {LinkedPc(pc), Cycle(pc * 10)};
    pdom.resolve(0_group, o);
  }
  std::vector<uint32_t> reconverged() {
    std::vector<uint32_t> out;
    for (const SplitPoint& p : pdom.reconverged()) {
      EXPECT_EQ(p.cycle, Cycle(p.pc.value() * 10));
      out.push_back(p.pc.value());
    }
    pdom.reconverged().clear();
    return out;
  }
};

TEST_F(Partings, HealWhenTheLastPathArrives) {
  part(1, {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  jump('D');
  EXPECT_THAT(reconverged(), ElementsAre());
  pdom.advance(0_group);
  EXPECT_THAT(reconverged(), ElementsAre(1));
}

TEST_F(Partings, InnerOnesHealFirst) {
  part(1, {{at('F'), drawn("0001")}, {at('B'), drawn("1110")}}, 'G');
  part(2, {{at('D'), drawn("0110")}, {at('C'), drawn("1000")}}, 'E');
  jump('E');
  EXPECT_THAT(reconverged(), ElementsAre());
  pdom.advance(0_group);
  EXPECT_THAT(reconverged(), ElementsAre(2));
  jump('G');
  EXPECT_THAT(reconverged(), ElementsAre());
  pdom.advance(0_group);
  EXPECT_THAT(reconverged(), ElementsAre(1));
}

TEST_F(Partings, OfALoopHealAllAtItsEnd) {
  part(1, {{at('B'), drawn("0111")}, {at('E'), drawn("1000")}}, 'E');
  jump('A');
  part(2, {{at('B'), drawn("0011")}, {at('E'), drawn("0100")}}, 'E');
  part(3, {{at('C'), drawn("0001")}, {at('D'), drawn("0010")}}, 'E');
  pdom.advance(0_group);  // D to E
  EXPECT_THAT(reconverged(), ElementsAre());
  jump('E');
  EXPECT_THAT(reconverged(), ElementsAre(1, 2, 3));
  EXPECT_THAT(stack(), ElementsAre("E 1111 -"));
}

TEST_F(Partings, ThreadsThatExitAreNotWaitedFor) {
  part(1, {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  pdom.hold(0_group);
  pdom.resolve(0_group, exits(drawn("1100")));
  EXPECT_THAT(reconverged(), ElementsAre());
  pdom.advance(0_group);
  EXPECT_THAT(reconverged(), ElementsAre(1));
}

TEST_F(Partings, NeverHealWhereNobodyArrives) {
  part(1, {{at('C'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  part(2, {{at('E'), drawn("0100")}, {at('F'), drawn("1000")}}, '-');
  for (uint32_t mask : {drawn("1000"), drawn("0100"), drawn("0011")}) {
    pdom.hold(0_group);
    pdom.resolve(0_group, exits(mask));
  }
  EXPECT_FALSE(pdom.alive(0_group));
  EXPECT_THAT(reconverged(), ElementsAre());
}

TEST_F(Partings, HealAfterARendezvousThatEndsAPath) {
  part(1, {{at('D'), drawn("0011")}, {at('B'), drawn("1100")}}, 'D');
  pdom.hold(0_group);
  pdom.resolve(0_group, waits(drawn("1100"), at('D')));
  EXPECT_THAT(reconverged(), ElementsAre());
  pdom.release(Threads(0_tile, drawn("1100")), at('D'));
  EXPECT_THAT(reconverged(), ElementsAre(1));
}

}  // namespace
}  // namespace heddle
