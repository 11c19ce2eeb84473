// What the tests of program/ share: functions from PTX text, functions made by hand or at random.
//
// Hand-made functions are for properties over thousands of random graphs, where text would only be
// slow; everything that is meant to be read is PTX.
#pragma once

#include <initializer_list>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "program/analysis/analysis.hpp"
#include "program/program.hpp"

namespace heddle::testing {

/// A module of PTX text; the header lines are added.
ProgramPtr module_of(std::string_view text);
/// A module with one kernel, `k`, with 32-bit registers %r0.., 64-bit %d0.., predicates %p0.. .
ProgramPtr kernel_of(std::string_view body);
/// The last function of the module that has code, analysed.
FunctionAnalysisPtr analysis_of(const ProgramPtr& module);

/// The block whose first PTX line has this label, or is after it: labels are found in the
/// text.
uint32_t block_at(const FunctionAnalysis& a, std::string_view label);
/// The instruction after a label.
Pc pc_at(const FunctionAnalysis& a, std::string_view label);

/// Numbers below n that are the same on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(engine_() % n); }
  bool chance(uint32_t percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

/// Blocks 0..n-1 and the exit n; up to three edges out of a block. Often with parts that
/// cannot be reached and loops without a way out.
std::vector<std::vector<uint32_t>> random_graph(Random& random, uint32_t blocks);

/// One function made by hand. Operations mean nothing in particular.
class Builder {
 public:
  Builder();
  Reg reg(Type type);
  Pc emit(Opcode op, std::vector<Reg> to, std::vector<Operand> from, Reg guard = kNoReg);
  Pc jump(Flow flow, uint32_t target = 0, Reg guard = kNoReg);
  Pc switch_to(Reg index, std::vector<Pc> targets);
  void set_target(Pc branch, uint32_t target);
  std::vector<Pc>& table_of(Pc branch);
  uint32_t size() const { return static_cast<uint32_t>(function().code.size()); }
  const Program& module() const { return *module_; }
  const Function& function() const { return module_->functions[0]; }

  static Operand use(Reg r) { return {.kind = Operand::Kind::Register, .index = r.value()}; }
  static Operand immediate(int64_t v) { return {.kind = Operand::Kind::Immediate, .value = v}; }
  static Operand special(Special s) {
    return {.kind = Operand::Kind::Special, .index = static_cast<uint32_t>(s)};
  }

 private:
  std::shared_ptr<Program> module_;
};

struct RandomShape {
  uint32_t blocks = 10;
  uint32_t registers = 6;   // 32-bit; a quarter as many of 64 and 128 bits, half as many predicates
  uint32_t block_size = 5;  // at most
  uint32_t backward = 20;   // per cent of branches
  bool wide = true;         // 64- and 128-bit registers too
};
/// A function with random branches, guards, and reads and writes of its registers; some come from
/// the thread's number.
Builder random_function(Random& random, const RandomShape& shape);

}  // namespace heddle::testing
