// Every form of instruction that compilers were seen to emit (forms/forms.txt) is accepted and
// runs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "exec/kernel.hpp"
#include "program/instruction_text.hpp"

namespace heddle::test {
namespace {

std::string read_form_file(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::filesystem::path(HEDDLE_TESTS) / "exec/forms" / name).rdbuf();
  return text.str();
}

std::set<std::string> listed_forms() {
  std::istringstream lines(read_form_file("forms.txt"));
  std::set<std::string> forms;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('#')) forms.insert(line);
  return forms;
}

/// Opcode and modifiers of every instruction.
std::set<std::string> forms_of(const Program& module) {
  std::set<std::string> forms;
  for (const Function& function : module.functions)
    for (const Instruction& i : function.code) {
      std::istringstream words(instruction_text(module, function, i));
      std::string word;
      words >> word;
      if (word.starts_with('@')) words >> word;
      forms.insert(word);
    }
  return forms;
}

TEST(Forms, OfCompilersRun) {
  const std::string text = read_form_file("forms.ptx");
  const ProgramPtr module = load_module(std::make_shared<Source>("forms.ptx", text));
  const std::set<std::string> listed = listed_forms(), tested = forms_of(*module);
  EXPECT_GT(listed.size(), 300u);
  for (const std::string& form : listed) EXPECT_TRUE(tested.contains(form)) << form;
  for (const Unsupported& u : find_unsupported(*module)) ADD_FAILURE() << u.message;
  EXPECT_EQ(KernelRun(text).failure(48), "");
}

}  // namespace
}  // namespace heddle::test
