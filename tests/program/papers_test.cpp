// The control-flow graphs that the papers draw, as PTX, with what their text says about them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support.hpp"

namespace heddle::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// fung2007 Figure 5: A branches to B and F, B to C and D, which join at E; E and F join at G.
/// The figure's layout is not in the text; blocks are in the order of their letters.
TEST(Fung2007, Figure5) {
  const auto m = kernel_of(R"(
A:  mov.u32 %r1, %tid.x;
    setp.eq.u32 %p1, %r1, 3;
    @%p1 bra F;
B:  setp.eq.u32 %p2, %r1, 0;
    @!%p2 bra D;
C:  mov.u32 %r2, 1;
    bra E;
D:  mov.u32 %r2, 2;
E:  add.u32 %r2, %r2, 3;
    bra G;
F:  mov.u32 %r2, 4;
G:  add.u32 %r3, %r2, 5;
    ret;)");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->cfg.size(), 7u);
  // "at basic block E the control flow paths reach a join point"
  EXPECT_EQ(a->reconvergence.point(a->cfg[block_at(*a, "B")].last), pc_at(*a, "E"));
  // "if these three threads wait after executing E for the thread that diverged from A to F then
  // all four threads can execute basic block G in-sync"
  EXPECT_EQ(a->reconvergence.point(a->cfg[block_at(*a, "A")].last), pc_at(*a, "G"));
  EXPECT_THAT(a->layout(), IsEmpty());
}

/// rhu2013 Figure 1 with the registers of Figure 6: A branches to B and C, C to D and E, which join
/// at F; B and F join at G. Path A loads before it diverges; both sides depend on it.
TEST(Rhu2013, Figures1And6) {
  const auto m = kernel_of(R"(
A:  ld.param.u64 %d1, [a];
    mov.u32 %r20, %tid.x;
    mul.wide.u32 %d2, %r20, 4;
    add.u64 %d1, %d1, %d2;
    ld.global.u32 %r0, [%d1];
    ld.global.u32 %r8, [%d1+4];
    setp.eq.u32 %p1, %r20, 0;
    @!%p1 bra C;
B:  add.u32 %r7, %r0, 1;
    bra G;
C:  setp.eq.u32 %p2, %r20, 1;
    @!%p2 bra E;
D:  add.u32 %r4, %r0, 2;
    bra F;
E:  add.u32 %r4, %r0, 3;
F:  ld.global.u32 %r7, [%d1+8];
G:  add.u32 %r1, %r8, %r7;
    st.global.u32 [%d1], %r1;
    ret;)");
  const auto a = analysis_of(m);
  ASSERT_EQ(a->cfg.size(), 7u);
  // "the PDOM of the divergent branch at the end of basic block A is the instruction that starts
  // basic block G. Similarly, the PDOM of BR(D-E) at the end of basic block C is the instruction
  // starting basic block F."
  EXPECT_EQ(a->reconvergence.point(a->cfg[block_at(*a, "A")].last), pc_at(*a, "G"));
  EXPECT_EQ(a->reconvergence.point(a->cfg[block_at(*a, "C")].last), pc_at(*a, "F"));
  const auto live = a->liveness().live_in(block_at(*a, "G"));
  EXPECT_EQ(live.size(), 3u);  // r7, r8 and the address
  EXPECT_FALSE(a->uniformity().uniform_branch(a->cfg[0].last));
}

/// brunie2012 Figure 4: nested if-then-else, blocks A to G in PC order. A branches to B and C, C to
/// D and E, which join at F; B and F join at G. "It encounters a synchronization instruction that
/// points at PCdiv, the last instruction of block C."
TEST(Brunie2012, Figure4) {
  const auto m = kernel_of(R"(
A:  mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 2;
    @!%p1 bra C;
B:  mov.u32 %r2, 1;
    bra G;
C:  setp.lt.u32 %p2, %r1, 3;
    @!%p2 bra E;
D:  mov.u32 %r2, 2;
    bra F;
E:  mov.u32 %r2, 3;
F:  add.u32 %r2, %r2, 4;
G:  add.u32 %r3, %r2, 5;
    ret;)");
  const auto a = analysis_of(m);
  const auto last = [&](std::string_view label) { return a->cfg[block_at(*a, label)].last; };
  EXPECT_EQ(a->reconvergence.point(last("C")), pc_at(*a, "F"));
  EXPECT_EQ(a->reconvergence.divergence_point(pc_at(*a, "F")), last("C"));
  EXPECT_EQ(a->reconvergence.point(last("A")), pc_at(*a, "G"));
  EXPECT_EQ(a->reconvergence.divergence_point(pc_at(*a, "G")), last("A"));
  EXPECT_THAT(a->layout(), IsEmpty());
  // While B runs, others may be waiting in C and nowhere else; in D, at E and at G (from B).
  const uint32_t c = block_at(*a, "C"), e = block_at(*a, "E"), f = block_at(*a, "F"),
                 g = block_at(*a, "G");
  EXPECT_THAT(a->frontiers().frontier(block_at(*a, "B")), ElementsAre(c));
  EXPECT_THAT(a->frontiers().frontier(block_at(*a, "D")), ElementsAre(e, g));
  EXPECT_THAT(a->frontiers().frontier(e), ElementsAre(f, g));
}

/// brunie2012 §3.3: "Unstructured control flow may involve multiple divergence points for a single
/// reconvergence point. Our choice of the immediate dominator is conservative."
TEST(Brunie2012, UnstructuredCodeTakesTheDominator) {
  const auto m = kernel_of(R"(
A:  mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 2;
    @%p1 bra C;
B:  setp.lt.u32 %p2, %r1, 3;
    @%p2 bra E;
C:  setp.lt.u32 %p3, %r1, 1;
    @%p3 bra E;
D:  mov.u32 %r2, 1;
E:  add.u32 %r2, %r2, 5;
    ret;)");
  const auto a = analysis_of(m);
  const auto last = [&](std::string_view label) { return a->cfg[block_at(*a, label)].last; };
  for (const char* branch : {"A", "B", "C"})
    EXPECT_EQ(a->reconvergence.point(last(branch)), pc_at(*a, "E"));
  EXPECT_EQ(a->reconvergence.divergence_point(pc_at(*a, "E")), last("A"));
  // Thread frontiers let threads from A and B meet in C already, which post-dominators do not.
  EXPECT_THAT(a->frontiers().frontier(block_at(*a, "B")), ElementsAre(block_at(*a, "C")));
}

}  // namespace
}  // namespace heddle::testing
