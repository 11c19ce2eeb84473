// Brings the results of a plan's runs together: merges result files by key into the store, finds
// runs that neither have a result nor a task that could still write one, and submits them again, a
// bounded number of times.
//
// A pass asks the cluster for its queue first and looks for results after that, so a task that is
// not in the queue has written what it ever will. If the queue cannot be asked, nothing is
// submitted. Runs that are submitted again get a task each: one that kills its task then takes no
// others along. A result that is found twice, or late, is the same result.
//
// One collector at a time submits (a lock in the folder); others only merge. Nothing here prints or
// waits.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "batch/plan_folder.hpp"
#include "batch/result_file.hpp"
#include "store/result_store.hpp"

namespace heddle::batch {

enum class PlannedState : uint8_t {
  Left,     // not wanted by a sweep
  Missing,  // neither submitted nor known
  Waiting,  // its task waits in the queue
  Running,
  Unclear,  // submitted, and the queue could not be asked
  Lost,     // its task has ended without its result; it may be submitted again
  GivenUp,  // the same, submitted as often as it may be
  Failed,   // its result is a failure
  Done,
};

struct CollectorOptions {
  SubmitOptions submit;
  study::ExecutionOptions execution = {};  // which runs are wanted; threads; an interrupt
  std::function<void(size_t run, const Json& result)> on_result = {};  // once for each run
  std::function<void(const std::string&)> note = {};                   // a sentence
};

/// How many runs are in which state.
struct CollectorCounts {
  size_t all = 0;  // that are wanted
  size_t known = 0, done = 0, failed = 0, running = 0, waiting = 0, unclear = 0, missing = 0,
         lost = 0, given_up = 0;

  /// Nothing more can come of it without a person.
  bool settled() const { return done + failed + given_up == all; }
};

/// A run without a result, or with a failure, for a person to look at.
struct FailedRun {
  size_t run = 0;
  std::string why;
  size_t submitted = 0;       // how many times
  std::string output;         // the last lines of its task
  std::filesystem::path log;  // where they are; empty: nothing was printed
};

class Collector {
 public:
  /// Reads the plan's arrays and takes what the store knows. `cluster`: null if none can be asked.
  Collector(const PlanFolder& folder, const study::PlannedSweep& sweep, store::ResultStore& store,
            Cluster* cluster, CollectorOptions options);
  ~Collector();
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  /// Asks the queue, merges what is new, submits what is missing. Throws IoError for files,
  /// ClusterError if the cluster takes no array although nothing of this sweep is in its queue, and
  /// InterruptedError between results.
  void pass();

  CollectorCounts counts() const;
  PlannedState state(size_t run) const { return states_[run]; }
  /// By number of the run. Reads logs.
  std::vector<FailedRun> failures() const;
  /// Jobs of this sweep that are in the queue, or may be as long as that was not asked.
  std::vector<std::string> jobs() const;
  /// Reasons why tasks wait, as the cluster says them.
  const std::set<std::string>& reasons() const { return reasons_; }
  /// Whether the last pass knew the queue.
  bool knows_queue() const { return !told_unclear_; }
  /// Whether this collector may submit; otherwise another one does.
  bool submits() const { return lock_ >= 0; }

 private:
  struct Submission {
    size_t array = 0, task = 0, times = 0;
  };

  void take_known();
  void read_arrays();
  bool ask_queue();
  /// What is in a result file, or why it is damaged.
  struct ReadFile {
    study::RunOutcome outcome;
    std::string damage;
  };

  void merge();
  ReadFile read_file_of(size_t run) const;
  void take_result(size_t run, ReadFile file, std::vector<store::StoredRun>& to_store);
  void forget_unsubmitted();
  void place_runs(bool queue_known);
  void submit_missing();
  bool submit(std::vector<size_t> runs, size_t runs_per_task);
  size_t array_size();
  void note(const std::string& text) const;
  bool is_open(size_t run) const {
    return states_[run] != PlannedState::Left && states_[run] != PlannedState::Failed &&
           states_[run] != PlannedState::Done;
  }

  const PlanFolder& folder_;
  const study::PlannedSweep& sweep_;
  store::ResultStore& store_;
  Cluster* cluster_;
  CollectorOptions options_;
  study::RunRecorder recorder_;
  int lock_ = -1;

  std::vector<PlannedState> states_;
  std::vector<Submission> submissions_;             // by run: the last one
  std::unordered_map<std::string, size_t> run_of_;  // by key
  std::unordered_map<size_t, std::string> failures_;
  std::vector<PlannedArray> arrays_;
  std::unordered_map<std::string, std::unordered_map<size_t, bool>> queue_;  // by name and task
  std::set<std::string> jobs_, reasons_;
  std::optional<size_t> array_size_;
  size_t known_ = 0;
  bool refused_ = false;  // the cluster takes no more for now
  bool asked_ = false;    // the queue, at least once
  bool told_unclear_ = false;
};

}  // namespace heddle::batch
