#include "program/analysis/analysis.hpp"

#include "program/analysis/survivors.hpp"

namespace heddle {

FunctionAnalysis::FunctionAnalysis(const Program& in_module, const Function& of_function)
    : module(in_module),
      function(of_function),
      cfg(module, function),
      dominators(heddle::dominators(cfg)),
      post_dominators(heddle::post_dominators(cfg)),
      meeting(heddle::post_dominators(surviving_paths(function, cfg))),
      reconvergence(module, function, cfg, dominators, meeting),
      loops(cfg),
      frontiers(cfg, loops),
      layout(layout_issues(cfg, loops, reconvergence)),
      liveness(function, cfg),
      registers(allocate(function, cfg, liveness)),
      uniformity(module, function, cfg, loops, meeting, liveness) {}

FunctionAnalysisPtr analyse(const Program& module, const Function& function) {
  if (function.code.empty()) return nullptr;
  return std::make_unique<const FunctionAnalysis>(module, function);
}

ProgramAnalysis::ProgramAnalysis(ProgramPtr module) : module_(std::move(module)) {
  for (const Function& f : module_->functions) functions_.push_back(analyse(*module_, f));
}

}  // namespace heddle
