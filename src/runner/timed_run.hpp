// Runs a workload or a launch description on one simulated machine, and collects its statistics.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/timed_engine.hpp"
#include "runner/run_target.hpp"
#include "stats/run_statistics.hpp"

namespace heddle {

struct TimedRunOptions {
  bool check = false;             // check the invariants
  uint64_t max_instructions = 0;  // per launch; 0: no limit
  LaunchChoice launches = {};     // that are timed
  uint32_t threads = 1;           // host threads that simulate the SMs
  uint64_t sample_every = 0;      // cycles; 0: no samples
  std::vector<std::string> sample_names;
  std::function<void(const Progress&)> progress = {};
  std::function<void()> launch_ended = {};
  Observer* observer = nullptr;                    // outlives the run
  bool quiet = false;                              // drop what kernels print
  std::function<void(std::string_view)> print{};   // receives it; empty: standard output
  const std::atomic<bool>* interrupted = nullptr;  // once set, launches end
};

/// Options of a device on this host: it has at most the host's memory, and its launches end when
/// the flag is set.
DeviceOptions host_device_options(const std::atomic<bool>* interrupted);

class TimedRun {
 public:
  /// Reads and checks the target; throws as make_run_target does.
  TimedRun(const RunTargetChoice& target, ValidMachine config, TimedRunOptions options);
  TimedRun(const TimedRun&) = delete;
  TimedRun& operator=(const TimedRun&) = delete;

  /// Throws as launches do; the statistics then have what was counted so far, marked partial.
  void run();

  /// The first difference from the expected results; empty when they are right.
  std::string difference() const;

  const RunTarget& target() const { return *target_; }
  const RunStatistics& statistics() const { return statistics_; }

 private:
  MachineOptions machine_options();
  DeviceOptions device_options() const;
  void sample(uint64_t cycle, std::span<const Counters> sms);
  void add_finished(const LaunchResult& result);
  void count_launches();
  Scope scope() const { return {statistics_.config, statistics_.config.sms}; }

  TimedRunOptions options_;
  RunStatistics statistics_;
  std::shared_ptr<TimedEngine> engine_;
  std::optional<Device> device_;
  std::unique_ptr<RunTarget> target_;
  std::optional<Sampler> sampler_;  // of the running launch
};

}  // namespace heddle
