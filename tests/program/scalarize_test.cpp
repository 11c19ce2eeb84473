// Scalarization: the paper's rules in small kernels, and, on random functions, that no thread ever
// finds another's value in a scalar register.
#include "program/analysis/scalarize.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "effort.hpp"
#include "support.hpp"
#include "warp.hpp"

namespace heddle::testing {
namespace {

using ::testing::HasSubstr;

/// Letters for the instructions after the given labels: s or v by the divergent rule, then by the
/// convergent one.
std::string kinds(const ProgramPtr& module, std::initializer_list<const char*> labels) {
  const auto a = analysis_of(module);
  const Scalarization divergent(*a, {.rule = ScalarRule::Divergent});
  const Scalarization convergent(*a, {.rule = ScalarRule::Convergent});
  std::string out;
  for (const char* label : labels) {
    const Pc pc = pc_at(*a, label);
    out += fmt::format("{}{}:{}{}", out.empty() ? "" : " ", label, divergent.scalar(pc) ? 's' : 'v',
                       convergent.scalar(pc) ? 's' : 'v');
  }
  return out;
}

TEST(Scalarize, WhatDiffersByNature) {
  const auto m = kernel_of(R"(
TID:    mov.u32 %r1, %tid.x;
LANE:   mov.u32 %r2, %laneid;
CLOCK:  mov.u32 %r4, %clock;
CTA:    mov.u32 %r5, %ctaid.x;
PARAM:  ld.param.u64 %d1, [a];
LOAD:   ld.global.u32 %r9, [%d1];
GENERIC: ld.u32 %r10, [%d1];
ATOM:   atom.global.add.u32 %r11, [%d1], 1;
RED:    red.global.add.u32 [%d1], 1;
SHFL:   shfl.sync.idx.b32 %r12, %r5, 0, 31, -1;
VOTE:   vote.sync.ballot.b32 %r13, %p1, -1;
BAR:    bar.sync 0;
SUM:    add.u32 %r14, %r5, %r9;
WIDE:   ld.global.v2.u32 {%r16, %r17}, [%d1];
MIXED:  add.u32 %r15, %r5, %r1;
STORE:  st.global.u32 [%d1], %r14;
OWN:    st.local.u32 [%d1], %r14;
CARRY:  add.cc.u32 %r18, %r5, %r9;
CARRIED: addc.u32 %r19, %r5, %r9;
END:    ret;)");
  EXPECT_EQ(
      kinds(m, {"TID", "LANE", "CLOCK", "GENERIC", "ATOM", "RED", "SHFL", "VOTE", "MIXED", "OWN"}),
      "TID:vv LANE:vv CLOCK:vv GENERIC:vv ATOM:vv RED:vv SHFL:vv VOTE:vv MIXED:vv OWN:vv");
  EXPECT_EQ(
      kinds(m, {"CTA", "PARAM", "LOAD", "BAR", "SUM", "WIDE", "STORE", "CARRY", "CARRIED", "END"}),
      "CTA:ss PARAM:ss LOAD:ss BAR:ss SUM:ss WIDE:ss STORE:ss CARRY:ss CARRIED:ss END:ss");
}

/// A register is one or the other everywhere: what also writes a vector register is no scalar
/// instruction, and what it writes besides is vector too.
TEST(Scalarize, RegistersAreOneOrTheOther) {
  const auto m = kernel_of(R"(
     ld.param.u64 %d1, [a];
A:   mov.u32 %r1, 4;
B:   add.u32 %r2, %r1, 1;
     mov.u32 %r1, %tid.x;
     mov.u32 %r3, %r1;
C:   ld.global.v2.u32 {%r3, %r4}, [%d1];
D:   add.u32 %r5, %r4, 1;
     ret;)");
  EXPECT_EQ(kinds(m, {"A", "B", "C", "D"}), "A:vv B:vv C:vv D:vv");
}

TEST(Scalarize, TheNewRuleAndTheOldOne) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
OUT: mov.u32 %r4, 9;
    setp.lt.u32 %p1, %r1, 4;
BR: @%p1 bra C;
INSIDE: mov.u32 %r2, 1;
USE: add.u32 %r3, %r2, %r4;
LIVE: mov.u32 %r6, 1;
JUMP: bra BEHIND;
C:  mov.u32 %r2, 2;
    add.u32 %r3, %r2, 1;
    mov.u32 %r6, 2;
BEHIND: add.u32 %r5, %r6, 1;
OLD: add.u32 %r7, %r4, 1;
    ret;)");
  EXPECT_EQ(kinds(m, {"OUT", "BR", "INSIDE", "USE", "LIVE", "JUMP", "C", "BEHIND", "OLD"}),
            "OUT:ss BR:vv INSIDE:sv USE:sv LIVE:vv JUMP:sv C:sv BEHIND:vv OLD:ss");
}

TEST(Scalarize, UniformBranchesKeepEverything) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %ctaid.x;
    setp.lt.u32 %p1, %r1, 4;
BR: @%p1 bra C;
B:  mov.u32 %r2, 1;
    bra D;
C:  mov.u32 %r2, 2;
D:  add.u32 %r5, %r2, 1;
G:  @%p1 add.u32 %r5, %r2, 1;
    ret;)");
  EXPECT_EQ(kinds(m, {"BR", "B", "C", "D", "G"}), "BR:ss B:ss C:ss D:ss G:ss");
}

/// A guard that differs is divergent control flow of one instruction.
TEST(Scalarize, GuardedWritesArePartial) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 4;
A:  mov.u32 %r2, 1;
G:  @%p1 mov.u32 %r2, 2;
    ret;)");
  EXPECT_EQ(kinds(m, {"A", "G"}), "A:vv G:vv");
}

TEST(Scalarize, LoopsLeftAtDifferentTimes) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
    mov.u32 %r4, 0;
IN: add.u32 %r4, %r4, 1;
OUT: add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r4, %r1;
BR: @%p1 bra IN;
U:  add.u32 %r3, %r2, 1;
    ret;)");
  // The counter that is dead outside stays scalar: those inside have gone round equally often.
  EXPECT_EQ(kinds(m, {"IN", "OUT", "BR", "U"}), "IN:sv OUT:vv BR:vv U:vv");
}

/// Dead at the reconvergence point, but the side that runs first would overwrite what the other
/// reads: more than the paper's text asks for.
TEST(Scalarize, OneSideMustNotOverwriteWhatAnotherReads) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
A:  mov.u32 %r2, 9;
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra C;
B:  mov.u32 %r2, 1;
    add.u32 %r3, %r2, %r1;
    bra D;
C:  add.u32 %r3, %r2, 5;
D:  ret;)");
  EXPECT_EQ(kinds(m, {"A", "B"}), "A:vv B:vv");
}

/// A round of the loop may run before the threads that the last one sent out.
TEST(Scalarize, SideExitsOfLoops) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 0;
L:  add.u32 %r2, %r2, 1;
    setp.eq.u32 %p1, %r2, %r1;
    @%p1 bra SIDE;
    setp.lt.u32 %p2, %r2, 10;
    @%p2 bra L;
    bra END;
SIDE: add.u32 %r3, %r2, 1;
END: ret;)");
  EXPECT_EQ(kinds(m, {"L", "SIDE"}), "L:vv SIDE:vv");
}

/// Threads that leave do not keep the others apart: the core reconverges among those that go on.
TEST(Scalarize, ExitsAreNoSides) {
  const auto m = kernel_of(R"(
    mov.u32 %r1, %tid.x;
    ld.param.u32 %r2, [n];
    setp.ge.u32 %p1, %r1, %r2;
    @%p1 exit;
A:  add.u32 %r3, %r2, 1;
    setp.lt.u32 %p2, %r1, 4;
    @%p2 bra C;
    mov.u32 %r4, 1;
    setp.lt.u32 %p3, %r1, 8;
    @%p3 exit;
    bra D;
C:  mov.u32 %r4, 2;
D:  add.u32 %r5, %r4, 1;
B:  add.u32 %r6, %r3, 1;
    ret;)");
  EXPECT_EQ(kinds(m, {"A", "D", "B"}), "A:ss D:vv B:ss");
}

TEST(Scalarize, FunctionsMayBeCalledBySome) {
  const auto m = module_of(R"(
.func (.reg .b32 %out) f(.reg .b32 %in)
{
  .reg .b32 %r<8>;
A: mov.u32 %r1, %ctaid.x;
B: add.u32 %r2, %r1, 1;
C: add.u32 %r3, %r2, %in;
   mov.u32 %out, %r3;
   ret;
})");
  EXPECT_EQ(kinds(m, {"A", "B", "C"}), "A:sv B:sv C:vv");
}

TEST(Scalarize, RecursiveFunctionsHaveNone) {
  const auto m = module_of(R"(
.func f()
{
  .reg .b32 %r<8>;
A: mov.u32 %r1, %ctaid.x;
   call f;
   ret;
})");
  EXPECT_EQ(kinds(m, {"A"}), "A:vv");
}

/// lucas2015 §4.3: %r4 is dead on one side of the branch and alive after it.
constexpr std::string_view kResurrected = R"(
    mov.u32 %r1, %tid.x;
    mov.u32 %r4, 9;
    setp.lt.u32 %p1, %r1, 2;
    @%p1 bra C;
    add.u32 %r3, %r4, 1;
    bra D;
C:  mov.u32 %r2, 2;
    add.u32 %r3, %r2, 1;
D:  mov.u32 %r5, %r1;
    ret;)";

TEST(Scalarize, ResurrectedRegistersKeepTheirPlace) {
  const auto m = kernel_of(kResurrected);
  const auto a = analysis_of(m);
  const auto place = [&](bool keep_apart, uint32_t r) {
    const Scalarization s(*a, {.keep_apart = keep_apart});
    EXPECT_TRUE(s.scalar(Reg{r}));
    return s.scalars().unit[r];
  };
  const auto number = [&](uint32_t n) {
    for (uint32_t r = 0; r < a->function.registers.size(); r++)
      if (a->function.registers[r].name == "%r" && a->function.registers[r].number == n) return r;
    return 0u;
  };
  EXPECT_EQ(place(false, number(4)), place(false, number(2)));
  EXPECT_NE(place(true, number(4)), place(true, number(2)));
}

/// A switch of many cases before which `before` scalars are written that the last two read; the
/// others write `within` scalars each.
std::string switch_of(uint32_t cases, uint32_t before, uint32_t within) {
  std::string s =
      fmt::format(".reg .b32 %b<{}>; .reg .b32 %w<{}>;\n", before, (cases - 2) * within);
  s += "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n";
  for (uint32_t i = 0; i < before; i++) s += fmt::format("add.u32 %b{}, %r2, {};\n", i, i);
  std::string targets;
  for (uint32_t c = 0; c < cases; c++) targets += fmt::format("{}C{}", c == 0 ? "" : ", ", c);
  s += fmt::format("T: .branchtargets {};\nbrx.idx %r1, T;\n", targets);
  for (uint32_t c = 0; c < cases; c++) {
    s += fmt::format("C{}:\n", c);
    for (uint32_t i = 0; c + 2 >= cases && i < before; i++)
      s += fmt::format("add.u32 %r3, %r3, %b{};\n", i);
    for (uint32_t i = 0; c + 2 < cases && i < within; i++)
      s += fmt::format("add.u32 %w{}, %r2, {};\n", c * within + i, i);
    for (uint32_t i = 1; c + 2 < cases && i < within; i++)
      s += fmt::format("add.u32 %w{0}, %w{0}, %w{1};\n", c * within, c * within + i);
    s += "bra E;\n";
  }
  return s + "E: ret;";
}

/// Whether a place of what is read in the last cases is used in another.
bool shares_a_place(const FunctionAnalysis& a, const Scalarization& s) {
  std::vector<uint8_t> kept(s.scalars().units_used), used(kept);
  for (uint32_t r = 0; r < a.function.registers.size(); r++) {
    if (!s.scalar(Reg{r})) continue;
    if (a.function.registers[r].name == "%b") kept[s.scalars().unit[r]] = 1;
    if (a.function.registers[r].name == "%w") used[s.scalars().unit[r]] = 1;
  }
  for (size_t u = 0; u < kept.size(); u++)
    if (kept[u] && used[u]) return true;
  return false;
}

TEST(Scalarize, ManySidesAreKeptApart) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  const auto m = kernel_of(switch_of(40, 60, 100));
  const auto a = analysis_of(m);
  EXPECT_FALSE(shares_a_place(*a, Scalarization(*a, {})));
  EXPECT_TRUE(shares_a_place(*a, Scalarization(*a, {.keep_apart = false})));
  // What is kept for two sides counts once: 61 registers before, 38 x 100 within.
  const Scalarization tight(*a, {.pair_limit = 300'000});
  EXPECT_GT(tight.instructions(), 0u);
  EXPECT_FALSE(shares_a_place(*a, tight));
}

TEST(Scalarize, WhatIsTooMuchStaysWithoutScalars) {
  const auto m = kernel_of(switch_of(5, 10, 10));  // 10 x 30 pairs, and %r2 with each
  const auto a = analysis_of(m);
  EXPECT_GT(Scalarization(*a, {.pair_limit = 400}).instructions(), 40u);
  EXPECT_EQ(Scalarization(*a, {.pair_limit = 200}).instructions(), 0u);
  EXPECT_EQ(Scalarization(*a, {.visit_limit = 2}).instructions(), 0u);
}

/// Scalar registers as a warp has them: one file, by place.
class ScalarWarp : public Warp {
 public:
  ScalarWarp(const FunctionAnalysis& a, const Scalarization& s, uint32_t seed, bool backwards)
      : Warp(a, seed, backwards),
        s_(s),
        units_(s.scalars().units_used, 0),
        predicates_(s.scalars().predicates_used, 0) {}

  const std::string& objection() const { return objection_; }
  uint32_t read() const { return read_; }

 private:
  std::span<uint32_t> place(Reg r) {
    const RegClass cls = a_.function.registers[r.value()].cls();
    const uint32_t first = s_.scalars().unit[r.value()];
    if (cls == RegClass::Pred) return std::span(predicates_).subspan(first, 1);
    return std::span(units_).subspan(first, units_of(cls));
  }
  void object(Pc pc, const char* what, Reg r) {
    if (objection_.empty())
      objection_ = fmt::format("{} register {} at instruction {}", what, r.value(), pc.value());
    stop();
  }

  void issuing(Pc pc, uint32_t threads, uint32_t executed) override {
    const Instruction& i = a_.function.at(pc);
    for_each_use(a_.function, i, [&](Reg r) {
      if (s_.scalar(pc) && !s_.scalar(r)) object(pc, "a scalar instruction reads vector", r);
      if (!s_.scalar(r)) return;
      for_each_thread(r == i.guard ? threads : executed, [&](uint32_t t) {
        read_++;
        for (uint32_t word : place(r))
          if (word != value(t, r)) object(pc, "another value in", r);
      });
    });
  }
  void issued(Pc pc, uint32_t, uint32_t executed, const Ways&) override {
    if (executed == 0) return;
    for_each_def(a_.function, a_.function.at(pc), [&](Reg r) {
      if (s_.scalar(r) != s_.scalar(pc)) object(pc, "of another kind is", r);
      if (!s_.scalar(r)) return;
      const auto first = static_cast<uint32_t>(std::countr_zero(executed));
      for_each_thread(executed, [&](uint32_t t) {
        if (value(t, r) != value(first, r)) object(pc, "different results in", r);
      });
      for (uint32_t& word : place(r)) word = value(first, r);
    });
  }

  const Scalarization& s_;
  std::vector<uint32_t> units_, predicates_;
  std::string objection_;
  uint32_t read_ = 0;
};

class RandomScalars : public ::testing::TestWithParam<uint32_t> {};

/// Runs random functions; returns the first objection.
struct Findings {
  std::string objection;
  uint64_t reads = 0, scalar = 0, all = 0;
};
Findings run_random(uint32_t seed, ScalarizationOptions options, int functions) {
  Random random(seed + 700);
  Findings found;
  for (int k = 0; k < functions && found.objection.empty(); k++) {
    const Builder b = random_function(random, {.blocks = 2 + random.below(12),
                                               .registers = 8 + random.below(24),
                                               .backward = 5 + random.below(30)});
    const auto a = analyse(b.module(), b.function());
    const Scalarization s(*a, options);
    found.scalar += s.instructions();
    found.all += a->function.code.size();
    for (const bool scalars : {false, true}) {
      const auto error = find_allocation_error(
          a->function, a->cfg, a->liveness(), scalars ? s.scalars() : s.vectors(),
          scalars ? s.scalar_selection() : s.vector_selection());
      if (error) found.objection = *error;
    }
    for (uint32_t run = 1; run <= 6 && found.objection.empty(); run++) {
      ScalarWarp warp(*a, s, run * 77777, run % 2 == 0);
      warp.run(600);
      if (!warp.objection().empty())
        found.objection = fmt::format("{} of function {}", warp.objection(), k);
      found.reads += warp.read();
    }
  }
  return found;
}

TEST_P(RandomScalars, HoldWhatEveryThreadHas) {
  if (quick_effort() && GetParam() != 1) GTEST_SKIP() << kTooLarge;
  for (const ScalarRule rule : {ScalarRule::Divergent, ScalarRule::Convergent}) {
    const Findings found = run_random(GetParam(), {.rule = rule}, 300);
    EXPECT_EQ(found.objection, "");
    EXPECT_GT(found.reads, 1000u);
    EXPECT_GT(found.scalar, 10u);
    EXPECT_LT(found.scalar, found.all);
  }
}

TEST(Scalars, AreLostWithoutKeepingThemApart) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  const Findings found = run_random(1, {.keep_apart = false}, 4000);
  EXPECT_THAT(found.objection, HasSubstr("another value in register"));
}

TEST(Scalars, AreMoreByTheNewRule) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  EXPECT_GT(run_random(5, {.rule = ScalarRule::Divergent}, 100).scalar,
            run_random(5, {.rule = ScalarRule::Convergent}, 100).scalar);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomScalars, ::testing::Range(1u, 7u));

}  // namespace
}  // namespace heddle::testing
