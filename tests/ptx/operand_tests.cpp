// Instructions and every form of operand.
#include <gmock/gmock.h>

#include "ptx/parsing.hpp"

namespace heddle::ptx {
namespace {

using testing::ElementsAre;
using OperandKind = Operand::Kind;

std::vector<std::string_view> modifiers_of(const Parsed& parsed, size_t index = 0) {
  const Instruction& in = parsed.instruction(index);
  auto first = parsed.module.modifiers.begin() + in.first_modifier;
  return {first, first + in.modifier_count};
}

TEST(Instructions, OpcodeModifiersAndSpan) {
  Parsed parsed = parse_body("setp.lt.and.s32 %p1, %r1, 4, %p2;");
  EXPECT_EQ(parsed.instruction().opcode, "setp");
  EXPECT_THAT(modifiers_of(parsed), ElementsAre("lt", "and", "s32"));
  EXPECT_EQ(parsed.instruction().operands.count, 4u);
  EXPECT_EQ(parsed.instruction().span.offset, 11u);
  EXPECT_EQ(parsed.instruction().span.length, 15u);
  EXPECT_TRUE(parsed.instruction().guard.name.empty());
}

TEST(Instructions, ModifiersWithColonsAndDigits) {
  Parsed parsed = parse_body(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], "
      "[%rd1, {%r2, %r3}], [%r4]; ld.global.L2::128B.u32 %r1, [%rd1];"
      "tcgen05.ld.sync.aligned.16x256b.x1.b32 {%r0, %r1}, [%r2]; prmt.b32.f4e %r1, %r2, %r3, %r4;"
      "ld .global .u32 %r1, [%rd1];");
  EXPECT_THAT(modifiers_of(parsed), ElementsAre("async", "bulk", "tensor", "2d", "shared::cluster",
                                                "global", "mbarrier::complete_tx::bytes"));
  EXPECT_THAT(modifiers_of(parsed, 1), ElementsAre("global", "L2::128B", "u32"));
  EXPECT_THAT(modifiers_of(parsed, 2),
              ElementsAre("ld", "sync", "aligned", "16x256b", "x1", "b32"));
  EXPECT_THAT(modifiers_of(parsed, 3), ElementsAre("b32", "f4e"));
  EXPECT_THAT(modifiers_of(parsed, 4), ElementsAre("global", "u32"));
}

TEST(Instructions, Guards) {
  Parsed parsed = parse_body("@%p1 bra L; @!q exit; @ ! q ret;");
  EXPECT_EQ(parsed.instruction(0).guard.name, "%p1");
  EXPECT_FALSE(parsed.instruction(0).guard.negated);
  EXPECT_EQ(parsed.instruction(1).guard.name, "q");
  EXPECT_TRUE(parsed.instruction(1).guard.negated);
  EXPECT_TRUE(parsed.instruction(2).guard.negated);
  EXPECT_EQ(parsed.instruction(0).guard.span.length, 4u);
}

TEST(Operands, Names) {
  Parsed parsed = parse_body("mov %tid.x, %v .w, sym+8, $L_1, sym - 4 * 2 + 1, _Z1fv;");
  EXPECT_EQ(parsed.operand(0).name, "%tid");
  EXPECT_EQ(parsed.operand(0).member, "x");
  EXPECT_EQ(parsed.operand(0).span.length, 6u);
  EXPECT_EQ(parsed.operand(1).member, "w");
  EXPECT_EQ(parsed.operand(2).name, "sym");
  EXPECT_EQ(parsed.operand(2).offset, 8);
  EXPECT_EQ(parsed.operand(2).span.length, 5u);
  EXPECT_EQ(parsed.operand(3).name, "$L_1");
  EXPECT_EQ(parsed.operand(4).offset, -7);
  EXPECT_EQ(parsed.operand(5).kind, OperandKind::Name);
}

TEST(Operands, VectorsWithoutBlankAndSinks) {
  Parsed parsed = parse_body("ld.global.v4.u32{%r1,_,%r3,-5},[%rd1];");
  const Operand& vector = parsed.operand(0);
  ASSERT_EQ(vector.kind, OperandKind::Vector);
  ASSERT_EQ(vector.children.count, 4u);
  EXPECT_EQ(parsed.child(vector, 0).name, "%r1");
  EXPECT_EQ(parsed.child(vector, 1).kind, OperandKind::Sink);
  EXPECT_EQ(parsed.child(vector, 3).kind, OperandKind::Integer);
  EXPECT_EQ(vector.span.length, 14u);
}

TEST(Operands, Addresses) {
  Parsed parsed = parse_body("x [%rd1+16], [%rd1+-8], [sym], [0x100+4], [%rd1+(2*4)], [a-4];");
  EXPECT_EQ(parsed.operand(0).kind, OperandKind::Address);
  EXPECT_EQ(parsed.operand(0).offset, 16);
  EXPECT_EQ(parsed.child(parsed.operand(0), 0).name, "%rd1");
  EXPECT_EQ(parsed.child(parsed.operand(0), 0).offset, 0);
  EXPECT_EQ(parsed.operand(1).offset, -8);
  EXPECT_EQ(parsed.operand(2).offset, 0);
  EXPECT_EQ(parsed.child(parsed.operand(3), 0).kind, OperandKind::Integer);
  EXPECT_EQ(parsed.child(parsed.operand(3), 0).bits, 0x104u);
  EXPECT_EQ(parsed.operand(4).offset, 8);
  EXPECT_EQ(parsed.operand(5).offset, -4);
}

TEST(Operands, TextureAddresses) {
  Parsed parsed = parse_body("tex.2d.v4.f32.f32 {a,b,c,d}|p, [t, s, {x,y}];");
  const Operand& pair = parsed.operand(0);
  ASSERT_EQ(pair.kind, OperandKind::Pair);
  EXPECT_EQ(parsed.child(pair, 0).kind, OperandKind::Vector);
  EXPECT_EQ(parsed.child(pair, 1).name, "p");
  const Operand& address = parsed.operand(1);
  ASSERT_EQ(address.children.count, 3u);
  EXPECT_EQ(parsed.child(address, 1).name, "s");
  const Operand& coordinates = parsed.child(address, 2);
  ASSERT_EQ(coordinates.kind, OperandKind::Vector);
  EXPECT_EQ(parsed.child(coordinates, 1).name, "y");
}

TEST(Operands, PairsAndNegation) {
  Parsed parsed = parse_body("x %p1|%p2, _|%p3, %r1|_, !%p4, -%r2, !1, -WARP_SZ;");
  EXPECT_EQ(parsed.operand(0).kind, OperandKind::Pair);
  EXPECT_EQ(parsed.child(parsed.operand(0), 1).name, "%p2");
  EXPECT_EQ(parsed.child(parsed.operand(1), 0).kind, OperandKind::Sink);
  EXPECT_EQ(parsed.child(parsed.operand(2), 1).kind, OperandKind::Sink);
  EXPECT_TRUE(parsed.operand(3).negated);
  EXPECT_EQ(parsed.operand(3).name, "%p4");
  EXPECT_EQ(parsed.operand(3).span.length, 4u);
  EXPECT_TRUE(parsed.operand(4).negated);
  EXPECT_EQ(parsed.operand(5).kind, OperandKind::Integer);
  EXPECT_EQ(parsed.operand(5).bits, 0u);
  EXPECT_EQ(static_cast<int64_t>(parsed.operand(6).bits), -32);
}

TEST(Calls, AllForms) {
  Parsed parsed = parse_body(
      "call f; call (r), f, (a, 5);\n"
      "call.uni (retval0),\n vprintf,\n (\n param0,\n param1\n )\n;\n"
      "call (retval0), %rd1, (param0), proto; call %rd1, (), targets;");
  auto at = [&](size_t instruction, size_t index) -> const Operand& {
    return parsed.module.operands[parsed.instruction(instruction).operands.first + index];
  };
  EXPECT_EQ(parsed.instruction(0).operands.count, 1u);
  EXPECT_EQ(at(0, 0).name, "f");
  ASSERT_EQ(at(1, 0).kind, OperandKind::List);
  EXPECT_EQ(parsed.child(at(1, 2), 1).bits, 5u);
  EXPECT_EQ(at(2, 1).name, "vprintf");
  EXPECT_EQ(at(2, 2).children.count, 2u);
  EXPECT_EQ(at(3, 1).name, "%rd1");
  EXPECT_EQ(at(3, 3).name, "proto");
  EXPECT_EQ(at(4, 1).children.count, 0u);
}

TEST(OperandErrors, WhatWasExpected) {
  EXPECT_THAT(errors_in_body("add %r1, , %r2;"),
              ElementsAre("2:10-1 expected an operand, found ','"));
  EXPECT_THAT(errors_in_body("add %r1,;"), ElementsAre("2:9-1 expected an operand, found ';'"));
  EXPECT_THAT(errors_in_body("mov %r1 %r2;"),
              ElementsAre("2:9-3 expected ';' after the instruction, found '%r2'"));
  EXPECT_THAT(errors_in_body("ld [;"), ElementsAre("2:5-1 expected an address, found ';'"));
  EXPECT_THAT(errors_in_body("ld [1.5];"),
              ElementsAre("2:5-3 expected an address, found a floating-point value"));
  EXPECT_THAT(errors_in_body("ld [a+%r1];"),
              ElementsAre("2:7-3 expected a constant offset, found '%r1'"));
  EXPECT_THAT(errors_in_body("ld [a+1.5];"), ElementsAre("2:7-3 an offset must be an integer"));
  EXPECT_THAT(errors_in_body("ld [a;"),
              ElementsAre("2:6-1 expected ']' after the address, found ';'"));
  EXPECT_THAT(errors_in_body("mov {a b}, c;"),
              ElementsAre("2:8-1 expected ',' or '}' in the vector, found 'b'"));
  EXPECT_THAT(errors_in_body("call f, (a;"),
              ElementsAre("2:11-1 expected ',' or ')' in the list, found ';'"));
  EXPECT_THAT(errors_in_body("x a|5;"),
              ElementsAre("2:5-1 expected a predicate after '|', found '5'"));
  EXPECT_THAT(errors_in_body("x [a]|b;"),
              ElementsAre("2:6-1 expected ',' or ';' after the operand, found '|'"));
  EXPECT_THAT(errors_in_body("@5 bra L;"),
              ElementsAre("2:2-1 expected a predicate after '@', found '5'"));
  EXPECT_THAT(errors_in_body("@p { ret; }"),
              ElementsAre("2:4-1 expected an instruction after the guard, found '{'"));
  EXPECT_THAT(errors_in_body("add. a;"), ElementsAre("2:4-1 expected a name after '.'"));
}

}  // namespace
}  // namespace heddle::ptx
