#include "program/analysis/analysis.hpp"

#include "program/analysis/survivors.hpp"

namespace heddle {

FunctionAnalysis::FunctionAnalysis(const Program& in_module, const Function& of_function,
                                   Interrupt stop)
    : module(in_module),
      function(of_function),
      cfg(module, function),
      dominators(heddle::dominators(cfg, stop)),
      meeting(heddle::post_dominators(cfg.size(), surviving_edges(function, cfg), stop)),
      reconvergence(module, function, cfg, dominators, meeting) {}

const DominatorTree& FunctionAnalysis::post_dominators(Interrupt stop) const {
  return post_dominators_.get([&] { return heddle::post_dominators(cfg, stop); });
}

const LoopNest& FunctionAnalysis::loops(Interrupt stop) const {
  return loops_.get([&] { return LoopNest(cfg, stop); });
}

const ThreadFrontiers& FunctionAnalysis::frontiers(Interrupt stop) const {
  return frontiers_.get([&] { return ThreadFrontiers(cfg, loops(stop), stop); });
}

const std::vector<LayoutIssue>& FunctionAnalysis::layout(Interrupt stop) const {
  return layout_.get([&] { return layout_issues(cfg, loops(stop), reconvergence, stop); });
}

const Liveness& FunctionAnalysis::liveness(Interrupt stop) const {
  return liveness_.get([&] { return Liveness(function, cfg, stop); });
}

const RegisterAllocation& FunctionAnalysis::registers(Interrupt stop) const {
  return registers_.get([&] { return allocate(function, cfg, liveness(stop), {}, stop); });
}

const Uniformity& FunctionAnalysis::uniformity(Interrupt stop) const {
  return uniformity_.get([&] {
    return Uniformity(module, function, cfg, loops(stop), meeting, liveness(stop), {}, stop);
  });
}

FunctionAnalysisPtr analyse(const Program& module, const Function& function, Interrupt stop) {
  if (function.code.empty()) return nullptr;
  return std::make_unique<const FunctionAnalysis>(module, function, stop);
}

}  // namespace heddle
