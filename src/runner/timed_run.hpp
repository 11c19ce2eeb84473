// A launch description or a workload on one simulated machine, from its inputs to its statistics.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/timed_engine.hpp"
#include "runner/subject.hpp"
#include "stats/run_statistics.hpp"

namespace heddle {

struct TimedRunOptions {
  bool check = false;             // watch the invariants
  uint64_t max_instructions = 0;  // per launch; 0: no limit
  uint64_t sample_every = 0;      // cycles; 0: no samples
  std::vector<std::string> sample_names;
  std::function<void(const Progress&)> progress = {};
  std::function<void()> launch_ended = {};
  Observer* observer = nullptr;                    // outlives the run
  bool quiet = false;                              // drops what kernels print
  std::function<void(std::string_view)> print{};   // gets it; empty: standard output
  const std::atomic<bool>* interrupted = nullptr;  // set by somebody: launches end
};

/// Options of a device of this host: no more memory than the host has; launches end when the flag
/// is set.
DeviceOptions host_device_options(const std::atomic<bool>* interrupted);

class TimedRun {
 public:
  /// Reads and checks the subject; throws as make_subject does.
  TimedRun(const SubjectChoice& subject, ValidMachine config, TimedRunOptions options);
  TimedRun(const TimedRun&) = delete;
  TimedRun& operator=(const TimedRun&) = delete;

  /// Throws as launches do; the statistics then have what was counted so far, marked partial.
  void run();

  /// What is wrong with the results: the first difference; empty when they are right.
  std::string difference() const;

  const Subject& subject() const { return *subject_; }
  const RunStatistics& statistics() const { return statistics_; }

 private:
  MachineOptions machine_options();
  DeviceOptions device_options() const;
  void sample(uint64_t cycle, std::span<const Counters> sms);
  void add_finished(const LaunchResult& result);
  Scope scope() const { return {statistics_.config, statistics_.config.sms}; }

  TimedRunOptions options_;
  RunStatistics statistics_;
  std::shared_ptr<TimedEngine> engine_;
  std::optional<Device> device_;
  std::unique_ptr<Subject> subject_;
  std::optional<Sampler> sampler_;  // of the launch that runs
};

}  // namespace heddle
