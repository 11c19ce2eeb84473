// Control-flow graphs of small kernels: blocks, edges, post-dominators, reconvergence, loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

Pc last_of(const FunctionAnalysis& a, std::string_view label) {
  return a.cfg[block_at(a, label)].last;
}

TEST(ControlFlow, StraightCodeIsOneBlock) {
  const auto m = kernel_of("mov.u32 %r1, 1; add.u32 %r1, %r1, 2; ret;");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->cfg.size(), 1u);
  EXPECT_THAT(a->cfg[0].successors, ElementsAre(a->cfg.exit()));
  EXPECT_EQ(a->cfg.block_of(Pc{2}), 0u);
  EXPECT_EQ(a->post_dominators().parent(0), a->cfg.exit());
}

constexpr std::string_view kDiamond = R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
A:  @%p1 bra C;
B:  mov.u32 %r2, 1;
    bra D;
C:  mov.u32 %r2, 2;
D:  add.u32 %r3, %r2, 1;
    ret;)";

TEST(ControlFlow, DiamondReconvergesAtItsJoin) {
  const auto m = kernel_of(kDiamond);
  const auto a = analysis_of(m);
  ASSERT_EQ(a->cfg.size(), 4u);
  const uint32_t b = block_at(*a, "B"), c = block_at(*a, "C"), d = block_at(*a, "D");
  EXPECT_THAT(a->cfg[0].successors, ElementsAre(c, b));  // taken, then on
  EXPECT_THAT(a->cfg[d].predecessors, UnorderedElementsAre(b, c));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "D"));
  EXPECT_EQ(a->reconvergence.divergence_point(pc_at(*a, "D")), pc_at(*a, "A"));
  EXPECT_TRUE(a->reconvergence.is_point(pc_at(*a, "D")));
  EXPECT_FALSE(a->reconvergence.is_point(pc_at(*a, "C")));
  EXPECT_EQ(a->dominators.parent(d), 0u);
  EXPECT_THAT(a->layout(), IsEmpty());
  EXPECT_THAT(a->frontiers().frontier(b), ElementsAre(c));
  EXPECT_THAT(a->frontiers().frontier(c), ElementsAre(d));
}

TEST(ControlFlow, BranchToTheNextInstructionHasTwoEdges) {
  const auto m =
      kernel_of("setp.eq.u32 %p1, %r1, 0;\nA: @%p1 bra B;\nB: add.u32 %r1, %r1, 1;\nret;");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->cfg.size(), 2u);
  EXPECT_THAT(a->cfg[0].successors, ElementsAre(1u, 1u));
  EXPECT_THAT(a->cfg[1].predecessors, ElementsAre(0u, 0u));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "B"));
  EXPECT_THAT(a->frontiers().frontier(0), IsEmpty());
}

TEST(ControlFlow, NestedLoops) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, 0;
OUTER:
    mov.u32 %r2, 0;
INNER:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, 8;
    @%p1 bra INNER;
TAIL:
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 8;
    @%p2 bra OUTER;
AFTER:
    add.u32 %r1, %r1, 1;
    ret;)");
  const auto a = analysis_of(m);
  const uint32_t outer = block_at(*a, "OUTER"), inner = block_at(*a, "INNER"),
                 tail = block_at(*a, "TAIL"), after = block_at(*a, "AFTER");
  ASSERT_EQ(a->loops().loops().size(), 2u);
  const Loop& first = a->loops().loops()[0];
  EXPECT_EQ(first.header, outer);
  EXPECT_THAT(a->loops().blocks(first), ElementsAre(outer, inner, tail));
  EXPECT_THAT(first.latches, ElementsAre(tail));
  EXPECT_EQ(a->loops().loops()[1].parent, 0u);
  EXPECT_EQ(a->loops().depth(0), 0u);
  EXPECT_EQ(a->loops().depth(inner), 2u);
  EXPECT_EQ(a->loops().depth(after), 0u);
  EXPECT_TRUE(a->loops().is_back_edge(inner, inner));
  EXPECT_TRUE(a->loops().is_back_edge(tail, outer));
  EXPECT_FALSE(a->loops().is_back_edge(inner, tail));
  EXPECT_EQ(a->reconvergence.point(last_of(*a, "INNER")), pc_at(*a, "TAIL"));
  EXPECT_EQ(a->reconvergence.point(last_of(*a, "TAIL")), pc_at(*a, "AFTER"));
  EXPECT_TRUE(a->loops().reducible());
  EXPECT_THAT(a->layout(), IsEmpty());
  EXPECT_THAT(a->frontiers().frontier(inner), ElementsAre(tail, after));
}

TEST(ControlFlow, SwitchLeadsToEachTargetOnce) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    and.b32 %r1, %r1, 3;
T: .branchtargets C0, C1, C0, C2;
S:  brx.idx %r1, T;
C0: mov.u32 %r2, 0; bra END;
C1: mov.u32 %r2, 1; bra END;
C2: mov.u32 %r2, 2;
END: add.u32 %r2, %r2, 1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_THAT(a->cfg[0].successors,
              ElementsAre(block_at(*a, "C0"), block_at(*a, "C1"), block_at(*a, "C2")));
  EXPECT_EQ(a->reconvergence.point(a->cfg[0].last), pc_at(*a, "END"));
  EXPECT_FALSE(a->uniformity().uniform_branch(a->cfg[0].last));
}

TEST(ControlFlow, EndlessLoopStillReconvergesInside) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
HEAD:
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra RIGHT;
LEFT: add.u32 %r1, %r1, 1;
    bra JOIN;
RIGHT: add.u32 %r1, %r1, 2;
JOIN: bra HEAD;)");
  const auto a = analysis_of(m);
  EXPECT_THAT(endless_blocks(a->cfg), ElementsAre(block_at(*a, "JOIN")));
  EXPECT_EQ(a->reconvergence.point(last_of(*a, "HEAD")), pc_at(*a, "JOIN"));
  EXPECT_EQ(a->post_dominators().parent(block_at(*a, "JOIN")), a->cfg.exit());
}

TEST(ControlFlow, UnreachableCodeIsKeptAndFlagged) {
  const auto m = kernel_of(R"(
    bra END;
DEAD: add.u32 %r1, %r1, 1;
    @%p1 bra DEAD;
END: add.u32 %r1, %r1, 1;
    ret;)");
  const auto a = analysis_of(m);
  const uint32_t dead = block_at(*a, "DEAD");
  EXPECT_FALSE(a->cfg.reachable(dead));
  EXPECT_TRUE(a->cfg.reachable(block_at(*a, "END")));
  EXPECT_FALSE(a->dominators.contains(dead));
  EXPECT_EQ(a->dominators.parent(block_at(*a, "END")), 0u);
  EXPECT_THAT(a->loops().loops(), IsEmpty());
  EXPECT_EQ(a->loops().order().back(), dead);
}

TEST(ControlFlow, GuardedExitReconvergesAtTheNextInstruction) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.gt.u32 %p1, %r1, 4;
A:  @%p1 exit;
B:  add.u32 %r1, %r1, 1;
    ret;)");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->cfg.size(), 2u);
  EXPECT_THAT(a->cfg[0].successors, ElementsAre(a->cfg.exit(), 1u));
  EXPECT_EQ(a->post_dominators().parent(0), a->cfg.exit());
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "B")) << "who stays is there alone";
  EXPECT_FALSE(a->uniformity().uniform_branch(pc_at(*a, "A")));
}

TEST(ControlFlow, ArmThatExitsDoesNotDelayReconvergence) {
  // Threads of EVEN leave; the others must be together at the barrier although it does not
  // post-dominate A.
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.gt.u32 %p1, %r1, 4;
    setp.gt.u32 %p2, %r1, 8;
A:  @%p1 bra ODD;
B:  @%p2 bra EVEN;
    add.u32 %r1, %r1, 1;
    bra JOIN;
EVEN: add.u32 %r1, %r1, 2;
    exit;
ODD: add.u32 %r1, %r1, 3;
JOIN: bar.sync 0;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "JOIN"));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "B")), pc_at(*a, "JOIN"));
}

TEST(ControlFlow, SidesThatNeverMeetRunToTheirEnds) {
  // Each side has a loop of its own; after it the kernel ends.
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.gt.u32 %p1, %r1, 4;
A:  @%p1 bra ODD;
    add.u32 %r1, %r1, 2;
EVEN: add.u32 %r1, %r1, 2;
    setp.lt.u32 %p2, %r1, 100;
L:  @%p2 bra EVEN;
    st.global.u32 [%d1], %r1;
    bra RET;
ODD: add.u32 %r1, %r1, 3;
MORE: add.u32 %r1, %r1, 3;
    setp.lt.u32 %p2, %r1, 100;
    @%p2 bra MORE;
    st.global.u32 [%d1], %r1;
RET: ret;)");
  const auto a = analysis_of(m);
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), kNoPc);
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "L")).value(), pc_at(*a, "L").value() + 1);
}

TEST(ControlFlow, IrreducibleRegionHasTwoEntries) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra Y;
X:  add.u32 %r1, %r1, 1;
Y:  add.u32 %r1, %r1, 2;
    setp.lt.u32 %p2, %r1, 100;
    @%p2 bra X;
    ret;)");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->loops().loops().size(), 1u);
  const Loop& loop = a->loops().loops()[0];
  EXPECT_TRUE(loop.irreducible());
  EXPECT_FALSE(a->loops().reducible());
  EXPECT_EQ(loop.header, block_at(*a, "X"));
  EXPECT_THAT(a->loops().entries(a->cfg, 0), ElementsAre(block_at(*a, "X"), block_at(*a, "Y")));
  EXPECT_THAT(a->layout(), IsEmpty());
}

constexpr std::string_view kCalls = R"(
.func (.param .b32 out) f(.param .b32 in);
.func never() .noreturn;
.func (.param .b32 out) f(.param .b32 in)
{
  .reg .b32 %r<8>; .reg .pred %p<4>;
  .param .b32 a; .param .b32 b;
  ld.param.u32 %r1, [in];
  setp.eq.u32 %p1, %r1, 0;
G: @%p1 bra BASE;
REC: sub.u32 %r2, %r1, 1;
  st.param.b32 [a], %r2;
C: call (b), f, (a);
D: ld.param.b32 %r3, [b];
  add.u32 %r1, %r1, %r3;
BASE: st.param.b32 [out], %r1;
  ret;
}
)";

TEST(ControlFlow, CallsFallThroughAndRecursionIsLocal) {
  const auto m = module_of(kCalls);
  const Function* f = m->find_function("f");
  ASSERT_NE(f, nullptr);
  const auto a = analyse(*m, *f);
  ASSERT_EQ(a->cfg.size(), 3u);
  EXPECT_EQ(a->cfg.block_of(pc_at(*a, "C")), a->cfg.block_of(pc_at(*a, "D")));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "G")), pc_at(*a, "BASE"));
  EXPECT_FALSE(find_allocation_error(*f, a->cfg, a->liveness(), a->registers()).has_value());
  EXPECT_EQ(analyse(*m, *m->find_function("never")), nullptr);
}

TEST(ControlFlow, CallThatNeverReturnsIsAnExit) {
  const auto m = module_of(R"(
.func never() .noreturn { trap; }
.visible .entry k() {
  .reg .pred %p<2>; .reg .b32 %r<2>;
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
A: @%p1 call never;
B: call never;
C: ret;
})");
  const auto a = analysis_of(m);
  EXPECT_THAT(a->cfg[0].successors, ElementsAre(a->cfg.exit(), block_at(*a, "B")));
  EXPECT_THAT(a->cfg[block_at(*a, "B")].successors, ElementsAre(a->cfg.exit()));
  EXPECT_FALSE(a->cfg.reachable(block_at(*a, "C")));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "B"));
}

TEST(ControlFlow, GuardedCallReconvergesAtTheNextInstruction) {
  const auto m = module_of(R"(
.func g() { ret; }
.visible .entry k() {
  .reg .pred %p<2>; .reg .b32 %r<2>;
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
A: @%p1 call g;
B: ret;
})");
  const auto a = analysis_of(m);
  EXPECT_EQ(a->cfg.size(), 1u);
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "B"));
  EXPECT_FALSE(a->uniformity().uniform_branch(pc_at(*a, "A")));
}

// Returns that a kernel's branches share.

TEST(SharedReturns, ABranchToOneIsAnExit) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
A:  @%p1 bra RET;
B:  st.global.u32 [%d1], %r1;
    setp.lt.u32 %p1, %r1, 8;
C:  @%p1 bra HOP;
D:  st.global.u32 [%d1], %r1;
    bra RET;
HOP: bra RET;
RET: ret;)");
  const auto a = analysis_of(m);
  const uint32_t exit = a->cfg.exit();
  EXPECT_THAT(a->cfg[a->cfg.block_of(pc_at(*a, "A"))].successors,
              ElementsAre(exit, block_at(*a, "B")));
  EXPECT_THAT(a->cfg[a->cfg.block_of(pc_at(*a, "C"))].successors,
              ElementsAre(exit, block_at(*a, "D")));
  EXPECT_THAT(a->cfg[block_at(*a, "D")].successors, ElementsAre(exit));
  EXPECT_FALSE(a->cfg.reachable(block_at(*a, "RET")));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "B"));
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "C")), pc_at(*a, "D"));
}

TEST(SharedReturns, OfASwitchAndOfTheNextInstruction) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
T: .branchtargets C0, RET, RET;
S:  brx.idx %r1, T;
C0: st.global.u32 [%d1], %r1;
    setp.lt.u32 %p1, %r1, 4;
L:  @%p1 bra C0;
RET: ret;)");
  const auto a = analysis_of(m);
  const uint32_t exit = a->cfg.exit(), c0 = block_at(*a, "C0");
  EXPECT_THAT(a->cfg[0].successors, UnorderedElementsAre(c0, exit));
  EXPECT_THAT(a->cfg[c0].successors, UnorderedElementsAre(c0, exit));
}

/// What an erroneous instruction has no operands for is not looked at.
TEST(SharedReturns, AnErroneousBranchIsOnlyAnError) {
  const char* text =
      ".version 7.8\n.target sm_80\n.address_size 64\n"
      ".visible .entry k()\n{\nts: .branchtargets L1, L2;\nbrx.idx %r1, ts;\nL1: L2:\nret;\n}\n";
  EXPECT_THROW(load_module(std::make_shared<const Source>("bad.ptx", text)), InputError);
}

TEST(SharedReturns, AreNoExitsWhereThereIsMoreToDo) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
A:  @%p1 bra STORE;
    @%p1 bra SPIN;
    bra STORE;
SPIN: bra SPIN;
STORE: st.global.u32 [%d1], %r1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_EQ(a->reconvergence.point(pc_at(*a, "A")), pc_at(*a, "STORE"));
  for (uint32_t b = 0; b < a->cfg.size(); b++)
    if (b != block_at(*a, "STORE")) EXPECT_THAT(a->cfg[b].successors, Not(Contains(a->cfg.exit())));
}

// Layout.

TEST(Layout, ColdBlockBelowItsBranchIsReported) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    bra START;
JOIN: add.u32 %r1, %r1, 2;
    ret;
START:
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra JOIN;
SIDE: add.u32 %r1, %r1, 1;
    bra JOIN;)");
  const auto a = analysis_of(m);
  const uint32_t join = block_at(*a, "JOIN"), start = block_at(*a, "START"),
                 side = block_at(*a, "SIDE");
  EXPECT_THAT(a->loops().order(), ElementsAre(0u, start, side, join));
  ASSERT_EQ(a->layout().size(), 3u);
  EXPECT_EQ(a->layout()[0].kind, LayoutIssue::Kind::BackwardEdge);
  EXPECT_EQ(a->layout()[0].from, start);
  EXPECT_EQ(a->layout()[0].to, join);
  EXPECT_EQ(a->layout()[1].kind, LayoutIssue::Kind::BackwardEdge);
  EXPECT_EQ(a->layout()[1].from, side);
  EXPECT_EQ(a->layout()[2].kind, LayoutIssue::Kind::PointBelow);
  EXPECT_EQ(a->layout()[2].from, start);
  EXPECT_EQ(a->layout()[2].to, join);
}

TEST(Layout, ExitInsideALoopIsReported) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
HEAD:
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra BODY;
OUT: add.u32 %r1, %r1, 2;
    ret;
BODY: add.u32 %r1, %r1, 1;
    bra HEAD;)");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->layout().size(), 1u);
  EXPECT_EQ(a->layout()[0].kind, LayoutIssue::Kind::BlockInsideLoop);
  EXPECT_EQ(a->layout()[0].from, block_at(*a, "HEAD"));
  EXPECT_EQ(a->layout()[0].to, block_at(*a, "OUT"));
}

}  // namespace
}  // namespace heddle::testing
