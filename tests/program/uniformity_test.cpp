// What is uniform in small kernels, and what is not.
#include <gtest/gtest.h>

#include "support.hpp"

namespace heddle::testing {
namespace {

/// Is the result of the instruction after this label uniform?
bool value(const FunctionAnalysis& a, std::string_view label) {
  return a.uniformity().uniform_value(pc_at(a, label));
}
bool branch(const FunctionAnalysis& a, std::string_view label) {
  return a.uniformity().uniform_branch(pc_at(a, label));
}

TEST(Uniformity, Sources) {
  const auto m = kernel_of(R"(
TID:    mov.u32 %r1, %tid.x;
LANE:   mov.u32 %r2, %laneid;
MASK:   mov.u32 %r3, %lanemask_lt;
CLOCK:  mov.u32 %r4, %clock;
CTA:    mov.u32 %r5, %ctaid.x;
NTID:   mov.u32 %r6, %ntid.x;
WARP:   mov.u32 %r7, %warpid;
IMM:    mov.u32 %r8, 7;
PARAM:  ld.param.u64 %d1, [a];
GLOBAL: ld.global.u32 %r9, [%d1];
NC:     ld.global.nc.u32 %r10, [%d1];
ATOM:   atom.global.add.u32 %r11, [%d1], 1;
SHFL:   shfl.sync.idx.b32 %r12, %r8, 0, 31, -1;
VOTE:   vote.sync.ballot.b32 %r13, %p1, -1;
SUM:    add.u32 %r14, %r5, %r8;
MIXED:  add.u32 %r15, %r5, %r1;
STORE:  st.global.u32 [%d1], %r14;
        ret;)");
  const auto a = analysis_of(m);
  for (const char* label : {"TID", "LANE", "MASK", "CLOCK", "GLOBAL", "ATOM", "SHFL", "MIXED"})
    EXPECT_FALSE(value(*a, label)) << label;
  for (const char* label : {"CTA", "NTID", "WARP", "IMM", "PARAM", "NC", "VOTE", "SUM", "STORE"})
    EXPECT_TRUE(value(*a, label)) << label;
  EXPECT_TRUE(a->uniformity().uniform_inputs(pc_at(*a, "GLOBAL")));

  const Uniformity loads(*m, a->function, a->cfg, a->loops(), a->meeting, a->liveness(),
                         {.uniform_loads = true});
  EXPECT_TRUE(loads.uniform_value(pc_at(*a, "GLOBAL")));
  EXPECT_FALSE(loads.uniform_value(pc_at(*a, "ATOM")));
}

TEST(Uniformity, FollowsTheFlowOfARegister) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r1, 4;
A:  add.u32 %r2, %r1, 1;
    mov.u32 %r1, %tid.y;
B:  add.u32 %r2, %r1, 1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_TRUE(value(*a, "A"));
  EXPECT_FALSE(value(*a, "B"));
}

TEST(Uniformity, ValuesMergedAfterADivergentBranchDiffer) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r4, 9;
    setp.lt.u32 %p1, %r1, 4;
BR: @%p1 bra C;
B:  mov.u32 %r2, 1;
IN: add.u32 %r3, %r2, 1;
    bra D;
C:  mov.u32 %r2, 2;
D:  add.u32 %r5, %r2, 1;
E:  add.u32 %r6, %r4, 1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_FALSE(branch(*a, "BR"));
  EXPECT_TRUE(value(*a, "B"));
  EXPECT_TRUE(value(*a, "IN"));  // dead before the reconvergence point: lucas2015 keeps it scalar
  EXPECT_FALSE(value(*a, "D"));
  EXPECT_TRUE(value(*a, "E"));
}

TEST(Uniformity, ValuesMergedAfterAUniformBranchDoNot) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %ctaid.x;
    setp.lt.u32 %p1, %r1, 4;
BR: @%p1 bra C;
    mov.u32 %r2, 1;
    bra D;
C:  mov.u32 %r2, 2;
D:  add.u32 %r5, %r2, 1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_TRUE(branch(*a, "BR"));
  EXPECT_TRUE(value(*a, "D"));
}

TEST(Uniformity, LoopLeftAtDifferentTimes) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
L:
I:  add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, %r1;
BR: @%p1 bra L;
O:  add.u32 %r3, %r2, 1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_TRUE(value(*a, "I"));  // those still in the loop have gone round equally often
  EXPECT_FALSE(branch(*a, "BR"));
  EXPECT_FALSE(value(*a, "O"));  // outside, the count tells them apart
}

/// The exit does not keep the others from reconverging at D, which does not post-dominate the
/// branch.
TEST(Uniformity, ValuesMergedWhereTheOthersHaveExitedDiffer) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
    setp.lt.u32 %p2, %r1, 8;
    @%p1 bra C;
    mov.u32 %r2, 1;
    @%p2 exit;
    bra D;
C:  mov.u32 %r2, 2;
D:  add.u32 %r5, %r2, 1;
    ret;)");
  EXPECT_FALSE(value(*analysis_of(m), "D"));
}

/// Threads that leave by the side exit do so in different rounds. A stack runs SIDE once per round,
/// but a machine that gathers them there would mix rounds, so the count is not taken as uniform.
TEST(Uniformity, SideExitOfALoop) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
L:  add.u32 %r2, %r2, 1;
    setp.eq.u32 %p1, %r2, %r1;
BR: @%p1 bra SIDE;
    setp.lt.u32 %p2, %r2, 10;
    @%p2 bra L;
    bra END;
SIDE: add.u32 %r3, %r2, 1;
END: ret;)");
  const auto a = analysis_of(m);
  EXPECT_TRUE(value(*a, "L"));
  EXPECT_FALSE(value(*a, "SIDE"));
}

TEST(Uniformity, UniformLoopInsideADivergentSide) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra END;
    mov.u32 %r2, 0;
L:  add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 10;
BR: @%p2 bra L;
END: ret;)");
  const auto a = analysis_of(m);
  EXPECT_TRUE(branch(*a, "BR"));
  EXPECT_TRUE(value(*a, "L"));
}

TEST(Uniformity, GuardsMakeValuesDiffer) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 1;
    mov.u32 %r3, 1;
    mov.u32 %r9, %ctaid.x;
    setp.lt.u32 %p1, %r1, 4;
    setp.lt.u32 %p2, %r9, 4;
G1: @%p1 mov.u32 %r2, 2;
G2: @%p2 mov.u32 %r3, 2;
A:  add.u32 %r4, %r2, 1;
B:  add.u32 %r5, %r3, 1;
    ret;)");
  const auto a = analysis_of(m);
  EXPECT_FALSE(value(*a, "G1"));
  EXPECT_TRUE(value(*a, "G2"));
  EXPECT_FALSE(value(*a, "A"));
  EXPECT_TRUE(value(*a, "B"));
}

TEST(Uniformity, ParametersAndResultsOfFunctionsDiffer) {
  const auto m = module_of(R"(
.func (.param .b32 out) f(.param .b32 in)
{
  .reg .b32 %r<4>;
P: ld.param.u32 %r1, [in];
  st.param.b32 [out], %r1;
  ret;
}
.visible .entry k(.param .u32 n)
{
  .reg .b32 %r<4>;
  .param .b32 x; .param .b32 y;
  ld.param.u32 %r1, [n];
  st.param.b32 [x], %r1;
  call (y), f, (x);
R: ld.param.b32 %r2, [y];
  ret;
})");
  const auto f = analyse(*m, *m->find_function("f"));
  EXPECT_FALSE(value(*f, "P"));
  const auto k = analyse(*m, *m->find_function("k"));
  EXPECT_FALSE(value(*k, "R"));
  EXPECT_TRUE(k->uniformity().uniform_value(Pc{0}));
}

}  // namespace
}  // namespace heddle::testing
