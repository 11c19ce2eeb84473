#include "cli/cluster_sweep.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "batch/captured_command.hpp"
#include "cli/cluster_collection.hpp"
#include "cli/number_option.hpp"
#include "cli/terminal.hpp"
#include "study/execution.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr WholeRange kArraySize{1, 10'000'000};
constexpr WholeRange kRunsPerTask{1, 1'000'000};
constexpr WholeRange kResubmissions{0, 100};
std::string default_folder(const study::Plan& plan) {
  return "heddle-sweep-" + batch::PlanFolder::digest_of_runs(plan).substr(0, 8);
}

/// The plan's options with those of the command line.
batch::SubmitOptions chosen_options(batch::SubmitOptions planned, const ClusterOptions& o) {
  auto take = [&](const char* option, auto member) {
    if (o.given.contains(option)) member(planned) = member(o.submit);
  };
  take(
      "--partition", [](auto& s) -> auto& { return s.resources.partition; });
  take(
      "--time", [](auto& s) -> auto& { return s.resources.time; });
  take(
      "--memory", [](auto& s) -> auto& { return s.resources.memory; });
  take(
      "--account", [](auto& s) -> auto& { return s.resources.account; });
  take(
      "--submit-option", [](auto& s) -> auto& { return s.resources.more; });
  take(
      "--jobs", [](auto& s) -> auto& { return s.resources.cores; });
  take(
      "--array-size", [](auto& s) -> auto& { return s.array_size; });
  take(
      "--runs-per-task", [](auto& s) -> auto& { return s.runs_per_task; });
  take(
      "--resubmit", [](auto& s) -> auto& { return s.resubmissions; });
  return planned;
}

std::vector<query::Metric> metrics_of(const study::PlannedSweep& sweep) {
  std::vector<query::Metric> metrics;
  for (const auto& [name, formula] : sweep.metrics)
    metrics.push_back({name, study::parse_expression(formula)});
  return metrics;
}

[[noreturn]] void end_interrupted(const ClusterCollection& collection) {
  throw InterruptedError(
      fmt::format("interrupted; results that there are stay\n{}", collection.rest_text()));
}

/// The store's file as tasks' folders may be read from anywhere.
std::string store_file(const StoreChoice& choice, const store::ResultStore& store) {
  std::error_code ignored;
  return choice.none || store.file().empty() ? "" : fs::absolute(store.file(), ignored).string();
}

}  // namespace

void add_cluster_options(CLI::App& command, ClusterOptions& o) {
  const char* group = "Cluster";
  auto text = [&](const char* name, std::string& value, const char* type, const char* help) {
    command.add_option(name, value, help)->type_name(type)->group(group);
  };
  text("--on", o.on, "SYSTEM",
       "slurm: run on a cluster: submit job arrays and collect their results");
  text("--folder", o.folder, "DIR",
       "the sweep's plan and results, on a file system that all hosts share; default: "
       "heddle-sweep-DIGEST here");
  text("--collect", o.collect, "DIR",
       "take the results of a sweep that was submitted, and submit again what was lost");
  command.add_flag("--wait", o.waits, "with --collect: until all runs have ended")->group(group);
  command.add_flag("--no-wait", o.returns, "with --on: submit and return")->group(group);
  text("--partition", o.submit.resources.partition, "NAME", "sbatch --partition");
  text("--time", o.submit.resources.time, "LIMIT", "time limit of a task: sbatch --time");
  text("--memory", o.submit.resources.memory, "SIZE", "memory of a task: sbatch --mem");
  text("--account", o.submit.resources.account, "NAME", "sbatch --account");
  command
      .add_option(
          "--submit-option", o.submit.resources.more,
          "a further argument of sbatch, such as --submit-option=--qos=low; may be repeated")
      ->allow_extra_args(false)
      ->type_name("ARG")
      ->group(group);
  add_number(command, "--array-size", o.submit.array_size,
             "tasks in an array; default: what the cluster allows (scontrol; else 1001)",
             kArraySize)
      ->group(group)
      ->default_str("");
  add_number(command, "--runs-per-task", o.submit.runs_per_task, "runs that one task takes",
             kRunsPerTask)
      ->group(group);
  add_number(command, "--resubmit", o.submit.resubmissions,
             "how many times a run whose task was killed is submitted again", kResubmissions)
      ->group(group);
}

void note_given(const CLI::App& command, ClusterOptions& o) {
  for (const char* name : {"--partition", "--time", "--memory", "--account", "--submit-option",
                           "--array-size", "--runs-per-task", "--resubmit", "--folder", "--jobs"})
    if (command.count(name) > 0) o.given.insert(name);
}

void check_together(const ClusterOptions& o) {
  if (!o.any())
    for (const std::string& name : o.given)
      if (name != "--jobs")
        throw UsageError(fmt::format("{} goes with --on slurm or --collect DIR", name));
  if (!o.on.empty() && !o.collect.empty())
    throw UsageError("--on begins a sweep on a cluster, --collect continues one: give only one");
  if (o.waits && (o.collect.empty() || o.returns))
    throw UsageError("--wait goes with --collect DIR; --on waits by itself");
  if (o.returns && !o.any()) throw UsageError("--no-wait goes with --on slurm");
  if (!o.on.empty()) batch::make_cluster(o.on, nullptr);  // is there one of this name?
}

std::string submission_text(const ClusterOptions& o, const study::Plan& plan, size_t pending) {
  batch::SubmitOptions submit = chosen_options({}, o);
  const auto cluster = batch::make_cluster(o.on, &interrupt_flag());
  const fs::path folder = fs::absolute(o.folder.empty() ? default_folder(plan) : o.folder);
  const size_t limit = cluster->array_limit();
  const size_t most = submit.array_size > 0 ? submit.array_size : limit > 0 ? limit : 1001;
  const size_t tasks = (pending + submit.runs_per_task - 1) / submit.runs_per_task;
  std::string text = fmt::format("{} to submit in {} task{} and {} array{}; folder: {}\n", pending,
                                 tasks, tasks == 1 ? "" : "s", (tasks + most - 1) / most,
                                 tasks > most ? "s" : "", folder.string());
  if (tasks == 0) return text;
  const batch::ArrayJob job{"heddle-ID-0001",     std::min(tasks, most), folder / "arrays/0001.sh",
                            folder / "logs/0001", fs::current_path(),    submit.resources};
  return text + batch::shell_line(cluster->submission(job)) + "\n";
}

int sweep_on_cluster(const ClusterOptions& o, const study::PlannedSweep& sweep,
                     const std::string& command, const SweepFiles& files,
                     const StoreChoice& store_choice, store::ResultStore& store) {
  if (o.returns && files.any())
    throw UsageError(
        "--no-wait has no results to write; give --csv, --json and --report to "
        "heddle sweep --collect");
  const fs::path where = o.folder.empty() ? default_folder(sweep.plan) : o.folder;
  const bool goes_on = batch::PlanFolder::is_plan(where);
  batch::PlanHeader header;
  header.command = command, header.store = store_file(store_choice, store);
  header.submit = chosen_options({}, o);
  header.submit.cluster = o.on;
  const batch::PlanFolder folder =
      goes_on ? batch::PlanFolder::open(where) : batch::PlanFolder::create(where, header, sweep);
  if (folder.header().digest != batch::PlanFolder::digest_of_runs(sweep.plan))
    throw UsageError(
        fmt::format("{} holds the plan of another sweep ({}); choose another folder with --folder",
                    folder.path().string(), folder.header().command));
  print_error(
      fmt::format("heddle: {} {}", goes_on ? "continuing with" : "plan:", folder.path().string()));
  ClusterCollection collection(folder, sweep, metrics_of(sweep),
                               chosen_options(folder.header().submit, o), store);
  try {
    collection.collect(!o.returns);
  } catch (const batch::ClusterError& e) {
    throw IoError(fmt::format("{}\n{}", e.what(), collection.rest_text()));
  }
  if (interrupt_flag()) {
    if (!o.returns) collection.show(files);
    end_interrupted(collection);
  }
  if (!collection.counts().settled() && !collection.knows_queue())
    throw IoError(fmt::format("the cluster could not be asked\n{}", collection.rest_text()));
  if (o.returns && !collection.counts().settled()) {
    print_out(collection.rest_text() + "\n");
    return kSuccess;
  }
  return collection.show(files) ? kSuccess : kKernelFailed;
}

int collect_sweep(const ClusterOptions& o, const std::vector<std::string>& metrics,
                  const SweepFiles& files, StoreChoice store_choice) {
  const batch::PlanFolder folder = batch::PlanFolder::open(o.collect);
  const study::PlannedSweep sweep = folder.read_sweep();
  if (store_choice.file.empty() && !store_choice.none) {
    store_choice.file = folder.header().store;
    store_choice.none = store_choice.file.empty();
  }
  OutputPlan outputs;
  plan_store(outputs, store_choice);
  files.add_to(outputs);
  check_outputs(outputs);
  auto store = open_store(store_choice);
  const std::vector<query::Metric> chosen = query::parse_metrics(metrics);
  ClusterCollection collection(folder, sweep, chosen.empty() ? metrics_of(sweep) : chosen,
                               chosen_options(folder.header().submit, o), *store);
  try {
    collection.collect(o.waits);
  } catch (const batch::ClusterError& e) {
    print_error(fmt::format("heddle: {}", e.what()));
  }
  const bool good = collection.show(files);
  if (interrupt_flag()) end_interrupted(collection);
  if (!collection.counts().settled()) {
    print_out(collection.rest_text() + "\n");
    return kIncomplete;
  }
  return good ? kSuccess : kKernelFailed;
}

}  // namespace heddle
