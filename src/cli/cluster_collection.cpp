#include "cli/cluster_collection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "batch/captured_command.hpp"
#include "cli/terminal.hpp"
#include "study/execution.hpp"

namespace heddle {

namespace {

using CollectionClock = std::chrono::steady_clock;

/// Failures that are printed; all are in the files.
constexpr size_t kMostFailures = 20;

double seconds_since(CollectionClock::time_point then) {
  return std::chrono::duration<double>(CollectionClock::now() - then).count();
}

/// "12 running, 100 waiting (Priority)".
std::string queue_text(const batch::CollectorCounts& c, const std::set<std::string>& reasons) {
  std::vector<std::string> parts;
  auto add = [&](size_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
  };
  add(c.running, "running");
  add(c.waiting,
      reasons.empty() ? "waiting" : fmt::format("waiting ({})", fmt::join(reasons, ", ")));
  add(c.unclear, "submitted");
  add(c.missing, "not submitted yet");
  add(c.lost, "to be submitted again");
  return fmt::format("{}", fmt::join(parts, ", "));
}

void print_note(const std::string& text) {
  print_status("");
  print_error("heddle: " + text);
}

}  // namespace

ClusterCollection::ClusterCollection(const batch::PlanFolder& folder,
                                     const study::PlannedSweep& sweep,
                                     std::vector<query::Metric> metrics,
                                     batch::SubmitOptions submit, store::ResultStore& store)
    : folder_(folder),
      sweep_(sweep),
      metrics_(std::move(metrics)),
      planned_(query::planned_records(sweep.study, sweep.size, sweep.plan)) {
  for (size_t i = 0; i < planned_.size(); i++) records_of_[planned_[i].run].push_back(i);
  batch::CollectorOptions options;
  options.submit = std::move(submit);
  options.on_result = [this](size_t run, const Json& result) { measure_run(run, result); };
  options.execution.interrupted = &interrupt_flag();
  options.note = print_note;
  cluster_ = batch::make_cluster(options.submit.cluster, &interrupt_flag());
  collector_ =
      std::make_unique<batch::Collector>(folder, sweep, store, cluster_.get(), std::move(options));
}

void ClusterCollection::collect(bool waits) {
  const CollectionClock::time_point began = CollectionClock::now();
  try {
    for (bool first = true;; first = false) {
      collector_->pass();
      if (collector_->counts().settled() || !waits) break;
      if (first && !collector_->knows_queue()) break;
      note_reasons();
      pause(seconds_since(began));
      if (interrupt_flag()) break;
    }
  } catch (const InterruptedError&) {  // the caller sees the flag
  }
  print_status("");
}

bool ClusterCollection::show(const SweepFiles& files) {
  const std::vector<batch::FailedRun> failures = collector_->failures();
  std::vector<query::Record> records;
  for (const query::PlannedRecord& planned : planned_) {
    query::Record& record = records.emplace_back(planned.record);
    if (record.values.empty()) query::measure(record, nullptr, metrics_);
  }
  for (const batch::FailedRun& f : failures)
    if (auto of = records_of_.find(f.run); of != records_of_.end())
      for (size_t record : of->second) records[record].failure = f.why;
  const SweepResults results{
      sweep_.study, sweep_.plan,    sweep_.refused,      records,
      metrics_,     counts().known, !counts().settled(), folder_.header().command};
  print_sweep(results);
  print_failures(failures);
  write_sweep(results, files);
  return failures.empty();
}

std::string ClusterCollection::rest_text() const {
  const batch::CollectorCounts c = counts();
  std::string text = fmt::format("{} of {} runs have a result", c.done + c.failed, c.all);
  if (c.given_up > 0) text += fmt::format(", {} are given up", c.given_up);
  if (std::string queue = queue_text(c, collector_->reasons()); !queue.empty())
    text += ", " + queue;
  const std::vector<std::string> jobs = collector_->jobs();
  if (!jobs.empty())
    text += fmt::format("\njobs in the queue: {} (to end them: {})", fmt::join(jobs, ", "),
                        cluster_->cancel_command(jobs));
  return text + fmt::format("\nto collect: {}", batch::shell_line({"heddle", "sweep", "--collect",
                                                                   folder_.path().string()}));
}

void ClusterCollection::measure_run(size_t run, const Json& result) {
  results_++;
  const auto records = records_of_.find(run);
  if (records == records_of_.end()) return;
  for (size_t i : records->second) query::measure(planned_[i].record, result, metrics_);
}

/// Tasks that wait for room are not worth a note; tasks that wait for a person are.
void ClusterCollection::note_reasons() {
  for (const std::string& reason : collector_->reasons())
    if (reason != "None" && reason != "Resources" && reason != "Priority" &&
        told_reasons_.insert(reason).second)
      print_note(fmt::format("tasks wait because of {}", reason));
}

/// Longer the longer the sweep takes already: the queue of a busy cluster is asked twice a minute.
void ClusterCollection::pause(Seconds elapsed) {
  const double seconds = std::clamp(elapsed / 20, 0.5, 30.0);
  show_progress(elapsed);
  for (const CollectionClock::time_point from = CollectionClock::now();
       seconds_since(from) < seconds && !interrupt_flag();)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

void ClusterCollection::show_progress(Seconds elapsed) {
  if (first_results_ == kNone) first_results_ = results_;
  const batch::CollectorCounts c = counts();
  constexpr size_t kWidth = 24;
  const size_t done = c.done + c.failed + c.given_up, filled = done * kWidth / c.all;
  std::string left;
  if (const size_t came = results_ - first_results_; came > 0)
    left = fmt::format(", {} left",
                       study::duration_text(elapsed / double(came) * double(c.all - done)));
  print_status(fmt::format("sweep [{}{}] {}/{} runs, {}{}", std::string(filled, '#'),
                           std::string(kWidth - filled, '.'), done, c.all,
                           queue_text(c, collector_->reasons()), left));
}

std::string ClusterCollection::label(size_t run) const {
  for (size_t v = 0; v < sweep_.study.variants.size(); v++)
    for (size_t row : sweep_.study.variants[v].rows)
      if (sweep_.plan.run_of[v][row] == run)
        return fmt::format("{} under {}", sweep_.study.rows[row].label,
                           sweep_.study.variants[v].name);
  return fmt::format("{} under {}", sweep_.plan.runs[run].workload, sweep_.plan.archs[run]);
}

void ClusterCollection::print_failures(const std::vector<batch::FailedRun>& failures) const {
  for (size_t i = 0; i < std::min(failures.size(), kMostFailures); i++) {
    const batch::FailedRun& f = failures[i];
    std::string text = fmt::format("heddle: {}: {}\n", label(f.run), f.why);
    if (!f.log.empty()) {
      text += fmt::format("  its task printed, at the end of {}:\n    ", f.log.string());
      for (char c : f.output) text += c == '\n' ? std::string("\n    ") : std::string(1, c);
      text += "\n";
    }
    print_error(text + fmt::format("  to repeat it here: {}", folder_.repeat_command(f.run)));
  }
  if (failures.size() > kMostFailures)
    print_error(fmt::format("heddle: {} more runs failed (--csv and --json have all of them)",
                            failures.size() - kMostFailures));
}

}  // namespace heddle
