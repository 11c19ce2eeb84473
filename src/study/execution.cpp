#include "study/execution.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "config/effective.hpp"
#include "runner/parallel.hpp"
#include "study/tools.hpp"

namespace heddle::study {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

/// What tells a run from others for an estimate; reading its machine would take longer than that.
store::StoredRun identity_of(const Plan& plan, size_t i) {
  const RunDescription& run = plan.runs[i];
  store::StoredRun stored;
  stored.key = plan.keys[i], stored.arch = plan.archs[i];
  stored.tool = run.tool, stored.workload = run.workload, stored.size = run.size;
  stored.parameters = run.parameters, stored.seed = run.seed;
  return stored;
}

struct Pending {
  Execution* execution;
  RunRecorder* recorder;
  size_t run;
  double expected = 0;  // seconds; 0: unknown
};

/// What the store says of past runs, read once for each workload.
class Expectations {
 public:
  explicit Expectations(store::ResultStore& store) : store_(store) {}
  /// Seconds; nothing if no past run is like it.
  std::optional<double> of(const Plan& plan, size_t i) {
    const store::StoredRun like = identity_of(plan, i);
    const auto [known, is_new] = past_.try_emplace({like.tool, like.workload, like.size});
    if (is_new) known->second = store_.past_runs(like);
    return known->second.expected_seconds(like);
  }

 private:
  store::ResultStore& store_;
  std::map<std::array<std::string, 3>, store::PastRuns> past_;
};

using Recorders = std::vector<std::unique_ptr<RunRecorder>>;  // one per execution

std::vector<Pending> take_known(std::span<Execution*> executions, Recorders& recorders,
                                store::ResultStore& store, const ExecutionOptions& options) {
  std::vector<Pending> pending;
  for (Execution* e : executions) {
    RunRecorder* recorder = recorders.emplace_back(std::make_unique<RunRecorder>(e->plan)).get();
    for (size_t i = 0; i < e->plan.runs.size(); i++) {
      if (options.interrupted && *options.interrupted) return pending;
      if (!is_wanted(e->plan.runs[i], options)) continue;
      std::optional<Json> known;
      if (!options.check) known = store.find(e->plan.keys[i]);
      if (!known) {
        pending.push_back({e, recorder, i});
        continue;
      }
      e->results[i] = std::move(*known);
      e->states[i] = RunState::Known;
    }
  }
  return pending;
}

/// The time left, from what past runs took: those that ended tell how much slower or faster this
/// host is today.
class Forecast {
 public:
  Forecast(const std::vector<Pending>& pending, unsigned jobs) : jobs_(std::max(1u, jobs)) {
    size_t measured = 0;
    for (const Pending& p : pending) measured += p.expected > 0, mean_ += p.expected;
    mean_ = measured ? mean_ / static_cast<double>(measured) : 0;
    for (const Pending& p : pending) left_ += expected(p);
    count_left_ = pending.size();
  }
  void ended(const Pending& p, double seconds) {
    left_ -= expected(p), expected_ += expected(p), took_ += seconds;
    ended_++, count_left_--;
  }
  double seconds_left() const {
    const double jobs = std::min<double>(jobs_, std::max<double>(1, double(count_left_)));
    if (ended_ == 0) return left_ / jobs;
    if (expected_ <= 0) return took_ / double(ended_) * double(count_left_) / jobs;
    return std::max(0.0, left_) * (took_ / expected_) / jobs;
  }

 private:
  double expected(const Pending& p) const { return p.expected > 0 ? p.expected : mean_; }

  unsigned jobs_;
  double mean_ = 0, left_ = 0, expected_ = 0, took_ = 0;
  size_t ended_ = 0, count_left_ = 0;
};

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Whether it ran to its end; an interrupt is not an end.
bool run_one(const Pending& p, store::ResultStore& store, const ExecutionOptions& options) {
  Execution& e = *p.execution;
  e.states[p.run] = RunState::Stopped;
  RunOutcome outcome;
  try {
    outcome = execute_here(e.plan.runs[p.run], options);
  } catch (const InterruptedError&) {  // the caller sees the flag
    return false;
  }
  e.states[p.run] = RunState::Finished;
  if (outcome.lasting) store.keep(p.recorder->record(p.run, outcome));
  e.results[p.run] = std::move(outcome.result);
  return true;
}

}  // namespace

bool is_wanted(const RunDescription& run, const ExecutionOptions& options) {
  return options.pictures || !find_tool(run.tool)->pictures;
}

RunOutcome execute_here(const RunDescription& run, const ExecutionOptions& options) {
  const Clock::time_point began = Clock::now();
  RunOutcome outcome;
  try {
    outcome.result = execute(run, {options.interrupted, options.check});
    if (outcome.result.contains("failure")) outcome.lasting = find_tool(run.tool)->failures_last;
  } catch (const InterruptedError&) {
    throw;
  } catch (const std::exception& error) {
    if (!options.errors_are_failures) throw;
    outcome.result = {{"failure", error.what()}};
    outcome.lasting = false;
  }
  outcome.seconds = seconds_since(began);
  outcome.finished = static_cast<int64_t>(std::time(nullptr));
  outcome.host = host_name();
  return outcome;
}

RunRecorder::Machine RunRecorder::machine_of(const RunDescription& run) {
  {
    std::lock_guard lock(guard_);
    if (auto known = machines_.find(run.machine); known != machines_.end()) return known->second;
  }
  const ValidMachine machine = study::machine_of(run);
  Machine made{machine->name, effective_json(machine)};
  std::lock_guard lock(guard_);
  return machines_.try_emplace(run.machine, std::move(made)).first->second;
}

store::StoredRun RunRecorder::record(size_t i, RunOutcome outcome) {
  store::StoredRun stored = identity_of(plan_, i);
  const RunDescription& run = plan_.runs[i];
  if (run.sampling.every > 0) stored.sampling = compact(to_json(run)["sample"]);
  Machine machine = machine_of(run);
  stored.preset = std::move(machine.preset);
  stored.machine = run.machine, stored.configuration = std::move(machine.configuration);
  stored.version = HEDDLE_VERSION;
  for (const PluginUse& p : run.plugins) stored.version += fmt::format(" {}/{}", p.name, p.digest);
  stored.model = model_version(), stored.inputs = plan_.inputs[i];
  stored.seconds = outcome.seconds, stored.finished = outcome.finished;
  stored.host = std::move(outcome.host);
  stored.result = std::move(outcome.result);
  return stored;
}

void execute_all(std::span<Execution*> executions, store::ResultStore& store,
                 const ExecutionOptions& options) {
  Recorders recorders;
  std::vector<Pending> pending = take_known(executions, recorders, store, options);
  if (std::string damage = store.damage(); !damage.empty() && options.note) options.note(damage);
  Expectations expectations(store);
  for (Pending& p : pending)
    if (store.keeps()) p.expected = expectations.of(p.execution->plan, p.run).value_or(0);
  Forecast forecast(pending, options.jobs);
  std::mutex guard;
  size_t done = 0;
  auto tell = [&] {
    if (options.progress && !pending.empty())
      options.progress({done, pending.size(), forecast.seconds_left()});
  };
  tell();
  ParallelOptions parallel{options.jobs, options.interrupted, {}};
  run_parallel(pending.size(), parallel, [&](size_t i) {
    const Clock::time_point began = Clock::now();
    if (!run_one(pending[i], store, options)) return;
    std::lock_guard lock(guard);
    forecast.ended(pending[i], seconds_since(began));
    done++;
    tell();
  });
}

Estimate estimate(const Plan& plan, store::ResultStore& store, unsigned jobs) {
  Estimate all;
  Expectations expectations(store);
  double measured = 0;
  for (size_t i = 0; i < plan.runs.size(); i++) {
    if (store.find(plan.keys[i])) {
      all.known++;
      continue;
    }
    all.pending++;
    const auto seconds = expectations.of(plan, i);
    seconds ? measured += *seconds : all.unmeasured++;
  }
  if (all.pending == all.unmeasured) return all;
  const double mean = measured / static_cast<double>(all.pending - all.unmeasured);
  const double work = measured + mean * static_cast<double>(all.unmeasured);
  all.seconds = work / std::min<double>(std::max(1u, jobs), static_cast<double>(all.pending));
  return all;
}

std::string duration_text(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5970) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace heddle::study
