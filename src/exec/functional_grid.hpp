// Functional execution of a grid: one block after another, except that long-running blocks take
// turns.
#pragma once

#include "exec/functional_run.hpp"
#include "exec/functional_spin.hpp"

namespace heddle {

namespace {

constexpr size_t kMaxResident = 64;  // unfinished blocks, which may wait for each other

template <bool kObserved>
class GridRun {
 public:
  GridRun(const Executable& kernel, const Launch& launch, Environment& environment,
          PathObserver* observer)
      : kernel_(kernel),
        launch_(launch),
        environment_(environment),
        observer_(observer),
        constants_(launch_constants(kernel, launch)),
        total_(launch.grid.count()) {}

  RunCounts run() {
    try {
      run_all();
    } catch (...) {
      environment_.counts = counts_;
      throw;
    }
    return counts_;
  }

 private:
  using Run = BlockRun<kObserved>;
  static constexpr uint64_t kReport = 1 << 22;  // instructions between progress reports

  void run_all() {
    while (next_ < total_ || !resident_.empty()) {
      std::unique_ptr<Run> run = take();
      if (run->run())
        spare_ = std::move(run);
      else
        resident_.push_back(std::move(run));
      if (counts_.warp_instructions >= next_report_) report();
    }
  }

  /// The next block of the grid, or the block that has waited longest if no more may start.
  std::unique_ptr<Run> take() {
    std::unique_ptr<Run> run;
    if (next_ < total_ && resident_.size() < kMaxResident) {
      run = spare_ ? std::move(spare_)
                   : std::make_unique<Run>(kernel_, launch_, constants_.data(), environment_,
                                           counts_, observer_);
      run->start(next_++);
      return run;
    }
    run = std::move(resident_.front());
    resident_.pop_front();
    return run;
  }

  void report() {
    next_report_ = counts_.warp_instructions + kReport;
    if (environment_.progress)
      environment_.progress(
          {kernel_.entry->name, counts_.blocks, total_, counts_.thread_instructions});
    // The others may wait for a block that has not started.
    if (next_ < total_ && resident_.size() < kMaxResident) return;
    uint64_t limit = watch_.due(counts_.warp_instructions, environment_.changes);
    if (limit > 0) check_for_spin(limit);
  }

  /// Stops at the first block in which a thread makes progress.
  void check_for_spin(uint64_t limit) {
    uint64_t changes = environment_.changes;
    SpinFindings found;
    for (auto& run : resident_) {
      run->find_spinning(limit, found);
      if (found.some_progress || environment_.changes != changes) return;
    }
    if (!found.stuck()) return;
    DeadlockReport report(kernel_);
    for (const auto& run : resident_) run->describe(report);
    report.raise(Stuck::AllSpin, {});
  }

  const Executable& kernel_;
  const Launch& launch_;
  Environment& environment_;
  PathObserver* observer_;
  RunCounts counts_;
  std::vector<std::byte> constants_;
  std::deque<std::unique_ptr<Run>> resident_;  // started but not finished
  std::unique_ptr<Run> spare_;                 // finished, to be reused
  uint64_t next_ = 0, total_;
  uint64_t next_report_ = kReport;
  FunctionalSpinWatch watch_;
};

template <bool kObserved>
RunCounts run_blocks(const Executable& kernel, const Launch& launch, Environment& environment,
                     PathObserver* observer) {
  return GridRun<kObserved>(kernel, launch, environment, observer).run();
}

}  // namespace

}  // namespace heddle
