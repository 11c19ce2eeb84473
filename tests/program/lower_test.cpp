// What lowering says of names and operands that mean nothing.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "program/program.hpp"

namespace heddle {
namespace {

std::string errors_of(const std::string& body) {
  try {
    load_module(std::make_shared<Source>(
        "t.ptx",
        ".version 6.0\n.target sm_70\n.address_size 64\n.entry k()\n{\n" + body + "\n}\n"));
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

TEST(Lower, OperandsWithoutMeaningInTheFirstInstruction) {
  const std::string move = errors_of("mov.b32 a, b;");
  EXPECT_NE(move.find("'a' is not declared"), std::string::npos) << move;
  EXPECT_NE(move.find("'b' is not declared"), std::string::npos) << move;
  const std::string call = errors_of("call (a), f, (b);");
  EXPECT_NE(call.find("'a' is not declared"), std::string::npos) << call;
  const std::string barrier = errors_of("bar.sync b;");
  EXPECT_NE(barrier.find("'b' is not declared"), std::string::npos) << barrier;
}

const std::string kRegisters =
    ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .b16 %h<9>; .reg .b128 %q<4>; .reg "
    ".pred "
    "%p<4>; .param .b32 passed;\n";

void expect_error(const std::string& instruction, const std::string& part) {
  const std::string errors = errors_of(kRegisters + instruction);
  EXPECT_NE(errors.find(part), std::string::npos) << instruction << "\n" << errors;
}

TEST(Lower, AtomicsThatDoNotExist) {
  EXPECT_EQ(errors_of(kRegisters + "red.global.add.v4.f32 [%d1], {%f1, %f2, %f3, %f4};"), "");
  expect_error("atom.global.add.s64 %d1, [%d2], %d3;", "it takes .u32, .u64, .s32");
  expect_error("atom.global.exch.u32 %r1, [%d2], %r3;", "it takes .b32, .b64, .b128");
  expect_error("atom.global.add.b128 %q1, [%d2], %q3;", "does not take");
  expect_error("atom.global.inc.v2.u32 {%r1, %r2}, [%d2], {%r3, %r4};", "no vector form");
  expect_error("red.global.cas.b32 [%d2], %r3, %r4;", "write atom.cas with the result '_'");
  expect_error("red.acquire.gpu.global.add.u32 [%d2], %r3;", "use .relaxed or .release");
  expect_error("atom.local.add.u32 %r1, [%d2], %r3;", "cannot be in this space");
  expect_error("red.shared.add.v2.f32 [%d2], {%f1, %f2};", "needs .global");
  expect_error("red.global.add.v8.f32 [%d2], {%f1, %f2, %f3, %f4, %f1, %f2, %f3, %f4};",
               "16 bytes");
  expect_error("red.global.add.v2.f16 [%d2], {%h1, %h2};", "needs .noftz");
  expect_error("red.global.add.noftz.f32 [%d2], %f1;", "half precision only");
  expect_error("red.global.add.v2.f32 [%d2], {%f1};", "takes 2 elements here, found 1");
  expect_error("red.global.add.v2.f32 [%d2], %f1;", "takes 2 elements here, found 1");
  expect_error("atom.global.add.u32 %r1, [%d2], %r3, %d4;", "takes 3 operands, found 4");
  expect_error("atom.global.u32 %r1, [%d2], %r3;", "an operation such as .add");
}

TEST(Lower, ModifiersThatExcludeEachOther) {
  for (const char* instruction :
       {"setp.eq.lt.u32 %p1, %r1, %r2;", "mul.lo.wide.u32 %r1, %r2, %r3;",
        "atom.global.add.and.u32 %r1, [%d1], %r2;", "ld.global.shared.u32 %r1, [%d1];",
        "ld.global.ca.cg.u32 %r1, [%d1];", "ld.relaxed.volatile.gpu.u32 %r1, [%d1];",
        "fence.sc.gpu.cta;", "membar.gl.sys;", "add.rn.rz.f32 %f1, %f2, %f3;"})
    expect_error(instruction, "exclude each other");
  expect_error("cvt.u32 %r1, %r2;", "'cvt.u32' needs 2 types");
}

TEST(Lower, AccessesThatDoNotExist) {
  EXPECT_EQ(errors_of(kRegisters + "ld.global.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];"), "");
  expect_error("ld.global.v2.b128 {%q1, %q2}, [%d5];", "16 bytes are the most");
  expect_error("ld.shared.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];", "32 bytes of .global");
  expect_error("ld.global.f16 %h1, [%d5];", "use a .b type of the same size");
  expect_error("ld.global.pred %p1, [%d5];", "use a .b type of the same size");
  expect_error("ld.global.u32 %f1, [%d5];", "is a .f32 register");
  expect_error("st.const.u32 [%d5], %r1;", "read-only");
}

TEST(Lower, OneMistakeHidesNoOther) {
  const std::string errors = errors_of(kRegisters +
                                       "mov.u32 %r0, nowhere;\n"
                                       "ld.global.v2.u32 {%r0, %r1, %r2}, [%d0];\n"
                                       "red.global.add.v2.f32 [%d2], {%f1};\n"
                                       "bar.sync 16;\n");
  for (const char* part : {"'nowhere' is not declared", "moves 2 elements, found 3",
                           "takes 2 elements here, found 1", "number is 0 to 15"})
    EXPECT_NE(errors.find(part), std::string::npos) << part << "\n" << errors;
}

TEST(Lower, OneMistakeIsReportedOnce) {
  const std::string errors = errors_of(kRegisters + "call nowhere, ();");
  EXPECT_NE(errors.find("'nowhere' is not declared"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("indirect"), std::string::npos) << errors;
}

TEST(Lower, BarriersThatDoNotExist) {
  EXPECT_EQ(errors_of(kRegisters + "bar.sync 15, 64; barrier.sync %r1, %r2;"), "");
  expect_error("bar.sync 16;", "a barrier's number is 0 to 15, found 16");
  expect_error("barrier.arrive 1, 33;", "multiple of 32, found 33");
}

TEST(Lower, ComparisonsThatDoNotExist) {
  EXPECT_EQ(errors_of(kRegisters +
                      "setp.lo.u32 %p1, %r1, %r2; setp.ltu.ftz.f32 %p1, %f1, %f2; setp.ne.b64 %p1, "
                      "%d1, %d2; set.ge.f32.s16 %f1, %h1, %h2;"),
            "");
  expect_error("setp.lo.s32 %p1, %r1, %r2;", "are for unsigned types");
  expect_error("set.hs.u32.f32 %r1, %f1, %f2;", "are for unsigned types");
  expect_error("setp.nan.s32 %p1, %r1, %r2;", "are for floats");
  expect_error("setp.lt.b32 %p1, %r1, %r2;", "only .eq and .ne exist");
  expect_error("setp.eq.ftz.s32 %p1, %r1, %r2;", "nothing that it would flush");
  expect_error("setp.u32 %p1, %r1, %r2;", "needs a comparison");
}

TEST(Lower, RoundingsThatDoNotExist) {
  EXPECT_EQ(
      errors_of(kRegisters +
                "cvt.rzi.ftz.s32.f32 %r1, %f1; cvt.rn.f32.s32 %f1, %r1; cvt.u64.u16 %d1, %h1; "
                "cvt.rni.f32.f32 %f1, %f2; cvt.ftz.f64.f32 %d1, %f1; cvt.rn.bf16.f16 %h1, %h2; "
                "cvt.f16.bf16 %h1, %h2; cvt.rn.ftz.f32.f64 %f1, %d1; cvt.f32.f16 %f1, %h1; "
                "div.full.f32 %f1, %f2, %f3; div.s32 %r1, %r2, %r3; cvt.rna.tf32.f32 %r1, %f1; "
                "rcp.approx.ftz.f64 %d1, %d2; ex2.approx.ftz.bf16 %h1, %h2; "
                "fma.rn.ftz.f32x2 %d1, %d2, %d3, %d1; add.rn.ftz.f32x2 %d1, %d2, %d3;"),
      "");
  expect_error("cvt.s32.f32 %r1, %f1;", "needs a rounding to an integer");
  expect_error("cvt.rz.s32.f32 %r1, %f1;", "needs a rounding to an integer");
  expect_error("cvt.f32.s32 %f1, %r1;", "needs a rounding mode");
  expect_error("cvt.f32.f64 %f1, %d1;", "needs a rounding mode");
  expect_error("cvt.rn.u32.u16 %r1, %h1;", "this conversion has not");
  expect_error("cvt.rni.f32.f64 %f1, %d1;", "needs a rounding mode");
  expect_error("cvt.rn.f32.f16 %f1, %h1;", "this conversion has not");
  expect_error("cvt.rn.ftz.f64.s32 %d1, %r1;", "nothing that it would flush");
  expect_error("div.f32 %f1, %f2, %f3;", "needs a rounding mode");
  expect_error("sqrt.f32 %f1, %f2;", "needs a rounding mode");
  expect_error("add.ftz.f64 %d1, %d2, %d3;", "nothing that it would flush");
}

TEST(Lower, CallParametersHaveNoAddress) {
  expect_error("mov.b64 %d1, passed;", "has no address");
  expect_error("cvta.param.u64 %d1, passed;", "has no address");
}

TEST(Lower, WarpOperationsThatDoNotExist) {
  EXPECT_EQ(errors_of(kRegisters + "vote.all.pred %p1, %p2; shfl.up.b32 %r1, %r2, 1, 0;"), "");
  expect_error("vote.sync.all.pred %p1, %p2;", "'.sync' and a member mask, or neither");
  expect_error("shfl.up.b32 %r1, %r2, 1, 0, -1;", "'.sync' and a member mask, or neither");
  expect_error("redux.sync.add.b32 %r1, %r2, -1;", "redux has .add");
  expect_error("lop3.or.b32 %r1, %r2, %r3, %r4, 0x1b, %p2;", "needs .and or .or");
  expect_error("lop3.b32 %r1|%p1, %r2, %r3, %r4, 0x1b;", "needs .and or .or");
  expect_error("mov.v4.u32 {%r1, %r2, %r3}, %tid;", "elements of a special register");
}

}  // namespace
}  // namespace heddle
