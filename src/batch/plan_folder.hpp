// The folder of a sweep that runs on a cluster, on a file system that all hosts share:
//
//   plan.json            what it is: small, and read by every task
//   sweep.json           rows, machines and metrics: read by the collector
//   runs/0000.json       the runs, 500 to a file, so that a task reads only those near its own
//   arrays/0001.json     an array: which runs its tasks take; .sh its script; .job the job's number
//                        once the cluster has it
//   results/3f/KEY.json  the result of a run, in one of 256 folders by the first digits of its key
//   logs/0001/17.log     what a task printed
//   lock                 held by the collector
//
// Files appear whole (checked_file.hpp) and are never changed, so hosts need to agree on nothing
// else. plan.json comes last: a folder without it is no plan. All paths are absolute.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch/checked_file.hpp"
#include "batch/cluster.hpp"
#include "study/planned_sweep.hpp"

namespace heddle::batch {

/// How runs become tasks of arrays.
struct SubmitOptions {
  std::string cluster = "slurm";
  Resources resources;
  size_t array_size = 0;  // tasks in an array; 0: what the cluster allows
  size_t runs_per_task = 1;
  size_t resubmissions = 2;  // of a run whose task ended without its result
};
Json to_json(const SubmitOptions& options);
SubmitOptions submit_options_from_json(const Json& json);

/// plan.json.
struct PlanHeader {
  std::string id;       // of this folder: names of jobs begin with it
  std::string digest;   // of the keys of all runs
  std::string version;  // of heddle, and digests of its sources
  std::string model;
  std::string program;               // the path of heddle
  std::string folder;                // in which tasks begin
  std::string command;               // as the user typed it
  std::string store;                 // file; empty: none
  std::vector<std::string> plugins;  // libraries that every process has to load
  size_t runs = 0;
  SubmitOptions submit;
};

/// One array that was made for the cluster.
struct PlannedArray {
  size_t number = 0;
  size_t runs_per_task = 1;
  std::vector<size_t> runs;  // task i takes runs [i * runs_per_task, (i + 1) * runs_per_task)
  std::string job;           // empty: the cluster may not have it

  size_t tasks() const { return (runs.size() + runs_per_task - 1) / runs_per_task; }
  /// Throws UsageError if there is no such task.
  std::span<const size_t> runs_of_task(size_t task) const;
};

class PlanFolder {
 public:
  /// Digest of the runs: two sweeps with the same runs have one.
  static std::string digest_of_runs(const study::Plan& plan);
  /// Whether there is a plan in the folder.
  static bool is_plan(const std::filesystem::path& folder);

  /// Makes the folder. Fills in what the header has of the program and the sweep. Throws UsageError
  /// if there is something else, IoError.
  static PlanFolder create(const std::filesystem::path& folder, PlanHeader header,
                           const study::PlannedSweep& sweep);
  /// Throws UsageError if there is no plan or one by another version of heddle, IoError.
  static PlanFolder open(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return path_; }
  const PlanHeader& header() const { return header_; }

  /// The sweep with all its runs. Throws IoError.
  study::PlannedSweep read_sweep() const;
  /// Some of its runs: a plan of these only, in their order. Throws UsageError for numbers that
  /// there are not, IoError.
  study::Plan read_runs(std::span<const size_t> numbers) const;

  /// By number. Throws IoError.
  std::vector<PlannedArray> arrays() const;
  PlannedArray array(size_t number) const;
  /// Writes array and script under the next number that is free. Throws IoError.
  PlannedArray add_array(std::vector<size_t> runs, size_t runs_per_task, unsigned cores,
                         const std::string& task_number) const;
  void keep_job(const PlannedArray& array, const std::string& job) const;
  /// One that the cluster did not take.
  void remove_array(const PlannedArray& array) const;
  /// Whether a task of it has begun.
  bool has_logs(const PlannedArray& array) const;

  ArrayJob job_of(const PlannedArray& array, const Resources& resources) const;
  /// Names of all jobs begin with it.
  std::string job_prefix() const { return "heddle-" + header_.id + "-"; }
  std::string job_name(size_t array) const;

  std::filesystem::path results() const { return path_ / "results"; }
  std::filesystem::path result_file(const std::string& key) const;
  std::filesystem::path log_file(size_t array, size_t task) const;
  std::filesystem::path lock_file() const { return path_ / "lock"; }
  /// The command that repeats a run in the foreground.
  std::string repeat_command(size_t run) const;

 private:
  PlanFolder(std::filesystem::path path, PlanHeader header)
      : path_(std::move(path)), header_(std::move(header)) {}
  void add_runs_of(study::Plan& plan, size_t file, const ExtensionsPtr& extensions) const;
  std::filesystem::path array_file(size_t number, const char* ending) const;

  std::filesystem::path path_;
  PlanHeader header_;
};

}  // namespace heddle::batch
