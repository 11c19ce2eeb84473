// The static analysis of one function. Launches take it from the module, which keeps one for each
// function (module_analysis.hpp). Threads may share it. The module must outlive it.
//
// Control flow and reconvergence are computed by the constructor, because every machine needs them;
// each other part when it is first asked for. The time of all parts is nearly linear in the size of
// the function, except for thread frontiers, the interference graph and scalarization: their
// results may be quadratic, so they stop at a limit (frontier.hpp, allocation.hpp, scalarize.hpp).
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

/// Only for functions with code. Neither copied nor moved, because its parts refer to each other.
/// The interrupt belongs to the caller: a part throws InterruptedError when it is requested while
/// that call computes the part, and the next call computes the part again.
class FunctionAnalysis {
 public:
  FunctionAnalysis(const Program& in_module, const Function& of_function, Interrupt stop = {});
  FunctionAnalysis(const FunctionAnalysis&) = delete;
  FunctionAnalysis& operator=(const FunctionAnalysis&) = delete;

  const Program& module;
  const Function& function;
  const Cfg cfg;
  const DominatorTree dominators;
  const DominatorTree meeting;  // post-dominators of the threads that do not exit (survivors.hpp)
  const Reconvergence reconvergence;

  const DominatorTree& post_dominators(Interrupt stop = {}) const;
  const LoopNest& loops(Interrupt stop = {}) const;
  const ThreadFrontiers& frontiers(Interrupt stop = {}) const;
  /// Empty when the code is laid out in the order of frontier priorities.
  const std::vector<LayoutIssue>& layout(Interrupt stop = {}) const;
  const Liveness& liveness(Interrupt stop = {}) const;
  const RegisterAllocation& registers(Interrupt stop = {}) const;
  const Uniformity& uniformity(Interrupt stop = {}) const;

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

/// A new analysis that the module does not keep. Null for a function without code: a declaration or
/// a built-in.
FunctionAnalysisPtr analyse(const Program& module, const Function& function, Interrupt stop = {});

}  // namespace heddle
