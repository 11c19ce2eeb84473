// The analyses that a module keeps: each is computed once, by whichever thread asks first.
#include "program/analysis/module_analysis.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "shapes.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

class KeptAnalyses : public ::testing::Test {
 protected:
  ProgramPtr module_ = load_module(
      std::make_shared<const Source>("t.ptx", test::shaped_ptx({"", test::shapes::loops}, 300)));
};

TEST_F(KeptAnalyses, AreTheSameForEveryThread) {
  constexpr size_t kThreads = 8;
  std::vector<const FunctionAnalysis*> analyses(kThreads);
  std::vector<const RegisterAllocation*> registers(kThreads);
  std::vector<const Scalarization*> scalars(kThreads);
  {
    std::atomic<size_t> ready = 0;
    std::vector<std::jthread> threads;
    for (size_t t = 0; t < kThreads; t++)
      threads.emplace_back([&, t] {
        for (ready++; ready < kThreads;) std::this_thread::yield();
        analyses[t] = module_->analysis().function(0);
        registers[t] = &analyses[t]->registers();
        scalars[t] = &module_->analysis().scalarization(0, {.rule = ScalarRule::Divergent});
      });
  }
  EXPECT_EQ(std::set(analyses.begin(), analyses.end()).size(), 1u);
  EXPECT_EQ(std::set(registers.begin(), registers.end()).size(), 1u);
  EXPECT_EQ(std::set(scalars.begin(), scalars.end()).size(), 1u);
  EXPECT_EQ(module_->analysis().functions_analysed(), 1u);
  EXPECT_EQ(module_->analysis().functions_scalarized(), 1u);
}

TEST_F(KeptAnalyses, AreComputedAgainAfterAnInterrupt) {
  std::atomic<bool> asked = true;
  EXPECT_THROW(module_->analysis().function(0, &asked), InterruptedError);
  EXPECT_EQ(module_->analysis().functions_analysed(), 0u);
  const FunctionAnalysis* analysis = module_->analysis().function(0);
  EXPECT_THROW(analysis->registers(&asked), InterruptedError);
  EXPECT_THROW(module_->analysis().scalarization(0, {}, &asked), InterruptedError);
  // A caller that is not interrupted gets them; the flag of the first caller is forgotten.
  EXPECT_GT(analysis->registers().units_used, 0u);
  EXPECT_EQ(module_->analysis().scalarization(0, {}).instructions(),
            Scalarization(*analysis, {}).instructions());
  EXPECT_EQ(module_->analysis().functions_analysed(), 1u);
}

TEST_F(KeptAnalyses, AreNullWithoutCode) {
  const ProgramPtr declared = load_module(std::make_shared<const Source>(
      "t.ptx", ".version 7.0\n.target sm_80\n.address_size 64\n.extern .func never();\n"));
  EXPECT_EQ(declared->analysis().function(declared->function_index.at("never")), nullptr);
  EXPECT_EQ(declared->analysis().functions_analysed(), 0u);
}

}  // namespace
}  // namespace heddle::testing
