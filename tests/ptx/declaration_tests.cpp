// Declarations, parameters and initialisers.
#include <gmock/gmock.h>

#include <bit>

#include "ptx/parsing.hpp"

namespace heddle::ptx {
namespace {

using testing::ElementsAre;

TEST(Declarations, Registers) {
  Parsed parsed =
      parse_body(".reg .b32 %r<100>, x; .reg .pred p; .reg .v4 .f32 v; .reg .b64 %q<0>;");
  const auto& variables = parsed.module.variables;
  ASSERT_EQ(variables.size(), 4u);  // %q<0> declares nothing
  EXPECT_EQ(variables[0].name, "%r");
  EXPECT_EQ(variables[0].family, 100u);
  EXPECT_EQ(variables[0].type, Type::B32);
  EXPECT_EQ(variables[1].name, "x");
  EXPECT_EQ(variables[1].family, 0u);
  EXPECT_EQ(variables[2].type, Type::Pred);
  EXPECT_EQ(variables[3].vector, 4u);
  EXPECT_EQ(parse_body(".reg .b32 %r<4000000000>;").module.variables[0].family, 4000000000u);
}

TEST(Declarations, BodyStatementsPointAtVariables) {
  Parsed parsed = parse_body(".local .align 8 .b8 depot[16]; .shared .f32 s[2][3], t;");
  ASSERT_EQ(parsed.function().body.size(), 3u);
  for (uint32_t i = 0; i < 3; i++) {
    EXPECT_EQ(parsed.function().body[i].kind, Statement::Kind::Declaration);
    EXPECT_EQ(parsed.function().body[i].index, i);
  }
  const Variable& depot = parsed.module.variables[0];
  EXPECT_EQ(depot.space, Space::Local);
  EXPECT_EQ(depot.align, 8u);
  EXPECT_TRUE(depot.is_array);
  EXPECT_EQ(depot.byte_size(), 16u);
  EXPECT_EQ(parsed.module.variables[1].byte_size(), 24u);
  EXPECT_FALSE(parsed.module.variables[2].is_array);
}

TEST(Declarations, ModuleVariables) {
  Parsed parsed = parse_good(
      ".visible .global .attribute(.managed) .align 4 .u32 a;\n.extern .shared .align 16 .b8 d[];\n"
      ".common .global .u32 c; .weak .const .f64 e; .global .managed .s32 f;\n.tex .u32 t;"
      ".global .texref u; .global .samplerref s = { addr_mode_0 = wrap, filter_mode = nearest };"
      ".global .v8 .b32 g; .extern .global .b8 h[2+2]; .global .attribute(.unified(1, 2)) .b32 i;");
  const auto& globals = parsed.module.globals;
  ASSERT_EQ(globals.size(), 11u);
  EXPECT_EQ(globals[0].linkage, Linkage::Visible);
  EXPECT_EQ(globals[0].align, 4u);
  EXPECT_EQ(globals[1].linkage, Linkage::Extern);
  EXPECT_EQ(globals[1].space, Space::Shared);
  EXPECT_TRUE(globals[1].is_array);
  EXPECT_EQ(globals[1].elements, 0u);
  EXPECT_EQ(globals[2].linkage, Linkage::Common);
  EXPECT_EQ(globals[3].linkage, Linkage::Weak);
  EXPECT_EQ(globals[5].space, Space::Tex);
  EXPECT_EQ(globals[7].initialiser_count, 0u);
  EXPECT_EQ(globals[8].vector, 8u);
  EXPECT_EQ(globals[9].elements, 4u);
}

TEST(Declarations, Parameters) {
  Parsed parsed = parse_good(
      ".entry k(.param .u64 .ptr .global .align 32 p, .param .align 8 .b8 s[16],\n"
      ".param .u64 .ptr .align 1 q) { ret; }\n.func (.reg .u32 r) f (.reg .u32 a, .param .b32 b);");
  const auto& parameters = parsed.function().parameters;
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_TRUE(parameters[0].is_pointer);
  EXPECT_EQ(parameters[0].align, 0u);  // 32 is the alignment of what it points to
  EXPECT_EQ(parameters[1].align, 8u);
  EXPECT_EQ(parameters[1].byte_size(), 16u);
  EXPECT_TRUE(parameters[2].is_pointer);
  const Function& f = parsed.function(1);
  EXPECT_EQ(f.results.at(0).space, Space::Reg);
  EXPECT_EQ(f.parameters.at(0).space, Space::Reg);
  EXPECT_EQ(f.parameters.at(1).space, Space::Param);
}

std::vector<uint64_t> bits_of_initialisers(const Parsed& parsed) {
  std::vector<uint64_t> out;
  for (const Initialiser& i : parsed.module.initialisers) out.push_back(i.bits);
  return out;
}

TEST(Initialisers, InnerDimensionsArePadded) {
  Parsed parsed = parse_good(".global .u32 m[2][2][3] = {{{1}}, {{2, 3}, {-4}}};");
  EXPECT_THAT(bits_of_initialisers(parsed),
              ElementsAre(1, 0, 0, 0, 0, 0, 2, 3, 0, static_cast<uint64_t>(-4)));
  EXPECT_EQ(parsed.module.globals[0].elements, 12u);
  EXPECT_EQ(parsed.module.globals[0].initialiser_count, 10u);
}

TEST(Initialisers, VectorsAreTheInnermostDimension) {
  Parsed parsed = parse_good(".global .v2 .u32 v[][2] = {{{1, 2}, {3}}, {{4, 5}}};");
  EXPECT_THAT(bits_of_initialisers(parsed), ElementsAre(1, 2, 3, 0, 4, 5));
  EXPECT_EQ(parsed.module.globals[0].elements, 4u);
  EXPECT_EQ(parsed.module.globals[0].byte_size(), 32u);
}

TEST(Initialisers, OpenArraysAndSeveralNames) {
  Parsed parsed = parse_good(".const .u32 a, b = 5, c[] = {6, 7}, d[4] = {};");
  const auto& globals = parsed.module.globals;
  ASSERT_EQ(globals.size(), 4u);
  EXPECT_EQ(globals[0].initialiser_count, 0u);
  EXPECT_EQ(globals[1].first_initialiser, 0u);
  EXPECT_EQ(globals[2].first_initialiser, 1u);
  EXPECT_EQ(globals[2].initialiser_count, 2u);
  EXPECT_EQ(globals[2].elements, 2u);
  EXPECT_EQ(globals[3].elements, 4u);
}

TEST(Initialisers, FloatsTakeTheTypeOfTheVariable) {
  Parsed parsed = parse_good(
      ".global .f32 a[5] = {1.5, -2.0, 0f7FA00001, 0d3FF0000000000000, 1.0+1.0};"
      ".global .f64 b[2] = {1.5, 0f3F800000}; .global .b32 c = 0f3F800000; .global .b64 d = 1.0;");
  EXPECT_THAT(bits_of_initialisers(parsed),
              ElementsAre(0x3fc00000, 0xc0000000, 0x7fa00001, 0x3f800000, 0x40000000,
                          0x3ff8000000000000, 0x3ff0000000000000, 0x3f800000, 0x3ff0000000000000));
  EXPECT_EQ(parsed.module.initialisers[0].kind, Initialiser::Kind::Float);
}

TEST(Initialisers, Symbols) {
  Parsed parsed = parse_good(
      ".global .u64 p[5] = {x, x+8, generic(x), generic(x)+20, generic(x-4)};"
      ".global .u8 q[] = {0xff(x), 0xFF00(x+4), 0xff0000(generic(x)), "
      "0xff00000000000000(generic(x)+4)};");
  const auto& all = parsed.module.initialisers;
  ASSERT_EQ(all.size(), 9u);
  for (const Initialiser& i : all) {
    EXPECT_EQ(i.kind, Initialiser::Kind::Symbol);
    EXPECT_EQ(i.symbol, "x");
  }
  EXPECT_FALSE(all[0].generic);
  EXPECT_EQ(all[0].mask_byte, 0xff);
  EXPECT_EQ(all[1].offset, 8);
  EXPECT_TRUE(all[2].generic);
  EXPECT_EQ(all[3].offset, 20);
  EXPECT_EQ(all[4].offset, -4);
  EXPECT_EQ(all[5].mask_byte, 0);
  EXPECT_EQ(all[6].mask_byte, 1);
  EXPECT_EQ(all[6].offset, 4);
  EXPECT_TRUE(all[7].generic);
  EXPECT_EQ(all[8].mask_byte, 7);
}

TEST(DeclarationErrors, Specifiers) {
  EXPECT_THAT(errors_in_body(".reg .u33 a;"),
              ElementsAre("2:6-4 expected a type such as '.u32', found '.u33'"));
  EXPECT_THAT(errors_in_body(".reg a;"),
              ElementsAre("2:6-1 expected a type such as '.u32', found 'a'"));
  EXPECT_THAT(errors_in_body(".reg .u32 .u32 a;"),
              ElementsAre("2:11-4 expected a name, found '.u32'"));
  EXPECT_THAT(errors_in_body(".reg .u32 ;"), ElementsAre("2:11-1 expected a name, found ';'"));
  EXPECT_THAT(errors_of(".global .align 3 .u32 a;"),
              ElementsAre("1:16-1 expected a power of two as alignment, found 3"));
  EXPECT_THAT(errors_of(".global .align .u32 a;"),
              ElementsAre("1:16-4 expected an alignment, found '.u32'"));
  EXPECT_THAT(errors_of(".global .attribute .u32 a;"),
              ElementsAre("1:20-4 expected '(' after '.attribute', found '.u32'"));
  EXPECT_THAT(errors_of(".entry k(.global .u32 a) { }"),
              ElementsAre("1:10-7 expected '.param' or '.reg', found '.global'"));
  EXPECT_THAT(errors_of(".entry k(u32 a) { }"),
              ElementsAre("1:10-3 expected a state space such as '.param', found 'u32'"));
  EXPECT_THAT(errors_of(".entry k(.param .u32 a .param .u32 b) { }"),
              ElementsAre("1:24-6 expected ',' or ')' after the parameter, found '.param'"));
}

TEST(DeclarationErrors, SizesAndFamilies) {
  EXPECT_THAT(errors_in_body(".reg .b32 %r<4294967296>;"),
              ElementsAre("2:14-10 expected a number of registers below 2^32, found '4294967296'"));
  EXPECT_THAT(errors_in_body(".reg .b32 %r<4;"),
              ElementsAre("2:15-1 expected '>' after the number of registers, found ';'"));
  EXPECT_THAT(errors_of(".global .b8 a[-1];"),
              ElementsAre("1:15-2 expected a positive number of elements in 'a'"));
  EXPECT_THAT(errors_of(".global .b8 a[2][];"),
              ElementsAre("1:18-1 expected a number of elements: only the first can be left out, "
                          "found ']'"));
  EXPECT_THAT(errors_of(".global .b8 a[1.5];"),
              ElementsAre("1:15-3 expected a number of elements, found a floating-point value"));
  EXPECT_THAT(errors_of(".global .b8 a[2;"),
              ElementsAre("1:16-1 expected ']' after the number of elements, found ';'"));
  EXPECT_THAT(errors_of(".global .b8 a[18446744073709551615][2];"),
              ElementsAre("1:13-1 the array 'a' is larger than 2^64 bytes"));
  EXPECT_THAT(errors_of(".global .b64 a[4611686018427387904];"),
              ElementsAre("1:14-1 the array 'a' is larger than 2^64 bytes"));
}

TEST(DeclarationErrors, Initialisers) {
  EXPECT_THAT(errors_of(".global .u32 a[2] = {1, 2, 3};"),
              ElementsAre("1:28-1 more than 2 values for this dimension of 'a'"));
  EXPECT_THAT(errors_of(".global .u32 a[2] = 5;"),
              ElementsAre("1:21-1 expected '{' before the values, found '5'"));
  EXPECT_THAT(errors_of(".global .u32 a[2] = {1,};"),
              ElementsAre("1:24-1 expected a value, found '}'"));
  EXPECT_THAT(errors_of(".global .u32 a[2] = {1 2};"),
              ElementsAre("1:24-1 expected ',' or '}' after the value, found '2'"));
  EXPECT_THAT(errors_of(".global .u32 a = 1.5;"),
              ElementsAre("1:18-3 a floating-point value cannot initialise 'a' of type .u32"));
  EXPECT_THAT(errors_of(".global .f32 a = 1;"),
              ElementsAre("1:18-1 an integer cannot initialise 'a' of type .f32"));
  EXPECT_THAT(errors_of(".global .u8 a = 0xff1(b);"),
              ElementsAre("1:17-5 expected a mask of one byte such as 0xFF00"));
  EXPECT_THAT(errors_of(".global .u8 a = 0xff(5);"),
              ElementsAre("1:22-1 expected a symbol, found '5'"));
  EXPECT_THAT(errors_of(".global .u8 a = 0xff(b;"),
              ElementsAre("1:23-1 expected ')' after the masked symbol, found ';'"));
  EXPECT_THAT(errors_of(".global .u64 a = generic(5);"),
              ElementsAre("1:26-1 expected a symbol in 'generic(…)', found '5'"));
  EXPECT_THAT(errors_of(".global .u64 a = generic(b;"),
              ElementsAre("1:27-1 expected ')' after the symbol, found ';'"));
  EXPECT_THAT(errors_of(".shared .u32 a = 5;"),
              ElementsAre("1:16-1 expected ';' after the declaration, found '='"));
}

}  // namespace
}  // namespace heddle::ptx
