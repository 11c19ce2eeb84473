// The tools that can execute a run description: the simulator, and others that work on the same
// workloads. Each produces JSON, which the names in metrics refer to.
#pragma once

#include <atomic>
#include <string_view>

#include "study/run.hpp"

namespace heddle::study {

struct ToolOptions {
  const std::atomic<bool>* interrupted = nullptr;
  bool check = false;  // the simulator checks the machine's invariants
};

struct Tool {
  std::string_view name, sentence;
  Json (*run)(const RunDescription& run, const ToolOptions& options);
  bool pictures = false;  // needed by reports only
  /// A failure follows from what the key covers, so it is kept like any result.
  bool failures_last = true;
};

/// Null for an unknown name.
const Tool* find_tool(std::string_view name);

/// The tool of rows that are CUDA programs.
inline constexpr const char* kProgramTool = "cuda";

/// Executes the run. If a kernel fails or its output is wrong, the result has a member "failure",
/// and none with the name of a statistic; what a run with wrong output counted is in "differs".
/// Throws InterruptedError, and the tools' errors for bad input.
Json execute(const RunDescription& run, const ToolOptions& options = {});

}  // namespace heddle::study
