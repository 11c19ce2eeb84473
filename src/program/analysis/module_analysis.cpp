#include "program/analysis/module_analysis.hpp"

namespace heddle {

const ModuleAnalysis& Program::analysis() const {
  return *analysis_.get([&] { return std::make_shared<const ModuleAnalysis>(*this); });
}

ModuleAnalysis::ModuleAnalysis(const Program& module)
    : module_(module), entries_(module.functions.size()) {}

const FunctionAnalysis* ModuleAnalysis::function(uint32_t index, Interrupt stop) const {
  const FunctionAnalysisPtr& kept = entries_[index].analysis.get([&] {
    FunctionAnalysisPtr made = analyse(module_, module_.functions[index], stop);
    if (made) analysed_++;
    return made;
  });
  return kept.get();
}

const Scalarization& ModuleAnalysis::scalarization(uint32_t index,
                                                   const ScalarizationOptions& options,
                                                   Interrupt stop) const {
  const FunctionAnalysis& analysis = *function(index, stop);
  Entry& entry = entries_[index];
  const Lazy<Scalarization>* kept;
  {
    std::lock_guard lock(entry.mutex);
    kept = &entry.scalarizations[options];
  }
  return kept->get([&] {
    Scalarization made(analysis, options, stop);
    scalarized_++;
    return made;
  });
}

}  // namespace heddle
