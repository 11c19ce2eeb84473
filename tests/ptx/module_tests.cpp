// Module directives, functions, statements and error recovery.
#include <gmock/gmock.h>

#include "ptx/parsing.hpp"

namespace heddle::ptx {
namespace {

using testing::ElementsAre;
using StatementKind = Statement::Kind;

std::vector<StatementKind> kinds_of(const Function& function) {
  std::vector<StatementKind> out;
  for (const Statement& statement : function.body) out.push_back(statement.kind);
  return out;
}

TEST(Modules, Header) {
  Parsed parsed = parse_good(
      "// comment\r\n.version 8.3\r\n/* a\n b */ .target sm_90a, texmode_independent, debug\n"
      ".address_size 64\n.file 2 \"/a/b \\\" c.cu\", 1234, 56\n.pragma \"x\", \"y\";\n");
  EXPECT_EQ(parsed.module.version_major, 8u);
  EXPECT_EQ(parsed.module.version_minor, 3u);
  EXPECT_EQ(parsed.module.target, "sm_90a");
  EXPECT_EQ(parsed.module.address_size, 64u);
  EXPECT_THAT(errors_of(".version 7.0\n.target sm_80\n.address_size 32\n"),
              ElementsAre("3:15-2 only modules with 64-bit addresses are supported"));
  EXPECT_THAT(parsed.module.files, ElementsAre("", "", "/a/b \\\" c.cu"));
  EXPECT_TRUE(parse_good("").module.functions.empty());
}

TEST(Modules, SectionsAreSkipped) {
  Parsed parsed = parse_good(
      ".section .debug_str { $L: .b8 1,2 { } .b32 .debug_abbrev+4 }\n"
      ".section\t.debug_macinfo\t{\t}\n.loc 1 2 3\n.global .u32 a;");
  EXPECT_EQ(parsed.module.globals.size(), 1u);
}

TEST(Functions, DeclarationsAliasesAndDefinitions) {
  Parsed parsed = parse_good(
      ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b)\n;\n"
      ".weak .func _ZN1A1fEv(.param .b32 a) .noreturn .abi_preserve 4 .abi_preserve_control 2;\n"
      ".alias g, _ZN1A1fEv;\n.weak .func .attribute(.x(1)) _ZN1A1fEv(.param .b32 a) { ret; }\n"
      ".visible .entry k { }");
  ASSERT_EQ(parsed.module.functions.size(), 5u);
  EXPECT_EQ(parsed.function(0).linkage, Linkage::Extern);
  EXPECT_FALSE(parsed.function(0).has_body);
  EXPECT_EQ(parsed.function(0).results.size(), 1u);
  EXPECT_TRUE(parsed.function(1).no_return);
  EXPECT_EQ(parsed.function(2).name, "g");
  EXPECT_EQ(parsed.function(2).alias_of, "_ZN1A1fEv");
  EXPECT_EQ(parsed.function(3).name, "_ZN1A1fEv");
  EXPECT_TRUE(parsed.function(3).has_body);
  EXPECT_TRUE(parsed.function(4).is_entry);
  EXPECT_EQ(parsed.function(4).linkage, Linkage::Visible);
}

TEST(Functions, PerformanceDirectives) {
  Parsed parsed = parse_good(
      ".entry k() .maxntid 128, 2 .reqntid 32\n.minnctapersm 2 .maxnctapersm 4 .maxnreg 40\n"
      ".maxclusterrank 8 .reqnctapercluster 2, 1, 1 .explicitcluster .blocksareclusters\n"
      ".pragma \"p\";\n{ ret; }");
  const Function& k = parsed.function();
  EXPECT_THAT(k.max_threads, ElementsAre(128, 2, 1));
  EXPECT_THAT(k.required_threads, ElementsAre(32, 1, 1));
  EXPECT_EQ(k.min_blocks_per_sm, 2u);
  EXPECT_EQ(k.max_registers, 40u);
  EXPECT_THAT(kinds_of(k), ElementsAre(StatementKind::Pragma, StatementKind::Instruction));
}

TEST(Statements, ScopesLabelsAndLocations) {
  Parsed parsed = parse_body(
      "L1: L2 : { .reg .b32 a; { add a, a, 1; } }\n.loc 1 5 3\n"
      ".loc 2 7 9, function_name $L__info_string0+16, inlined_at 1 5 3\n.pragma "
      "\"nounroll\";\nret;");
  EXPECT_THAT(
      kinds_of(parsed.function()),
      ElementsAre(StatementKind::Label, StatementKind::Label, StatementKind::ScopeBegin,
                  StatementKind::Declaration, StatementKind::ScopeBegin, StatementKind::Instruction,
                  StatementKind::ScopeEnd, StatementKind::ScopeEnd, StatementKind::Location,
                  StatementKind::Location, StatementKind::Pragma, StatementKind::Instruction));
  EXPECT_EQ(parsed.function().body[1].name, "L2");
  EXPECT_EQ(parsed.function().body[9].index, 2u);
  EXPECT_EQ(parsed.function().body[9].line, 7u);
  EXPECT_EQ(parsed.function().body[10].name, "nounroll");
}

TEST(Statements, TablesAndPrototypes) {
  Parsed parsed = parse_body(
      "ts: .branchtargets L1, L2;\nfs: .calltargets f, g;\n"
      "p : .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _) .noreturn;\n"
      "q: .callprototype _ ();");
  const auto& body = parsed.function().body;
  EXPECT_THAT(kinds_of(parsed.function()),
              ElementsAre(StatementKind::BranchTargets, StatementKind::CallTargets,
                          StatementKind::Prototype, StatementKind::Prototype));
  EXPECT_EQ(body[0].name, "ts");
  EXPECT_EQ(body[0].names.count, 2u);
  EXPECT_EQ(parsed.module.operands[body[0].names.first + 1].name, "L2");
  EXPECT_EQ(body[2].name, "p");
  EXPECT_EQ(parsed.module.prototypes[0].results.size(), 1u);
  EXPECT_EQ(parsed.module.prototypes[0].parameters.size(), 2u);
  EXPECT_TRUE(parsed.module.prototypes[0].no_return);
  EXPECT_TRUE(parsed.module.prototypes[1].parameters.empty());
}

TEST(Statements, ExternSharedInABody) {
  EXPECT_EQ(parse_body(".extern .shared .b8 d[];").module.variables[0].linkage, Linkage::Extern);
}

TEST(ModuleErrors, Directives) {
  EXPECT_THAT(errors_of(".version seven"),
              ElementsAre("1:10-5 expected a version such as 7.8, found 'seven'"));
  EXPECT_THAT(errors_of(".target 80"),
              ElementsAre("1:9-2 expected a target such as sm_80, found '80'"));
  EXPECT_THAT(errors_of(".target sm_80, 1"),
              ElementsAre("1:16-1 expected a target option, found '1'"));
  EXPECT_THAT(errors_of(".address_size 16"), ElementsAre("1:15-2 expected 32 or 64, found '16'"));
  EXPECT_THAT(errors_of(".file \"a\""), ElementsAre("1:7-3 expected a file number, found '\"a\"'"));
  EXPECT_THAT(errors_of(".file 1 a"),
              ElementsAre("1:9-1 expected a file name in quotes, found 'a'"));
  EXPECT_THAT(errors_of(".file 4000000000 \"a\""),
              ElementsAre("1:7-10 expected a file number up to 1048576, found 4000000000"));
  EXPECT_THAT(errors_of(".section { }"), ElementsAre("1:10-1 expected a section name, found '{'"));
  EXPECT_THAT(errors_of(".section .x ;"),
              ElementsAre("1:13-1 expected '{' of the section, found ';'"));
  EXPECT_THAT(errors_of(".section .x { {}"),
              ElementsAre("1:13-1 expected the end of the section, found the end of the text"));
  EXPECT_THAT(errors_of(".pragma x;"),
              ElementsAre("1:9-1 expected a string after '.pragma', found 'x'"));
  EXPECT_THAT(errors_of(".alias a;"),
              ElementsAre("1:9-1 expected ',' after the alias name, found ';'"));
  EXPECT_THAT(errors_of(".foo 1;"),
              ElementsAre("1:1-4 expected a directive at module scope, found '.foo'"));
  EXPECT_THAT(errors_of(".visible .foo;"),
              ElementsAre("1:10-4 expected a function or a variable, found '.foo'"));
  EXPECT_THAT(errors_of("add.s32 a, b, c;"),
              ElementsAre("1:1-3 expected a directive at module scope, found 'add'"));
  EXPECT_THAT(errors_of(".reg .b32 a;"),
              ElementsAre("1:1-4 '.reg' can only be declared inside a function"));
}

TEST(ModuleErrors, Functions) {
  EXPECT_THAT(errors_of(".entry (.param .u32 a) { }"),
              ElementsAre("1:8-1 expected a function name, found '('"));
  EXPECT_THAT(
      errors_of(".entry k()\n.global .u32 a;"),
      ElementsAre("2:1-7 expected ';' or an attribute such as '.noreturn', found '.global'"));
  EXPECT_THAT(errors_of(".entry k() ret;"),
              ElementsAre("1:12-3 expected '{' or ';' after the signature of 'k', found 'ret'"));
  EXPECT_THAT(errors_of(".entry k() .maxntid { }"),
              ElementsAre("1:21-1 expected a number after '.maxntid', found '{'"));
  EXPECT_THAT(errors_of(".func f() .abi_preserve x;"),
              ElementsAre("1:25-1 expected a number of registers, found 'x'"));
  EXPECT_THAT(
      errors_of(".entry k { ret;"),
      ElementsAre("1:16-1 expected '}' to close the body of 'k', found the end of the text"));
  EXPECT_THAT(errors_of(".entry k {\nret;\n.entry l { ret; }"),
              ElementsAre("3:1-6 expected '}' to close the body of 'k', found '.entry'"));
}

TEST(ModuleErrors, Statements) {
  EXPECT_THAT(errors_in_body("5;"),
              ElementsAre("2:1-1 expected an instruction, a label or a directive, found '5'"));
  EXPECT_THAT(errors_in_body(".foo;"),
              ElementsAre("2:1-4 expected a directive allowed in a function body, found '.foo'"));
  EXPECT_THAT(errors_in_body(".branchtargets a;"),
              ElementsAre("2:1-14 expected a label before '.branchtargets'"));
  EXPECT_THAT(errors_in_body("t: .branchtargets 5;"),
              ElementsAre("2:19-1 expected a label, found '5'"));
  EXPECT_THAT(errors_in_body("t: .calltargets ;"),
              ElementsAre("2:17-1 expected a function name, found ';'"));
  EXPECT_THAT(errors_in_body("t: .callprototype (.param .b32 _) (.param .b32 _);"),
              ElementsAre("2:35-1 expected '_' in the prototype, found '('"));
  EXPECT_THAT(errors_in_body("t: .callprototype _ (.param .b32 _) .foo;"),
              ElementsAre("2:37-4 expected ';' or an attribute such as '.noreturn', found '.foo'"));
  EXPECT_THAT(errors_in_body(".extern .global .u32 a;"),
              ElementsAre("2:9-7 expected '.shared' after '.extern' in a body, found '.global'"));
  EXPECT_THAT(errors_in_body(".pragma 5;"),
              ElementsAre("2:9-1 expected a string after '.pragma', found '5'"));
  EXPECT_THAT(errors_in_body(".loc x"), ElementsAre("2:6-1 expected a file number, found 'x'"));
  EXPECT_THAT(errors_in_body(".loc 1 x;"), ElementsAre("2:8-1 expected a line number, found 'x'"));
  EXPECT_THAT(errors_in_body(".loc 1 2 3, 5;"),
              ElementsAre("2:13-1 expected 'function_name' or 'inlined_at', found '5'"));
}

TEST(Recovery, EveryStatementTellsItsOwnError) {
  EXPECT_THAT(errors_in_body("add %r1, , 2;\nsub %r1, %r2;\nmul {%r1 %r2}, 5;\n.reg .u33 a;\nret;"),
              ElementsAre("2:10-1 expected an operand, found ','",
                          "4:10-3 expected ',' or '}' in the vector, found '%r2'",
                          "5:6-4 expected a type such as '.u32', found '.u33'"));
}

TEST(Recovery, MissingSemicolonLosesNothing) {
  std::string body = "add.s32 %r1, %r2, %r3\nadd.s32 %r4, , 1;\nret\n.loc 1 2 3\nret;";
  EXPECT_THAT(errors_in_body(body),
              ElementsAre("3:1-3 expected ';' after the instruction, found 'add'",
                          "3:14-1 expected an operand, found ','",
                          "5:1-4 expected ';' after the instruction, found '.loc'"));
  EXPECT_EQ(parse_any(in_kernel(body)).module.instructions.size(), 3u);
}

TEST(Recovery, BodyBelowABrokenSignatureIsChecked) {
  EXPECT_THAT(
      errors_of(".entry k(\n.param .u65 p,\n.param .u32 q\n)\n{\nadd , a;\n}\n"
                ".entry l() { add , b; }"),
      ElementsAre("2:8-4 expected a type such as '.u32', found '.u65'",
                  "6:5-1 expected an operand, found ','", "8:18-1 expected an operand, found ','"));
}

TEST(Recovery, UnknownItemWithABody) {
  EXPECT_THAT(errors_of(".visible .foo k()\n{\nret;\n}\n.global .u33 a;"),
              ElementsAre("1:10-4 expected a function or a variable, found '.foo'",
                          "5:9-4 expected a type such as '.u32', found '.u33'"));
}

TEST(Recovery, EndOfABodyAfterABrokenStatement) {
  EXPECT_THAT(errors_of(".entry k { ret }\n.entry l { add a }"),
              ElementsAre("1:16-1 expected ';' after the instruction, found '}'",
                          "2:18-1 expected ';' after the instruction, found '}'"));
  EXPECT_THAT(errors_in_body("tex a, [t, {x y}];\nbra ,;"),
              ElementsAre("2:15-1 expected ',' or '}' in the vector, found 'y'",
                          "3:5-1 expected an operand, found ','"));
}

TEST(Recovery, StrayBraces) {
  EXPECT_THAT(errors_of("}\n.entry k { ret; }\n}\n.global .u33 a;"),
              ElementsAre("1:1-1 expected a directive at module scope, found '}'",
                          "3:1-1 expected a directive at module scope, found '}'",
                          "4:9-4 expected a type such as '.u32', found '.u33'"));
}

}  // namespace
}  // namespace heddle::ptx
