// Everything that is known about a function before it runs.
//
// Made once per function and read by all simulated machines: immutable, safe to share between
// threads, and asked by Pc or block number only. The module must outlive it.
#pragma once

#include <memory>
#include <vector>

#include "program/analysis/allocation.hpp"
#include "program/analysis/cfg.hpp"
#include "program/analysis/dominators.hpp"
#include "program/analysis/frontier.hpp"
#include "program/analysis/liveness.hpp"
#include "program/analysis/loops.hpp"
#include "program/analysis/reconvergence.hpp"
#include "program/analysis/uniformity.hpp"

namespace heddle {

/// The parts refer to each other, so it stays where it was made. Only for functions with code.
struct FunctionAnalysis {
  FunctionAnalysis(const Program& in_module, const Function& of_function);
  FunctionAnalysis(const FunctionAnalysis&) = delete;
  FunctionAnalysis& operator=(const FunctionAnalysis&) = delete;

  const Program& module;
  const Function& function;
  const Cfg cfg;
  const DominatorTree dominators, post_dominators;
  const DominatorTree meeting;  // post-dominators among the threads that go on (survivors.hpp)
  const Reconvergence reconvergence;
  const LoopNest loops;
  const ThreadFrontiers frontiers;
  const std::vector<LayoutIssue> layout;  // empty: addresses agree with frontier priorities
  const Liveness liveness;
  const RegisterAllocation registers;
  const Uniformity uniformity;
};

using FunctionAnalysisPtr = std::unique_ptr<const FunctionAnalysis>;

/// Null for a function without code: a declaration or a built-in.
FunctionAnalysisPtr analyse(const Program& module, const Function& function);

/// The analyses of all functions of a module, by function number.
class ProgramAnalysis {
 public:
  explicit ProgramAnalysis(ProgramPtr module);
  const Program& module() const { return *module_; }
  const FunctionAnalysis* operator[](uint32_t function) const { return functions_[function].get(); }

 private:
  ProgramPtr module_;
  std::vector<FunctionAnalysisPtr> functions_;
};

}  // namespace heddle
