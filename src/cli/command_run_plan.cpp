// heddle run-plan: what the tasks of a cluster call, and a person who wants to see one run.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "base/error.hpp"
#include "batch/task.hpp"
#include "cli/commands.hpp"
#include "cli/number_option.hpp"
#include "cli/terminal.hpp"

namespace heddle {

namespace {

constexpr uint64_t kNoNumber = ~uint64_t{0};
constexpr WholeRange kNumbers{0, kNoNumber - 1};

struct RunPlanOptions {
  std::string folder;
  uint64_t array = kNoNumber, task = kNoNumber, run = kNoNumber;
  unsigned jobs = 1;
};

/// Files of a sweep are named from where it began.
void enter(const std::string& folder) {
  std::error_code failed;
  std::filesystem::current_path(folder, failed);
  if (failed)
    throw IoError(fmt::format(
        "cannot enter {}, in which the sweep began, on host {}: {}; begin sweeps in a folder that "
        "all hosts share",
        folder, batch::own_host(), failed.message()));
}

int run_plan(const RunPlanOptions& o) {
  if ((o.run == kNoNumber) == (o.array == kNoNumber) ||
      (o.array == kNoNumber) != (o.task == kNoNumber))
    throw UsageError("give --array N and --task N, or --run N");
  const batch::PlanFolder folder = batch::PlanFolder::open(o.folder);
  enter(folder.header().folder);
  std::vector<size_t> runs = {static_cast<size_t>(o.run)};
  if (o.run == kNoNumber) {
    const batch::PlannedArray array = folder.array(o.array);
    const auto of_task = array.runs_of_task(o.task);
    runs.assign(of_task.begin(), of_task.end());
  }
  batch::TaskOptions options;
  options.jobs = o.jobs;
  options.again = o.run != kNoNumber;
  options.interrupted = &interrupt_flag();
  options.tell = [](const std::string& line) {  // at once: a task may be killed at any moment
    print_out(line + "\n");
    std::fflush(stdout);
  };
  options.tell(fmt::format("heddle {} on {}", HEDDLE_VERSION, batch::own_host()));
  const batch::TaskReport report = run_task(folder, runs, options);
  if (report.lost > 0) return kBadInput;
  return report.failed > 0 ? kKernelFailed : kSuccess;
}

}  // namespace

void add_run_plan(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<RunPlanOptions>();
  CLI::App* command =
      app.add_subcommand("run-plan", "Execute runs of a sweep that was planned for a cluster");
  command->add_option("FOLDER", options->folder, "made by heddle sweep --on")->required();
  add_number(*command, "--array", options->array, "number of an array, with --task", kNumbers)
      ->default_str("");
  add_number(*command, "--task", options->task, "number of a task of the array, from 0", kNumbers)
      ->default_str("");
  add_number(*command, "--run", options->run, "one run by its number, also if it has a result",
             kNumbers)
      ->default_str("");
  add_number(*command, "--jobs,-j", options->jobs, "runs at a time", kJobs);
  command->footer(
      "The scripts of job arrays call this command (docs/sweeps.md); heddle sweep --collect names\n"
      "it with --run to repeat a run that failed. Results are written to the folder, one file for\n"
      "each run; runs that have one are not repeated.\n"
      "Exit status: 1: a run could not be executed on this host; 3: a result is a failure.");
  command->callback([&action, options] { action = [options] { return run_plan(*options); }; });
}

}  // namespace heddle
