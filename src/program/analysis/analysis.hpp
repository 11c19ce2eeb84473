// Everything that is known about a function before it runs.
//
// Made once per function and read by all simulated machines: safe to share between threads, and
// asked by Pc or block number only. The module must outlive it.
//
// Control flow and reconvergence are computed at once, because every machine needs them; the rest
// when somebody first asks for it. The time of all parts is nearly linear in the size of the
// function, but for thread frontiers, the interference graph and scalarization, whose results may
// be quadratic: those stop at a limit (frontier.hpp, allocation.hpp, scalarize.hpp).
#pragma once

#include <memory>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/allocation.hpp"
#include "program/analysis/cfg.hpp"
#include "program/analysis/dominators.hpp"
#include "program/analysis/frontier.hpp"
#include "program/analysis/lazy.hpp"
#include "program/analysis/liveness.hpp"
#include "program/analysis/loops.hpp"
#include "program/analysis/reconvergence.hpp"
#include "program/analysis/uniformity.hpp"

namespace heddle {

/// The parts refer to each other, so it stays where it was made. Only for functions with code.
/// Each part throws InterruptedError when the flag turns true while it is computed.
class FunctionAnalysis {
 public:
  FunctionAnalysis(const Program& in_module, const Function& of_function, Interrupt interrupt = {});
  FunctionAnalysis(const FunctionAnalysis&) = delete;
  FunctionAnalysis& operator=(const FunctionAnalysis&) = delete;

  const Program& module;
  const Function& function;
  const Interrupt interrupt;
  const Cfg cfg;
  const DominatorTree dominators;
  const DominatorTree meeting;  // post-dominators among the threads that go on (survivors.hpp)
  const Reconvergence reconvergence;

  const DominatorTree& post_dominators() const;
  const LoopNest& loops() const;
  const ThreadFrontiers& frontiers() const;
  /// Empty: addresses agree with frontier priorities.
  const std::vector<LayoutIssue>& layout() const;
  const Liveness& liveness() const;
  const RegisterAllocation& registers() const;
  const Uniformity& uniformity() const;

 private:
  Lazy<DominatorTree> post_dominators_;
  Lazy<LoopNest> loops_;
  Lazy<ThreadFrontiers> frontiers_;
  Lazy<std::vector<LayoutIssue>> layout_;
  Lazy<Liveness> liveness_;
  Lazy<RegisterAllocation> registers_;
  Lazy<Uniformity> uniformity_;
};

using FunctionAnalysisPtr = std::unique_ptr<const FunctionAnalysis>;

/// Null for a function without code: a declaration or a built-in.
FunctionAnalysisPtr analyse(const Program& module, const Function& function,
                            Interrupt interrupt = {});

}  // namespace heddle
