// Every long phase ends when it is asked to.
#include "base/interrupt.hpp"

#include <gtest/gtest.h>

#include "program/analysis/call_paths.hpp"
#include "program/analysis/scalarize.hpp"
#include "program/inspect/inspect.hpp"
#include "ptx/parser.hpp"
#include "shapes.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

using test::shaped_ptx;
namespace shapes = test::shapes;

class Interrupted : public ::testing::Test {
 protected:
  SourcePtr source_ = std::make_shared<const Source>("t.ptx", shaped_ptx({"", shapes::loops}, 300));
  ProgramPtr module_ = load_module(source_);
  std::atomic<bool> asked_ = false;
};

TEST_F(Interrupted, ParsingAndLoweringEnd) {
  asked_ = true;
  Diagnostics diagnostics(source_);
  EXPECT_THROW(ptx::parse(source_, diagnostics, &asked_), InterruptedError);
  const ptx::Module tree = ptx::parse(source_, diagnostics);
  EXPECT_THROW(lower(tree, diagnostics, &asked_), InterruptedError);
  EXPECT_THROW(load_module(source_, &asked_), InterruptedError);
}

TEST_F(Interrupted, EachAnalysisEnds) {
  const FunctionAnalysis a(*module_, module_->functions[0], &asked_);
  asked_ = true;
  EXPECT_THROW(analyse(*module_, module_->functions[0], &asked_), InterruptedError);
  EXPECT_THROW(a.loops(&asked_), InterruptedError);
  EXPECT_THROW(a.frontiers(&asked_), InterruptedError);
  EXPECT_THROW(a.liveness(&asked_), InterruptedError);
  EXPECT_THROW(registers_per_thread(*module_, 0, &asked_), InterruptedError);
  EXPECT_THROW(inspect_text(*module_, {}, &asked_), InterruptedError);
  EXPECT_THROW(inspect_json(*module_, {}, &asked_), InterruptedError);
  EXPECT_THROW(inspect_dot(*module_, {}, &asked_), InterruptedError);
  asked_ = false;  // parts that were not finished are computed when they are needed again
  EXPECT_GT(a.loops().loops().size(), 50u);
  EXPECT_TRUE(a.liveness().exact());
  asked_ = true;
  EXPECT_THROW(a.registers(&asked_), InterruptedError);
  EXPECT_THROW(a.uniformity(&asked_), InterruptedError);
  EXPECT_THROW(Scalarization(a, {.rule = ScalarRule::Divergent}, &asked_), InterruptedError);
}

}  // namespace
}  // namespace heddle::testing
