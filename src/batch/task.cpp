#include "batch/task.hpp"

#include <fmt/format.h>

#include <mutex>
#include <new>
#include <system_error>

#include "base/error.hpp"
#include "batch/result_file.hpp"
#include "runner/parallel.hpp"

namespace heddle::batch {

namespace {

/// "run 17: bitonic n=64 under dwf".
std::string name_of(size_t number, const study::Plan& plan, size_t i) {
  const study::RunDescription& run = plan.runs[i];
  std::string name = fmt::format("run {}: {}", number, run.workload);
  for (const std::string& parameter : run.parameters) name += " " + parameter;
  return name + " under " + plan.archs[i];
}

/// Throws UsageError if the files that the run reads are others than when the plan was made.
void check_inputs(const study::Plan& plan, size_t i) {
  if (study::key_of(plan.runs[i]) == plan.keys[i]) return;
  throw UsageError(fmt::format("'{}' or a file that it reads has changed since the plan was made",
                               plan.runs[i].workload));
}

class Task {
 public:
  Task(const PlanFolder& folder, std::span<const size_t> numbers, const TaskOptions& options)
      : folder_(folder), numbers_(numbers), options_(options), plan_(folder.read_runs(numbers)) {}

  TaskReport run() {
    const ParallelOptions parallel{options_.jobs, options_.interrupted, {}};
    run_parallel(numbers_.size(), parallel, [&](size_t i) { one(i); });
    if (options_.interrupted && *options_.interrupted) throw InterruptedError("interrupted");
    return report_;
  }

 private:
  void one(size_t i) {
    const std::string name = name_of(numbers_[i], plan_, i);
    if (!options_.again && has_result(i)) return tell(name + ": has a result", &TaskReport::known);
    tell(name + ": begins");
    try {
      const study::RunOutcome outcome = execute(i);
      write_result(folder_, plan_.keys[i], outcome);
      const auto failure = outcome.result.find("failure");
      if (failure != outcome.result.end())
        tell(fmt::format("{}: failed: {}", name,
                         failure->is_string() ? failure->get<std::string>() : compact(*failure)),
             &TaskReport::failed);
      tell(fmt::format("{}: ended after {}", name, study::duration_text(outcome.seconds)),
           &TaskReport::executed);
    } catch (const InterruptedError&) {
      tell(name + ": interrupted");
    } catch (const IoError& e) {
      lose(name, e.what());
    } catch (const std::system_error& e) {
      lose(name, e.what());
    } catch (const std::bad_alloc&) {
      lose(name, "out of memory");
    }
  }

  /// What this host lacks is thrown: another may have it. All other errors are the run's own.
  study::RunOutcome execute(size_t i) {
    study::ExecutionOptions options;
    options.interrupted = options_.interrupted;
    try {
      check_inputs(plan_, i);
      return execute_here(plan_.runs[i], options);
    } catch (const InterruptedError&) {
      throw;
    } catch (const IoError&) {
      throw;
    } catch (const Error& e) {
      study::RunOutcome outcome;
      outcome.result = {{"failure", e.what()}};
      outcome.lasting = false;
      outcome.host = own_host();
      return outcome;
    }
  }

  bool has_result(size_t i) const {
    try {
      return read_result(folder_, plan_.keys[i]).lasting;
    } catch (const IoError&) {
      return false;
    }
  }

  void lose(const std::string& name, const std::string& why) {
    tell(fmt::format("{}: cannot be executed here: {}", name, why), &TaskReport::lost);
  }

  void tell(const std::string& line, size_t TaskReport::*count = nullptr) {
    std::lock_guard lock(guard_);
    if (count) (report_.*count)++;
    if (options_.tell) options_.tell(line);
  }

  const PlanFolder& folder_;
  std::span<const size_t> numbers_;
  const TaskOptions& options_;
  study::Plan plan_;
  std::mutex guard_;
  TaskReport report_;
};

}  // namespace

TaskReport run_task(const PlanFolder& folder, std::span<const size_t> runs,
                    const TaskOptions& options) {
  return Task(folder, runs, options).run();
}

}  // namespace heddle::batch
