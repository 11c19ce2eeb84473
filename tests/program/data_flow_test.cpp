// Liveness, register allocation and uniformity on random functions, each against a literal reading
// of what it promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "effort.hpp"
#include "support.hpp"
#include "warp.hpp"

namespace heddle::testing {
namespace {

bool reads(const Function& f, const Instruction& i, Reg r) {
  bool found = false;
  for_each_use(f, i, [&](Reg u) { found |= u == r; });
  return found;
}

bool surely_writes(const Function& f, const Instruction& i, Reg r) {
  bool found = false;
  for_each_def(f, i, [&](Reg d) { found |= d == r && !i.guarded(); });
  return found;
}

/// Is there a path from before `pc` to a read of `r` on which no instruction surely writes it?
/// Walks instructions, not blocks.
bool live_by_definition(const Function& f, const Cfg& cfg, Pc pc, Reg r) {
  std::set<uint32_t> seen;
  std::vector<uint32_t> work{pc.value()};
  while (!work.empty()) {
    const uint32_t at = work.back();
    work.pop_back();
    if (!seen.insert(at).second) continue;
    const Instruction& i = f.code[at];
    if (reads(f, i, r)) return true;
    if (surely_writes(f, i, r)) continue;
    const BasicBlock& block = cfg[cfg.block_of(Pc{at})];
    if (at != block.last.value())
      work.push_back(at + 1);
    else
      for (uint32_t s : block.successors)
        if (s != cfg.exit()) work.push_back(cfg[s].first.value());
  }
  return false;
}

class RandomFunctions : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomFunctions, LivenessAgreesWithItsDefinition) {
  Random random(GetParam());
  for (int k = 0; k < 25; k++) {
    const Builder b = random_function(random, {.blocks = 1 + random.below(12)});
    const Function& f = b.function();
    const Cfg cfg(b.module(), f);
    const Liveness liveness(f, cfg);
    uint32_t most = 0;
    for (uint32_t pc = 0; pc < f.code.size(); pc++) {
      std::vector<Reg> expected;
      uint32_t units = 0;
      for (uint32_t r = 0; r < f.registers.size(); r++)
        if (live_by_definition(f, cfg, Pc{pc}, Reg{r})) {
          expected.push_back(Reg{r});
          units += units_of(f.registers[r].cls());
        }
      ASSERT_EQ(liveness.live_at(Pc{pc}), expected);
      if (cfg.starts_block(Pc{pc})) {
        ASSERT_EQ(liveness.live_in(cfg.block_of(Pc{pc})), expected);
      }
      if (cfg.reachable(cfg.block_of(Pc{pc}))) most = std::max(most, units);
    }
    ASSERT_GE(liveness.max_units(), most);
  }
}

TEST_P(RandomFunctions, NoTwoLiveRegistersShareAUnit) {
  Random random(GetParam() + 100);
  for (int k = 0; k < 40; k++) {
    const Builder b = random_function(
        random, {.blocks = 1 + random.below(20), .registers = 1 + random.below(40)});
    const Function& f = b.function();
    const Cfg cfg(b.module(), f);
    const Liveness liveness(f, cfg);
    for (const RegisterAllocation& a :
         {allocate_by_colouring(f, cfg, liveness), allocate_by_intervals(f, cfg, liveness)}) {
      const auto error = find_allocation_error(f, cfg, liveness, a);
      ASSERT_FALSE(error.has_value()) << *error;
      ASSERT_GE(a.units_used, liveness.max_units());
      ASSERT_GE(a.predicates_used, liveness.max_predicates());
    }
  }
}

/// The checker must be able to fail: move one register at a time onto another's place.
TEST_P(RandomFunctions, CheckerFindsAClash) {
  Random random(GetParam() + 200);
  int found = 0;
  for (int k = 0; k < 10; k++) {
    const Builder b = random_function(random, {.blocks = 8, .registers = 8, .wide = false});
    const Function& f = b.function();
    const Cfg cfg(b.module(), f);
    const Liveness liveness(f, cfg);
    const RegisterAllocation good = allocate(f, cfg, liveness);
    for (uint32_t pc = 0; pc < f.code.size(); pc++) {
      if (!cfg.reachable(cfg.block_of(Pc{pc}))) continue;
      const auto live = liveness.live_at(Pc{pc});
      for (size_t i = 1; i < live.size(); i++) {
        if (f.registers[live[i].value()].cls() != f.registers[live[i - 1].value()].cls()) continue;
        RegisterAllocation bad = good;
        bad.unit[live[i].value()] = bad.unit[live[i - 1].value()];
        ASSERT_TRUE(find_allocation_error(f, cfg, liveness, bad).has_value());
        found++;
      }
    }
  }
  EXPECT_GT(found, 10);
}

/// Checks every claim of uniformity on the way.
class UniformWarp : public Warp {
 public:
  using Warp::Warp;
  uint32_t checked() const { return checked_; }

 private:
  void issued(Pc pc, uint32_t, uint32_t executed, const Ways& ways) override {
    const Instruction& i = a_.function.at(pc);
    std::set<std::vector<uint32_t>> results;
    for_each_thread(executed, [&](uint32_t t) {
      std::vector<uint32_t> result;
      for_each_def(a_.function, i, [&](Reg r) { result.push_back(value(t, r)); });
      results.insert(result);
    });
    if (i.destination_count > 0 && a_.uniformity().uniform_value(pc)) {
      ASSERT_LE(results.size(), 1u) << "instruction " << pc.value();
      checked_++;
    }
    if (a_.uniformity().uniform_branch(pc)) {
      ASSERT_EQ(ways.size(), 1u) << "branch " << pc.value();
    }
  }

  uint32_t checked_ = 0;
};

TEST_P(RandomFunctions, UniformValuesAreEqualInEveryRun) {
  if (quick_effort() && GetParam() != 1 && GetParam() != 10) GTEST_SKIP() << kTooLarge;
  Random random(GetParam() + 300);
  uint32_t checked = 0;
  for (int k = 0; k < 150; k++) {
    const Builder b = random_function(random, {.blocks = 2 + random.below(12),
                                               .registers = 4 + random.below(12),
                                               .backward = 10 + random.below(40)});
    const auto a = analyse(b.module(), b.function());
    for (uint32_t seed = 1; seed <= 6; seed++) {
      UniformWarp warp(*a, seed * 77777);
      warp.run(600);
      ASSERT_FALSE(HasFatalFailure()) << "function " << k << " seed " << seed;
      checked += warp.checked();
    }
  }
  EXPECT_GT(checked, 1000u);
}

/// The whole analysis of a function of the size that unrolled kernels reach.
TEST(LargeFunction, IsAnalysedInSeconds) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  Random random(1);
  Builder b;
  std::vector<Reg> values, predicates;
  for (int r = 0; r < 20'000; r++) values.push_back(b.reg(r % 5 == 0 ? Type::B64 : Type::U32));
  for (int r = 0; r < 16; r++) predicates.push_back(b.reg(Type::Pred));
  // Registers live in a window that moves along the code and are written before they are read, as
  // compiled code has them: every hundred instructions begin with new ones, and no branch jumps
  // over that place.
  std::vector<Pc> branches;
  for (uint32_t r = 0; r < 100; r++)
    b.emit(Opcode::Mov, {values[r]}, {Builder::special(Special::TidX)});
  for (const Reg p : predicates) b.emit(Opcode::Setp, {p}, {Builder::immediate(1)});
  const uint32_t start = b.size();
  for (uint32_t n = 0; n < 200'000; n++) {
    const uint32_t window = n / 100 * 10;
    const auto near = [&] { return values[std::min(window + random.below(100), 19'999u)]; };
    const Reg p = predicates[random.below(16)];
    if (n % 100 < 10)
      b.emit(Opcode::Mov, {values[std::min(window + 90 + n % 100, 19'999u)]},
             {Builder::special(Special::CtaidX)});
    else if (n % 10 == 8)
      b.emit(Opcode::Setp, {p}, {Builder::use(near()), Builder::special(Special::TidX)});
    else if (n % 10 == 9)
      branches.push_back(b.jump(Flow::Branch, 0, p));
    else
      b.emit(Opcode::Add, {near()}, {Builder::use(near()), Builder::use(near())});
  }
  b.jump(Flow::Exit);
  for (Pc pc : branches) {
    const uint32_t segment = start + (pc.value() - start) / 100 * 100;
    const uint32_t on = std::min(pc.value() + 1 + 10 * random.below(8), segment + 100);
    b.set_target(pc, random.chance(10) ? segment : on);
  }
  const auto a = analyse(b.module(), b.function());
  const auto error = find_allocation_error(a->function, a->cfg, a->liveness(), a->registers());
  EXPECT_FALSE(error.has_value()) << *error;
  EXPECT_LT(a->registers().units_used, 2 * a->liveness().max_units());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFunctions, ::testing::Range(1u, 11u));

}  // namespace
}  // namespace heddle::testing
