// What a sweep needs of a batch system. Slurm is one (slurm.hpp), and tests have another. A batch
// system runs arrays of tasks: one script, executed once per number from 0 to N - 1 on some host.
// It is asked for three things only: how long arrays may be, to run one, and which tasks wait or
// run. What became of a task is never asked for (accounting may be absent): the results that it
// wrote tell.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace heddle::batch {

/// The batch system refused, or could not be asked; what() has its own words.
struct ClusterError : Error {
  using Error::Error;
};

/// What every task of a sweep gets, and how many tasks there are.
struct Resources {
  std::string partition, time, memory, account;  // in the batch system's own words; empty: its own
  std::vector<std::string> more;                 // further arguments of its command
  unsigned cores = 1;
};

/// An array of tasks to run.
struct ArrayJob {
  std::string name;
  size_t tasks = 0;
  std::filesystem::path script;  // gets the task's number as the batch system gives it
  std::filesystem::path logs;    // folder; a task's output goes to NUMBER.log there
  std::filesystem::path folder;  // in which tasks begin
  Resources resources;
};

/// A task that waits or runs.
struct QueuedTask {
  std::string job, name;  // of its array
  size_t task = 0;
  bool runs = false;
  std::string reason;  // why it waits
};

class Cluster {
 public:
  virtual ~Cluster() = default;

  /// The largest number of tasks in an array; 0: unknown. Throws ClusterError if there are none.
  virtual size_t array_limit() = 0;
  /// An expression of the shell that is the number of the task in a script.
  virtual std::string task_number() const = 0;
  /// The command line that `submit` runs.
  virtual std::vector<std::string> submission(const ArrayJob& job) const = 0;
  /// Hands in the array and returns the job's id. Throws ClusterError.
  virtual std::string submit(const ArrayJob& job) = 0;
  /// The tasks of this user's arrays whose names begin with `prefix`. Throws ClusterError if they
  /// cannot be told now: then nothing follows about any task.
  virtual std::vector<QueuedTask> queue(std::string_view prefix) = 0;
  /// "scancel 12 13".
  virtual std::string cancel_command(std::span<const std::string> jobs) const = 0;
};

/// The names of the batch systems: "slurm".
std::span<const std::string_view> cluster_names();
/// Throws UsageError for an unknown name. Commands that wait are given up once `interrupted` is
/// set.
std::unique_ptr<Cluster> make_cluster(std::string_view name, const std::atomic<bool>* interrupted);

}  // namespace heddle::batch
