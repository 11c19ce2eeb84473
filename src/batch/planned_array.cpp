// The arrays of a plan: what the cluster was given, array by array.
#include <fmt/format.h>

#include <algorithm>

#include "base/number.hpp"
#include "batch/captured_command.hpp"
#include "batch/plan_folder.hpp"
#include "host/file.hpp"

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kArraySchema = "heddle-plan-array/1";

}  // namespace

std::span<const size_t> PlannedArray::runs_of_task(size_t task) const {
  if (task >= tasks())
    throw UsageError(
        fmt::format("array {} has {} tasks, and none with the number {}", number, tasks(), task));
  const size_t first = task * runs_per_task;
  return std::span(runs).subspan(first, std::min(runs_per_task, runs.size() - first));
}

fs::path PlanFolder::array_file(size_t number, const char* ending) const {
  return path_ / "arrays" / fmt::format("{:04}{}", number, ending);
}

PlannedArray PlanFolder::array(size_t number) const {
  const fs::path file = array_file(number, ".json");
  const Json json = read_checked(file, kArraySchema);
  PlannedArray array = read_members(file, [&] {
    PlannedArray a;
    json.at("number").get_to(a.number);
    json.at("runs_per_task").get_to(a.runs_per_task);
    json.at("runs").get_to(a.runs);
    if (a.runs_per_task == 0) throw InputError("a task takes no run");
    for (size_t run : a.runs)
      if (run >= header_.runs) throw InputError("it names a run that the plan has not");
    return a;
  });
  std::error_code ignored;
  if (const fs::path job = array_file(number, ".job"); fs::exists(job, ignored)) {
    array.job = read_file(job);
    array.job.erase(array.job.find_last_not_of(" \n") + 1);
  }
  return array;
}

std::vector<PlannedArray> PlanFolder::arrays() const {
  std::vector<size_t> numbers;
  std::error_code failed;
  for (fs::directory_iterator at(path_ / "arrays", failed), end; !failed && at != end;
       at.increment(failed))
    if (at->path().extension() == ".json")
      if (auto number = parse_whole(at->path().stem().string())) numbers.push_back(*number);
  if (failed)
    throw IoError(fmt::format("cannot read the folder {}: {}", (path_ / "arrays").string(),
                              failed.message()));
  std::ranges::sort(numbers);
  std::vector<PlannedArray> all;
  for (size_t number : numbers) all.push_back(array(number));
  return all;
}

PlannedArray PlanFolder::add_array(std::vector<size_t> runs, size_t runs_per_task, unsigned cores,
                                   const std::string& task_number) const {
  const std::vector<PlannedArray> before = arrays();
  PlannedArray array{before.empty() ? 1 : before.back().number + 1, runs_per_task, std::move(runs),
                     ""};
  make_folder(log_file(array.number, 0).parent_path());
  write_renamed(array_file(array.number, ".sh"),
                fmt::format("#!/bin/sh\n# {} of {} tasks: {}\nexec {} {}\n", job_name(array.number),
                            array.tasks(), "written by heddle sweep; docs/sweeps.md",
                            shell_line({header_.program, "run-plan", path_.string(), "--jobs",
                                        std::to_string(cores), "--array",
                                        std::to_string(array.number), "--task"}),
                            task_number));
  write_checked(array_file(array.number, ".json"), {{"schema", kArraySchema},
                                                    {"number", array.number},
                                                    {"runs_per_task", runs_per_task},
                                                    {"runs", array.runs}});
  return array;
}

void PlanFolder::keep_job(const PlannedArray& array, const std::string& job) const {
  write_renamed(array_file(array.number, ".job"), job + "\n");
}

void PlanFolder::remove_array(const PlannedArray& array) const {
  std::error_code ignored;
  for (const char* ending : {".json", ".sh"}) fs::remove(array_file(array.number, ending), ignored);
  fs::remove(log_file(array.number, 0).parent_path(), ignored);
}

bool PlanFolder::has_logs(const PlannedArray& array) const {
  std::error_code missing;
  return !fs::is_empty(log_file(array.number, 0).parent_path(), missing) && !missing;
}

ArrayJob PlanFolder::job_of(const PlannedArray& array, const Resources& resources) const {
  return {job_name(array.number),
          array.tasks(),
          array_file(array.number, ".sh"),
          log_file(array.number, 0).parent_path(),
          header_.folder,
          resources};
}

std::string PlanFolder::job_name(size_t array) const {
  return fmt::format("{}{:04}", job_prefix(), array);
}

fs::path PlanFolder::result_file(const std::string& key) const {
  return results() / key.substr(0, 2) / (key + ".json");
}

fs::path PlanFolder::log_file(size_t array, size_t task) const {
  return path_ / "logs" / fmt::format("{:04}", array) / fmt::format("{}.log", task);
}

std::string PlanFolder::repeat_command(size_t run) const {
  return shell_line({"heddle", "run-plan", path_.string(), "--run", std::to_string(run)});
}

}  // namespace heddle::batch
