// The tools that can execute a run description: the simulator, and others that work on the same
// workloads. Each produces JSON, which the names in metrics refer to.
#pragma once

#include <atomic>
#include <string_view>

#include "study/run.hpp"

namespace heddle::study {

struct Tool {
  std::string_view name, sentence;
  Json (*run)(const RunDescription& run, const std::atomic<bool>* interrupted);
  bool pictures = false;  // needed by reports only
};

/// Null for an unknown name.
const Tool* find_tool(std::string_view name);

/// Executes the run. If a kernel fails or its output is wrong, the result has a member "failure".
/// Throws InterruptedError, and the tools' errors for bad input.
Json execute(const RunDescription& run, const std::atomic<bool>* interrupted);

}  // namespace heddle::study
