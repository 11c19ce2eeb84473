// What can be done with a run's description: simulate it, or hand it to one of the tools that work
// on the same workloads. Each gives JSON, into which the names of metrics point.
#pragma once

#include <atomic>
#include <string_view>

#include "study/run.hpp"

namespace heddle::study {

struct Tool {
  std::string_view name, sentence;
  Json (*run)(const RunDescription& run, const std::atomic<bool>* interrupted);
  bool pictures = false;  // nothing to compute with: only a report needs it
};

/// Null when there is none.
const Tool* find_tool(std::string_view name);

/// The run's result. A kernel that fails, or results that are wrong, are a result too: its member
/// "failure" says what happened. Throws InterruptedError, and what the tools throw for bad input.
Json execute(const RunDescription& run, const std::atomic<bool>* interrupted);

}  // namespace heddle::study
