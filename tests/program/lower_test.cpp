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

TEST(Lower, AccessesThatDoNotExist) {
  EXPECT_EQ(errors_of(kRegisters + "ld.global.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];"), "");
  expect_error("ld.global.v2.b128 {%q1, %q2}, [%d5];", "16 bytes are the most");
  expect_error("ld.shared.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];", "32 bytes of .global");
  expect_error("ld.global.f16 %h1, [%d5];", "use a .b type of the same size");
  expect_error("ld.global.pred %p1, [%d5];", "use a .b type of the same size");
  expect_error("ld.global.u32 %f1, [%d5];", "is a .f32 register");
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
