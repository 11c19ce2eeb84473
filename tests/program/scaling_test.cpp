// Large functions. Everything here took minutes, or more memory than there is, when some analysis
// was quadratic in what the shape has most of.
#include <gtest/gtest.h>

#include "effort.hpp"
#include "program/analysis/unit_pool.hpp"
#include "program/inspect/inspect.hpp"
#include "shapes.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

using test::shaped_ptx;
namespace shapes = test::shapes;

const uint32_t kLarge = quick_effort() ? 5'000 : 100'000;  // instructions

class LargeShapes : public ::testing::TestWithParam<test::Shape> {
 protected:
  ProgramPtr module_ =
      load_module(std::make_shared<const Source>("large.ptx", shaped_ptx(GetParam(), kLarge)));
  FunctionAnalysisPtr a_ = analysis_of(module_);
};

TEST_P(LargeShapes, HaveControlFlow) {
  for (uint32_t b = 0; b < a_->cfg.size(); b++) {
    if (a_->function.exits_at(a_->cfg[b].first.value())) continue;  // branches to it are exits
    ASSERT_TRUE(a_->cfg.reachable(b));
    ASSERT_TRUE(b == 0 || a_->dominators.dominates(a_->dominators.parent(b), b));
  }
  for (const Loop& l : a_->loops().loops()) ASSERT_EQ(a_->loops().order()[l.begin], l.header);
  EXPECT_EQ(a_->loops().reducible(), std::string_view(GetParam().name) != "tangle");
}

TEST_P(LargeShapes, HaveRegisters) {
  EXPECT_TRUE(a_->liveness().exact());
  EXPECT_GE(a_->registers().units_used, a_->liveness().max_units());
  EXPECT_LE(a_->registers().units_used, 2 * a_->liveness().max_units());
}

TEST_P(LargeShapes, HaveUniformity) {
  EXPECT_FALSE(a_->uniformity().uniform_register(Reg{0}));
  uint32_t branches = 0;
  for (uint32_t pc = 0; pc < a_->function.code.size(); pc++)
    branches += !a_->uniformity().uniform_branch(Pc{pc});
  EXPECT_LE(branches, a_->cfg.size());
}

TEST_P(LargeShapes, CanBeDrawn) {
  const std::string dot = inspect_dot(*module_);
  size_t boxes = 0;
  for (size_t at = 0; (at = dot.find("[label=\"block ", at)) != dot.npos; at++) boxes++;
  EXPECT_EQ(boxes, a_->cfg.size());
}

TEST_P(LargeShapes, HaveRightRegistersWhenSmall) {
  const auto module =
      load_module(std::make_shared<const Source>("small.ptx", shaped_ptx(GetParam(), 2000)));
  const auto a = analysis_of(module);
  for (const RegisterAllocation& registers :
       {a->registers(), allocate_by_intervals(a->function, a->cfg, a->liveness())}) {
    const auto error = find_allocation_error(a->function, a->cfg, a->liveness(), registers);
    EXPECT_FALSE(error.has_value()) << *error;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LargeShapes, ::testing::ValuesIn(test::kShapes),
                         [](const auto& shape) {
                           std::string name = shape.param.name;
                           std::erase(name, '-');
                           return name;
                         });

/// Liveness that was given up is safe for everything that reads it.
TEST(Limits, WithoutExactLivenessEverythingCountsAsLive) {
  Random random(7);
  for (int k = 0; k < 50; k++) {
    const Builder b = random_function(random, {.blocks = 8, .registers = 12, .backward = 30});
    const FunctionAnalysis a(b.module(), b.function());
    const Liveness rough(b.function(), a.cfg, {}, 0);
    ASSERT_EQ(rough.exact(), rough.crossing_registers().empty());
    ASSERT_GE(rough.max_units(), a.liveness().max_units());
    const RegisterAllocation registers = allocate(b.function(), a.cfg, rough);
    const auto error = find_allocation_error(b.function(), a.cfg, a.liveness(), registers);
    ASSERT_FALSE(error.has_value()) << *error;
    const Uniformity uniformity(b.module(), b.function(), a.cfg, a.loops(), a.meeting, rough);
    for (uint32_t pc = 0; pc < b.function().code.size() && !rough.exact(); pc++)
      ASSERT_FALSE(uniformity.uniform_value(Pc{pc}));
  }
}

TEST(Limits, UniformityThatTakesTooLongIsGivenUp) {
  const auto module = load_module(
      std::make_shared<const Source>("nested.ptx", shaped_ptx({"", shapes::nested}, 4000)));
  const auto a = analysis_of(module);
  const auto differing = [&](uint64_t limit) {
    const Uniformity u(a->module, a->function, a->cfg, a->loops(), a->meeting, a->liveness(),
                       {.visit_limit = limit});
    uint32_t count = 0;
    for (uint32_t pc = 0; pc < a->function.code.size(); pc++) count += !u.uniform_value(Pc{pc});
    return count;
  };
  EXPECT_EQ(differing(100), a->function.code.size());
  EXPECT_LT(differing(100'000'000), a->function.code.size());
}

TEST(UnitPool, TakesTheLowestFreeAlignedPlace) {
  Random random(3);
  UnitPool pool;
  std::vector<uint8_t> busy(4096, 0);
  std::vector<std::pair<uint32_t, uint32_t>> taken;
  for (int k = 0; k < 20'000; k++) {
    if (!taken.empty() && (taken.size() > 600 || random.chance(45))) {
      const size_t which = random.below(static_cast<uint32_t>(taken.size()));
      const auto [unit, width] = taken[which];
      pool.give_back(unit, width);
      std::fill_n(busy.begin() + unit, width, uint8_t{0});
      taken[which] = taken.back();
      taken.pop_back();
      continue;
    }
    const uint32_t width = 1u << random.below(3);
    uint32_t lowest = 0;
    while (std::any_of(busy.begin() + lowest, busy.begin() + lowest + width,
                       [](uint8_t b) { return b != 0; }))
      lowest += width;
    const uint32_t unit = pool.take(width);
    ASSERT_EQ(unit, lowest);
    std::fill_n(busy.begin() + unit, width, uint8_t{1});
    taken.push_back({unit, width});
  }
}

}  // namespace
}  // namespace heddle::testing
