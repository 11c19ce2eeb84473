#include "program/join_modules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "program/program.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

constexpr const char* kHeader = ".version 7.8\n.target sm_75\n.address_size 64\n";

SourcePtr module(const char* name, const std::string& text) {
  return std::make_shared<Source>(name, kHeader + text);
}

std::string defined_twice(const char* name) {
  return std::string(".visible .func ") + name + "() { ret; }\n";
}

TEST(JoinModules, OneModuleStaysAsItIs) {
  SourcePtr only = module("a.ptx", ".visible .entry k() { ret; }\n");
  EXPECT_EQ(join_modules({only}), only);
  EXPECT_THROW(join_modules({}), InputError);
}

TEST(JoinModules, ExternalNamesFindTheirDefinitions) {
  const SourcePtr joined = join_modules(
      {module("a.ptx",
              ".extern .global .align 4 .u32 g;\n.extern .func f(.param .b32 x);\n"
              ".visible .entry k() { .reg .b32 %r<2>; ld.global.u32 %r1, [g]; ret; }\n"),
       module("b.ptx",
              ".visible .global .align 4 .u32 g = 5;\n"
              ".visible .func f(.param .b32 x) { ret; }\n")});
  const ProgramPtr program = load_module(joined);
  EXPECT_TRUE(program->find_function("f")->defined);
  const Variable& g = program->variables[program->variable_index.at("g")];
  EXPECT_EQ(g.initial_count, 1u);
  EXPECT_EQ(joined->name(), "a.ptx + b.ptx");
}

TEST(JoinModules, NamesOfOneModuleAreRenamed) {
  const SourcePtr joined =
      join_modules({module("a.ptx",
                           ".global .align 1 .b8 $str[2] = {65, 0};\n.func h() { ret; }\n"
                           ".visible .entry k() { call h; ret; }\n"),
                    module("b.ptx",
                           ".global .align 1 .b8 $str[3] = {66, 66, 0};\n.func h() { ret; }\n"
                           ".visible .global .align 8 .u64 p = $str;\n"
                           ".visible .entry l() { call h; ret; }\n")});
  const ProgramPtr program = load_module(joined);
  EXPECT_EQ(program->variables[program->variable_index.at("$str$module1")].size, 2u);
  EXPECT_EQ(program->variables[program->variable_index.at("$str$module2")].size, 3u);
  EXPECT_NE(program->find_function("h$module1"), nullptr);
}

TEST(JoinModules, WeakDefinitionsGiveWay) {
  const SourcePtr joined = join_modules(
      {module("a.ptx", ".weak .func w() { ret; }\n.weak .global .align 4 .u32 v = 1;\n"),
       module("b.ptx", ".weak .func w() { ret; }\n.visible .global .align 4 .u32 v = 2;\n")});
  const ProgramPtr program = load_module(joined);
  const Variable& v = program->variables[program->variable_index.at("v")];
  EXPECT_EQ(program->initials[v.first_initial].bits, 2u);
}

TEST(JoinModules, LargestCommonVariableRemains) {
  const SourcePtr joined = join_modules({module("a.ptx", ".common .global .align 4 .b8 c[4];\n"),
                                         module("b.ptx", ".common .global .align 4 .b8 c[16];\n"),
                                         module("c.ptx", ".extern .global .align 4 .b8 c[4];\n")});
  const ProgramPtr program = load_module(joined);
  EXPECT_EQ(program->variables[program->variable_index.at("c")].size, 16u);
}

TEST(JoinModules, TwoOrdinaryDefinitionsAreRefused) {
  try {
    join_modules({module("a.ptx", defined_twice("f")), module("b.ptx", defined_twice("f"))});
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("'f' is defined in a.ptx and in b.ptx"));
  }
}

TEST(JoinModules, TextThatIsNoPtxIsReported) {
  EXPECT_THROW(join_modules({module("a.ptx", "\"open"), module("b.ptx", "")}), InputError);
}

}  // namespace
}  // namespace heddle
