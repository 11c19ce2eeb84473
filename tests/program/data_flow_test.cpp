// Liveness, register allocation and uniformity on random functions, each against a literal reading
// of what it promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support.hpp"

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

/// A warp of four threads on a reconvergence stack. Every operation is some function of its
/// operands, so equal operands give equal results and nothing else is assumed.
class Warp {
 public:
  static constexpr uint32_t kThreads = 4;

  Warp(const FunctionAnalysis& a, uint32_t seed) : a_(a), seed_(seed) {
    for (auto& thread : values_) thread.assign(a.function.registers.size(), 0);
  }

  /// Runs until the end or for so many instructions; checks every claim on the way.
  void run(uint32_t limit) {
    stack_.push_back({Pc{0}, kNoPc, (1u << kThreads) - 1});
    for (uint32_t n = 0; n < limit && !stack_.empty(); n++) {
      Entry& top = stack_.back();
      if (top.pc == top.reconvergence || top.threads == 0 ||
          top.pc.value() >= a_.function.code.size()) {
        stack_.pop_back();
        continue;
      }
      issue(top.pc, top.threads);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  uint32_t checked() const { return checked_; }

 private:
  struct Entry {
    Pc pc, reconvergence;
    uint32_t threads;
  };

  static uint32_t mix(uint32_t h, uint32_t v) {
    h = (h ^ v) * 0x9e3779b1u;
    return h ^ h >> 15;
  }

  uint32_t value_of(const Operand& o, uint32_t t) const {
    switch (o.kind) {
      case Operand::Kind::Register: return values_[t][o.index];
      case Operand::Kind::Immediate: return static_cast<uint32_t>(o.value);
      case Operand::Kind::Special:
        return o.index == static_cast<uint32_t>(Special::TidX) ? mix(seed_, t) : seed_;
      default: return 0;
    }
  }

  void issue(Pc pc, uint32_t threads) {
    const Instruction& i = a_.function.at(pc);
    std::map<uint32_t, uint32_t> ways;  // next place to threads
    std::set<std::vector<uint32_t>> results;
    for (uint32_t t = 0; t < kThreads; t++) {
      if ((threads >> t & 1) == 0) continue;
      const bool enabled = !i.guarded() || (values_[t][i.guard.value()] & 1) != 0;
      uint32_t next = pc.value() + 1;
      if (enabled) next = execute(i, t, pc);
      ways[next] |= 1u << t;
      if (!enabled) continue;
      std::vector<uint32_t> result;
      for_each_def(a_.function, i, [&](Reg r) { result.push_back(values_[t][r.value()]); });
      results.insert(result);
    }
    if (i.destination_count > 0 && a_.uniformity.uniform_value(pc)) {
      ASSERT_LE(results.size(), 1u) << "instruction " << pc.value();
      checked_++;
    }
    if (a_.uniformity.uniform_branch(pc)) {
      ASSERT_EQ(ways.size(), 1u) << "branch " << pc.value();
    }
    advance(pc, ways);
  }

  uint32_t execute(const Instruction& i, uint32_t t, Pc pc) {
    uint32_t h = static_cast<uint32_t>(i.op);
    for (const Operand& o : a_.function.sources(i)) h = mix(h, value_of(o, t));
    if (i.op == Opcode::Ld) h = mix(h, t);  // memory is whatever it is
    switch (i.flow) {
      case Flow::Branch: return a_.function.sources(i)[0].target().value();
      case Flow::Indexed: {
        const auto& targets = a_.function.tables[a_.function.sources(i)[1].index].targets;
        return targets[value_of(a_.function.sources(i)[0], t) % targets.size()].value();
      }
      case Flow::Exit: return kNoPc.value();
      default: break;
    }
    uint32_t k = 0;
    for_each_def(a_.function, i, [&](Reg r) { values_[t][r.value()] = mix(h, k++) >> 3; });
    return pc.value() + 1;
  }

  void advance(Pc pc, const std::map<uint32_t, uint32_t>& ways) {
    const auto leave = [&](uint32_t threads) {
      for (Entry& e : stack_) e.threads &= ~threads;
    };
    Entry& top = stack_.back();
    if (ways.size() == 1) {
      if (ways.begin()->first == kNoPc.value()) return leave(ways.begin()->second);
      top.pc = Pc{ways.begin()->first};
      return;
    }
    const Pc reconvergence = a_.reconvergence.point(pc);
    top.pc = reconvergence;
    if (reconvergence == kNoPc) stack_.pop_back();
    for (const auto& [next, threads] : ways) {
      if (next == kNoPc.value())
        leave(threads);
      else if (Pc{next} != reconvergence)
        stack_.push_back({Pc{next}, reconvergence, threads});
    }
  }

  const FunctionAnalysis& a_;
  uint32_t seed_;
  std::array<std::vector<uint32_t>, kThreads> values_;
  std::vector<Entry> stack_;
  uint32_t checked_ = 0;
};

TEST_P(RandomFunctions, UniformValuesAreEqualInEveryRun) {
  Random random(GetParam() + 300);
  uint32_t checked = 0;
  for (int k = 0; k < 150; k++) {
    const Builder b = random_function(random, {.blocks = 2 + random.below(12),
                                               .registers = 4 + random.below(12),
                                               .backward = 10 + random.below(40)});
    const auto a = analyse(b.module(), b.function());
    for (uint32_t seed = 1; seed <= 6; seed++) {
      Warp warp(*a, seed * 77777);
      warp.run(600);
      ASSERT_FALSE(HasFatalFailure()) << "function " << k << " seed " << seed;
      checked += warp.checked();
    }
  }
  EXPECT_GT(checked, 1000u);
}

/// The whole analysis of a function of the size that unrolled kernels reach.
TEST(LargeFunction, IsAnalysedInSeconds) {
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
  const auto error = find_allocation_error(a->function, a->cfg, a->liveness, a->registers);
  EXPECT_FALSE(error.has_value()) << *error;
  EXPECT_LT(a->registers.units_used, 2 * a->liveness.max_units());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFunctions, ::testing::Range(1u, 11u));

}  // namespace
}  // namespace heddle::testing
