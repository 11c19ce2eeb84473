// What a task does on its host: takes its runs from the plan, executes them as a local sweep would,
// and leaves a result file for each. A task may be killed at any moment and begun again anywhere:
// what has a result is not run again.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>

#include "batch/plan_folder.hpp"

namespace heddle::batch {

struct TaskOptions {
  unsigned jobs = 1;   // runs at a time
  bool again = false;  // also runs that have a result
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const std::string&)> tell = {};  // a line for the log; calls do not overlap
};

struct TaskReport {
  size_t executed = 0, known = 0;  // known: they had a result
  size_t failed = 0;               // of those executed: the result is a failure
  size_t lost = 0;                 // could not be executed here, so there is no result
};

/// Throws InterruptedError after what was running has stopped; IoError if the plan cannot be read.
TaskReport run_task(const PlanFolder& folder, std::span<const size_t> runs,
                    const TaskOptions& options);

}  // namespace heddle::batch
