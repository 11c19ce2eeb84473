// Executes plans: takes what the store has, runs the rest on the host's cores, and stores each run
// as it ends. Studies, sweeps and comparisons all run through here, so a run that one of them has
// finished is known to the others. Nothing here prints.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/host_cores.hpp"
#include "store/result_store.hpp"
#include "study/run.hpp"

namespace heddle::study {

enum class RunState : uint8_t {
  NotRun,    // left out, or interrupted before it began
  Stopped,   // interrupted while it ran
  Known,     // its result was in the store
  Finished,  // its result may be a failure
};

/// A plan with a result and a state for each of its runs.
struct Execution {
  Plan plan;
  std::vector<Json> results;  // null: none
  std::vector<RunState> states;

  explicit Execution(Plan p = {})
      : plan(std::move(p)), results(plan.runs.size()), states(plan.runs.size()) {}
};

struct ExecutionProgress {
  size_t done = 0, all = 0;  // runs that were not known
  double seconds_left = 0;
};

struct ExecutionOptions {
  unsigned jobs = host_cores();
  const std::atomic<bool>* interrupted = nullptr;
  bool pictures = false;  // also runs that only a report needs
  bool check = false;     // check the machine's invariants; then nothing is taken from the store
  /// What makes a run impossible, such as a block that the machine cannot hold, is a failure of
  /// that run; otherwise it is thrown, and no further run starts.
  bool errors_are_failures = false;
  std::function<void(const ExecutionProgress&)> progress = {};  // calls do not overlap
  std::function<void(const std::string&)> note = {};            // of damage in the store
};

/// Executes all runs of all plans. On an interrupt, returns with what is finished.
void execute_all(std::span<Execution*> executions, store::ResultStore& store,
                 const ExecutionOptions& options);

/// How long runs that are not in the store would take, from past runs.
struct Estimate {
  size_t known = 0, pending = 0;
  size_t unmeasured = 0;  // of the pending: no past run is like them, the mean of the others counts
  double seconds = 0;     // on this many jobs
};
Estimate estimate(const Plan& plan, store::ResultStore& store, unsigned jobs);

/// The run as the store keeps it, without a result.
store::StoredRun stored_run(const Plan& plan, size_t run);

/// "45 s", "12 min", "3.4 h".
std::string duration_text(double seconds);

}  // namespace heddle::study
