#include "program/analysis/call_paths.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace heddle::testing {
namespace {

/// Sizes by the functions' names, and a module of functions that call each other.
class Calls {
 public:
  void add(std::string name, uint32_t size, std::vector<std::string> callees, bool taken = false) {
    bool indirect = false;
    std::string body;
    for (const std::string& callee : callees)
      if (callee == "?")
        indirect = true;
      else
        body += "call " + callee + ";\n";
    if (indirect)
      body += ".reg .b64 %f;\nP: .callprototype _ ();\nmov.u64 %f, 0;\ncall %f, (), P;\n";
    const bool entry = declared_.empty();
    declared_ += entry ? "" : ".func " + name + "();\n";
    if (taken) table_ += (table_.empty() ? "" : ", ") + name;
    bodies_ += (entry ? ".entry " : ".func ") + name + "()\n{\n" + body + "ret;\n}\n";
    if (entry) declared_ += "\n";
    sizes_[name] = size;
  }
  CallPaths place() {
    std::string text = declared_;
    if (!table_.empty()) text += ".global .u64 table[] = {" + table_ + "};\n";
    module_ = module_of(text + bodies_);
    return place_on_call_paths(*module_, index("k"), [&](uint32_t f) {
      return sizes_.at(std::string(module_->functions[f].name));
    });
  }
  uint32_t index(const std::string& name) const { return module_->function_index.at(name); }

 private:
  std::string declared_, bodies_, table_;
  std::map<std::string, uint32_t> sizes_;
  ProgramPtr module_;
};

TEST(CallPaths, FunctionsThatAreNeverActiveTogetherShareRegisters) {
  Calls calls;
  calls.add("k", 6, {"a", "b"});
  calls.add("a", 8, {});
  calls.add("b", 8, {});
  calls.add("unused", 100, {});
  const CallPaths paths = calls.place();
  EXPECT_EQ(paths.total, 14u);
  EXPECT_EQ(paths.first[calls.index("k")], 0u);
  EXPECT_EQ(paths.first[calls.index("a")], 6u);
  EXPECT_EQ(paths.first[calls.index("b")], 6u);
  EXPECT_EQ(paths.first[calls.index("unused")], CallPaths::kNotCalled);
}

TEST(CallPaths, AFunctionIsPlacedAfterAllItsCallers) {
  Calls calls;
  calls.add("k", 1, {"a", "c"});
  calls.add("a", 10, {"b"});
  calls.add("b", 100, {"c"});
  calls.add("c", 1000, {});
  const CallPaths paths = calls.place();
  EXPECT_EQ(paths.first[calls.index("c")], 111u);
  EXPECT_EQ(paths.total, 1111u);
}

TEST(CallPaths, RecursionCountsOnce) {
  Calls calls;
  calls.add("k", 1, {"a"});
  calls.add("a", 10, {"a", "b"});
  calls.add("b", 100, {"a", "c"});
  calls.add("c", 1000, {});
  const CallPaths paths = calls.place();
  EXPECT_EQ(paths.total, 1111u);
  EXPECT_EQ(paths.first[calls.index("c")], 111u);
  EXPECT_NE(paths.first[calls.index("a")], paths.first[calls.index("b")]);
}

TEST(CallPaths, IndirectCallsTakeTheLargestFunctionWhoseAddressIsTaken) {
  Calls calls;
  calls.add("k", 1, {"?"});
  calls.add("small", 10, {}, true);
  calls.add("deep", 5, {"helper"}, true);
  calls.add("helper", 7, {});
  calls.add("not_taken", 1000, {});
  EXPECT_EQ(calls.place().total, 13u);
}

TEST(CallPaths, AKernelWithoutCallsNeedsItsOwnRegisters) {
  const auto module = kernel_of("mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, %r1;\nst.u32 [%d1], %r2;");
  const auto a = analysis_of(module);
  EXPECT_EQ(registers_per_thread(*module, 0), a->registers().units_used);
}

}  // namespace
}  // namespace heddle::testing
