#include "batch/collector.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "batch/log_tail.hpp"
#include "runner/parallel.hpp"

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

/// Slurm's own default, for a cluster that does not tell.
constexpr size_t kUsualArray = 1001;
/// Results that go to the store in one transaction.
constexpr size_t kTogether = 256;
/// Threads that read results: a host where people log in belongs to others too.
constexpr unsigned kReaders = 8;

/// -1 if another process holds it. Where files cannot be locked, nobody is kept out.
int take_lock(const fs::path& file) {
  const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock < 0) return -1;
  if (::flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return lock;
  ::close(lock);
  return -1;
}

}  // namespace

Collector::Collector(const PlanFolder& folder, const study::PlannedSweep& sweep,
                     store::ResultStore& store, Cluster* cluster, CollectorOptions options)
    : folder_(folder),
      sweep_(sweep),
      store_(store),
      cluster_(cluster),
      options_(std::move(options)),
      recorder_(sweep.plan),
      lock_(cluster ? take_lock(folder.lock_file()) : -1),
      states_(sweep.plan.runs.size(), PlannedState::Missing),
      submissions_(sweep.plan.runs.size()) {
  if (cluster_ && lock_ < 0)
    note("another heddle collects this sweep; this one takes results and submits nothing");
  for (size_t i = 0; i < states_.size(); i++) {
    run_of_.emplace(sweep_.plan.keys[i], i);
    if (!is_wanted(sweep_.plan.runs[i], options_.execution)) states_[i] = PlannedState::Left;
  }
  take_known();
  read_arrays();
  place_runs(false);
}

Collector::~Collector() {
  if (lock_ >= 0) ::close(lock_);
}

void Collector::note(const std::string& text) const {
  if (options_.note) options_.note(text);
}

void Collector::take_known() {
  for (size_t i = 0; i < states_.size(); i++) {
    if (!is_open(i)) continue;
    const std::optional<Json> known = store_.find(sweep_.plan.keys[i]);
    if (!known) continue;
    known_++;
    states_[i] = PlannedState::Done;
    if (auto failure = known->find("failure"); known->is_object() && failure != known->end()) {
      states_[i] = PlannedState::Failed;
      failures_[i] = failure->is_string() ? failure->get<std::string>() : compact(*failure);
    }
    if (options_.on_result) options_.on_result(i, *known);
  }
  if (const std::string damage = store_.damage(); !damage.empty()) note(damage);
}

void Collector::read_arrays() {
  arrays_ = folder_.arrays();
  submissions_.assign(states_.size(), {});
  for (const PlannedArray& array : arrays_)
    for (size_t i = 0; i < array.runs.size(); i++) {
      Submission& s = submissions_[array.runs[i]];
      s = {array.number, i / array.runs_per_task, s.times + 1};
    }
}

void Collector::pass() {
  const bool queue_known = ask_queue();
  if (queue_known && submits()) forget_unsubmitted();
  merge();
  place_runs(queue_known);
  if (queue_known && submits()) submit_missing();
}

bool Collector::ask_queue() {
  if (!cluster_) return false;
  std::vector<QueuedTask> tasks;
  try {
    tasks = cluster_->queue(folder_.job_prefix());
  } catch (const ClusterError& e) {
    if (!std::exchange(told_unclear_, true))
      note(fmt::format("the queue cannot be asked, so nothing is submitted until it can: {}",
                       e.what()));
    return false;
  }
  told_unclear_ = false, asked_ = true;
  const size_t before = jobs_.size();
  queue_.clear(), jobs_.clear(), reasons_.clear();
  for (const QueuedTask& task : tasks) {
    queue_[task.name][task.task] = task.runs;
    jobs_.insert(task.job);
    if (!task.runs) reasons_.insert(task.reason);
  }
  if (jobs_.size() < before) refused_ = false;  // there is room again
  // An array without a number was being submitted when its collector ended.
  for (PlannedArray& array : arrays_)
    if (array.job.empty())
      for (const QueuedTask& task : tasks)
        if (task.name == folder_.job_name(array.number)) {
          array.job = task.job;
          folder_.keep_job(array, task.job);
          break;
        }
  return true;
}

/// An array that has no number, is not in the queue and has printed nothing: its collector ended
/// before the cluster had it, so it was no attempt.
void Collector::forget_unsubmitted() {
  bool changed = false;
  for (const PlannedArray& array : arrays_) {
    if (!array.job.empty() || folder_.has_logs(array)) continue;
    folder_.remove_array(array);
    changed = true;
  }
  if (changed) read_arrays();
}

/// Files are read by several threads: on a network file system each one takes a while to open, and
/// taking the text apart is most of what there is to do.
void Collector::merge() {
  std::vector<size_t> runs;
  for (const std::string& key : keys_of_results(folder_))
    if (const auto run = run_of_.find(key); run != run_of_.end() && is_open(run->second))
      runs.push_back(run->second);
  ParallelOptions parallel;
  parallel.jobs = std::min(options_.execution.jobs, kReaders);
  for (size_t at = 0; at < runs.size(); at += kTogether) {
    if (options_.execution.interrupted && *options_.execution.interrupted)
      throw InterruptedError("interrupted");
    const auto some = std::span(runs).subspan(at, std::min(kTogether, runs.size() - at));
    std::vector<ReadFile> files(some.size());
    run_parallel(some.size(), parallel, [&](size_t i) { files[i] = read_file_of(some[i]); });
    std::vector<store::StoredRun> to_store;
    for (size_t i = 0; i < some.size(); i++) take_result(some[i], std::move(files[i]), to_store);
    if (!to_store.empty()) store_.keep_all(to_store);
  }
}

Collector::ReadFile Collector::read_file_of(size_t run) const {
  ReadFile file;
  try {
    file.outcome = read_result(folder_, sweep_.plan.keys[run]);
  } catch (const DamagedFile& e) {
    file.damage = e.what();
  }
  return file;
}

void Collector::take_result(size_t run, ReadFile file, std::vector<store::StoredRun>& to_store) {
  if (!file.damage.empty()) {
    put_aside(folder_, sweep_.plan.keys[run]);
    note(fmt::format("{}; it is renamed to *.damaged, and its run counts as missing", file.damage));
    return;
  }
  const Json& result = file.outcome.result;
  states_[run] = PlannedState::Done;
  if (auto failure = result.find("failure"); failure != result.end()) {
    states_[run] = PlannedState::Failed;
    failures_[run] = failure->is_string() ? failure->get<std::string>() : compact(*failure);
  }
  if (options_.on_result) options_.on_result(run, result);
  if (file.outcome.lasting) to_store.push_back(recorder_.record(run, std::move(file.outcome)));
}

void Collector::place_runs(bool queue_known) {
  for (size_t i = 0; i < states_.size(); i++) {
    if (!is_open(i)) continue;
    const Submission& s = submissions_[i];
    if (s.times == 0) {
      states_[i] = PlannedState::Missing;
      continue;
    }
    if (!queue_known) {
      states_[i] = PlannedState::Unclear;
      continue;
    }
    states_[i] =
        s.times > options_.submit.resubmissions ? PlannedState::GivenUp : PlannedState::Lost;
    const auto array = queue_.find(folder_.job_name(s.array));
    if (array == queue_.end()) continue;
    if (const auto task = array->second.find(s.task); task != array->second.end())
      states_[i] = task->second ? PlannedState::Running : PlannedState::Waiting;
  }
}

size_t Collector::array_size() {
  if (array_size_) return *array_size_;
  const size_t limit = cluster_->array_limit(), wanted = options_.submit.array_size;
  if (limit > 0 && wanted > limit)
    throw UsageError(
        fmt::format("--array-size {}: this cluster allows arrays of {} tasks", wanted, limit));
  return *(array_size_ = wanted > 0 ? wanted : limit > 0 ? limit : kUsualArray);
}

void Collector::submit_missing() {
  if (refused_) return;
  std::vector<size_t> first, again;
  for (size_t i = 0; i < states_.size(); i++)
    if (states_[i] == PlannedState::Missing)
      first.push_back(i);
    else if (states_[i] == PlannedState::Lost)
      again.push_back(i);
  const std::pair<std::vector<size_t>&, size_t> lists[] = {{first, options_.submit.runs_per_task},
                                                           {again, 1}};
  for (const auto& [runs, per_task] : lists) {
    if (runs.empty()) continue;
    const size_t most = array_size() * per_task;
    for (size_t at = 0; at < runs.size(); at += most) {
      const auto begin = runs.begin() + static_cast<ptrdiff_t>(at);
      const size_t count = std::min(most, runs.size() - at);
      if (!submit({begin, begin + static_cast<ptrdiff_t>(count)}, per_task)) return;
    }
  }
}

bool Collector::submit(std::vector<size_t> runs, size_t runs_per_task) {
  PlannedArray array = folder_.add_array(std::move(runs), runs_per_task,
                                         options_.submit.resources.cores, cluster_->task_number());
  try {
    array.job = cluster_->submit(folder_.job_of(array, options_.submit.resources));
  } catch (const ClusterError& e) {
    folder_.remove_array(array);
    if (jobs_.empty()) throw;
    refused_ = true;
    note(fmt::format(
        "the cluster takes no more for now, so the rest is submitted as arrays end: {}", e.what()));
    return false;
  }
  folder_.keep_job(array, array.job);
  jobs_.insert(array.job);
  for (size_t i = 0; i < array.runs.size(); i++) {
    const size_t run = array.runs[i];
    submissions_[run] = {array.number, i / runs_per_task, submissions_[run].times + 1};
    states_[run] = PlannedState::Waiting;
  }
  note(fmt::format("job {}: {} run{} in {} task{}{}", array.job, array.runs.size(),
                   array.runs.size() == 1 ? "" : "s", array.tasks(), array.tasks() == 1 ? "" : "s",
                   submissions_[array.runs[0]].times > 1 ? ", submitted again" : ""));
  arrays_.push_back(std::move(array));
  return true;
}

CollectorCounts Collector::counts() const {
  CollectorCounts c;
  c.known = known_;
  for (PlannedState state : states_) {
    c.all += state != PlannedState::Left;
    switch (state) {
      case PlannedState::Left: break;
      case PlannedState::Missing: c.missing++; break;
      case PlannedState::Waiting: c.waiting++; break;
      case PlannedState::Running: c.running++; break;
      case PlannedState::Unclear: c.unclear++; break;
      case PlannedState::Lost: c.lost++; break;
      case PlannedState::GivenUp: c.given_up++; break;
      case PlannedState::Failed: c.failed++; break;
      case PlannedState::Done: c.done++; break;
    }
  }
  return c;
}

std::vector<std::string> Collector::jobs() const {
  if (asked_) return {jobs_.begin(), jobs_.end()};
  std::vector<std::string> jobs;
  for (const PlannedArray& array : arrays_)
    if (!array.job.empty() && std::ranges::any_of(array.runs, [&](size_t r) { return is_open(r); }))
      jobs.push_back(array.job);
  return jobs;
}

std::vector<FailedRun> Collector::failures() const {
  std::vector<FailedRun> all;
  for (size_t i = 0; i < states_.size(); i++) {
    if (states_[i] != PlannedState::Failed && states_[i] != PlannedState::GivenUp) continue;
    const Submission& s = submissions_[i];
    FailedRun& failed = all.emplace_back();
    failed.run = i, failed.submitted = s.times;
    failed.why = states_[i] == PlannedState::Failed
                     ? failures_.at(i)
                     : fmt::format("no result after it was submitted {} time{}", s.times,
                                   s.times == 1 ? "" : "s");
    if (s.times == 0) continue;
    failed.log = folder_.log_file(s.array, s.task);
    failed.output = log_tail(failed.log);
    if (failed.output.empty()) failed.log.clear();
  }
  return all;
}

}  // namespace heddle::batch
