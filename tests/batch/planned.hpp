// A small sweep, its plan in a folder, and a cluster whose tasks end as a test says.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/collector.hpp"
#include "batch/plan_folder.hpp"
#include "batch/result_file.hpp"
#include "scratch.hpp"
#include "study/sweep.hpp"

namespace heddle::batch::test {

/// fig7 with as many seeds: one run each.
inline study::PlannedSweep sweep_of(size_t seeds) {
  study::Sweep sweep;
  sweep.names = {"fig7"};
  sweep.archs = {"pdom"};
  sweep.presets = {"small"};
  sweep.seeds.clear();
  for (size_t i = 1; i <= seeds; i++) sweep.seeds.push_back(i);
  study::PlannedSweep planned;
  planned.study = study::sweep_study(sweep);
  planned.size = "tiny";
  planned.plan = study::expand(planned.study, "tiny", &planned.refused);
  planned.metrics = {{"ipc", "derived.ipc"}};
  return planned;
}

inline PlanHeader header_of(const SubmitOptions& submit = {}) {
  PlanHeader header;
  header.command = "heddle sweep fig7";
  header.submit = submit;
  return header;
}

inline study::RunOutcome outcome_of(size_t run) {
  study::RunOutcome outcome;
  outcome.result = {{"total", {{"cycles", 100 + run}, {"derived", {{"ipc", 0.1}}}}}};
  outcome.seconds = 1.5, outcome.finished = 1'700'000'000, outcome.host = "there";
  return outcome;
}

/// Tasks wait until the test lets them run, and end with or without results.
class FakeCluster : public Cluster {
 public:
  size_t limit = 0;
  std::optional<size_t> room;  // tasks that the queue may hold; nothing: any number
  bool silent = false;         // the queue cannot be asked
  std::string refuses;         // what it says to every array; empty: takes them
  std::vector<ArrayJob> taken;
  std::vector<QueuedTask> tasks;

  size_t array_limit() override { return limit; }
  std::string task_number() const override { return "$N"; }
  std::vector<std::string> submission(const ArrayJob& job) const override {
    return {"submit", job.script.string()};
  }
  std::string submit(const ArrayJob& job) override {
    if (!refuses.empty()) throw ClusterError(refuses);
    if (room && tasks.size() + job.tasks > *room) throw ClusterError("no room");
    taken.push_back(job);
    for (size_t i = 0; i < job.tasks; i++)
      tasks.push_back({std::to_string(taken.size()), job.name, i, false, "Priority"});
    return std::to_string(taken.size());
  }
  std::vector<QueuedTask> queue(std::string_view prefix) override {
    if (silent) throw ClusterError("the controller is away");
    std::vector<QueuedTask> own;
    for (const QueuedTask& task : tasks)
      if (task.name.starts_with(prefix)) own.push_back(task);
    return own;
  }
  std::string cancel_command(std::span<const std::string>) const override { return "cancel"; }

  /// Ends all tasks; `writes` says for which runs there is a result.
  void end_all(const PlanFolder& folder, const study::PlannedSweep& sweep,
               const std::function<bool(size_t run)>& writes) {
    const std::vector<PlannedArray> arrays = folder.arrays();
    for (const QueuedTask& task : std::exchange(tasks, {}))
      for (const PlannedArray& array : arrays)
        if (folder.job_name(array.number) == task.name)
          for (size_t run : array.runs_of_task(task.task)) {
            if (!writes(run)) break;  // killed there: what follows was not begun
            write_result(folder, sweep.plan.keys[run], outcome_of(run));
          }
  }
};

}  // namespace heddle::batch::test
