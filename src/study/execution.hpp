// Executes plans: takes what the store has, runs the rest on the host's cores, and stores each run
// as it ends. Studies, sweeps and comparisons all run through here, so a run that one of them has
// finished is known to the others. Tasks of a cluster (batch/) execute single runs by
// `execute_here` and their collector keeps them by `RunRecorder`, as is done here. Nothing here
// prints.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
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

/// Whether an execution with these options runs it.
bool is_wanted(const RunDescription& run, const ExecutionOptions& options);

/// What one run came to on this host.
struct RunOutcome {
  Json result;
  bool lasting = true;  // false: it could not be executed here, or may fare better another time
  double seconds = 0;
  int64_t finished = 0;  // seconds since 1970
  std::string host;
};
/// Throws InterruptedError, and the tools' errors for bad input unless errors are failures.
RunOutcome execute_here(const RunDescription& run, const ExecutionOptions& options);

/// Makes the runs of a plan what the store keeps. Thread-safe.
class RunRecorder {
 public:
  explicit RunRecorder(const Plan& plan) : plan_(plan) {}
  store::StoredRun record(size_t run, RunOutcome outcome);

 private:
  struct Machine {
    std::string preset, configuration;
  };
  Machine machine_of(const RunDescription& run);

  const Plan& plan_;
  std::mutex guard_;
  std::unordered_map<std::string, Machine> machines_;  // by their text: reading one takes long
};

/// "45 s", "12 min", "3.4 h".
std::string duration_text(double seconds);

}  // namespace heddle::study
