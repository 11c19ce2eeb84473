#include "program/analysis/analysis.hpp"

#include "program/analysis/survivors.hpp"

namespace heddle {

FunctionAnalysis::FunctionAnalysis(const Program& in_module, const Function& of_function,
                                   Interrupt stop)
    : module(in_module),
      function(of_function),
      interrupt(stop),
      cfg(module, function),
      dominators(heddle::dominators(cfg, interrupt)),
      meeting(heddle::post_dominators(cfg.size(), surviving_edges(function, cfg), interrupt)),
      reconvergence(module, function, cfg, dominators, meeting) {}

const DominatorTree& FunctionAnalysis::post_dominators() const {
  return post_dominators_.get([&] { return heddle::post_dominators(cfg, interrupt); });
}

const LoopNest& FunctionAnalysis::loops() const {
  return loops_.get([&] { return LoopNest(cfg, interrupt); });
}

const ThreadFrontiers& FunctionAnalysis::frontiers() const {
  return frontiers_.get([&] { return ThreadFrontiers(cfg, loops(), interrupt); });
}

const std::vector<LayoutIssue>& FunctionAnalysis::layout() const {
  return layout_.get([&] { return layout_issues(cfg, loops(), reconvergence, interrupt); });
}

const Liveness& FunctionAnalysis::liveness() const {
  return liveness_.get([&] { return Liveness(function, cfg, interrupt); });
}

const RegisterAllocation& FunctionAnalysis::registers() const {
  return registers_.get([&] { return allocate(function, cfg, liveness(), {}, interrupt); });
}

const Uniformity& FunctionAnalysis::uniformity() const {
  return uniformity_.get([&] {
    return Uniformity(module, function, cfg, loops(), meeting, liveness(), {}, interrupt);
  });
}

FunctionAnalysisPtr analyse(const Program& module, const Function& function, Interrupt interrupt) {
  if (function.code.empty()) return nullptr;
  return std::make_unique<const FunctionAnalysis>(module, function, interrupt);
}

}  // namespace heddle
