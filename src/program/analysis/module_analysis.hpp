// The analyses of a module's functions, kept with the module: each is computed when it is first
// needed and then shared by all launches of all devices that run the module. Threads may ask at the
// same time; one computes, the others wait for it.
//
// `heddle inspect` and `heddle check` look at each function of a file once and call `analyse`
// instead, so that they hold the analysis of one function at a time.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "program/analysis/analysis.hpp"
#include "program/analysis/scalarize.hpp"

namespace heddle {

class ModuleAnalysis {
 public:
  /// The module must outlive it; `Program::analysis` makes it.
  explicit ModuleAnalysis(const Program& module);
  ModuleAnalysis(const ModuleAnalysis&) = delete;
  ModuleAnalysis& operator=(const ModuleAnalysis&) = delete;

  /// Of the module's function with this index; null when it has no code. Throws InterruptedError.
  const FunctionAnalysis* function(uint32_t index, Interrupt stop = {}) const;
  /// Of a function with code. Throws InterruptedError.
  const Scalarization& scalarization(uint32_t index, const ScalarizationOptions& options,
                                     Interrupt stop = {}) const;

  /// How often a function was analysed, and how often one was scalarized, since the module was
  /// loaded.
  uint32_t functions_analysed() const { return analysed_; }
  uint32_t functions_scalarized() const { return scalarized_; }

 private:
  struct Entry {
    Lazy<FunctionAnalysisPtr> analysis;
    std::mutex mutex;  // of the map; its values stay where they are
    std::map<ScalarizationOptions, Lazy<Scalarization>> scalarizations;
  };

  const Program& module_;
  mutable std::vector<Entry> entries_;  // by function
  mutable std::atomic<uint32_t> analysed_ = 0, scalarized_ = 0;
};

}  // namespace heddle
