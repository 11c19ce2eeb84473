// A machine as a device's engine. Keeps the result of every launch, also of one that was stopped.
#pragma once

#include <functional>
#include <vector>

#include "exec/engine.hpp"
#include "gpu/machine.hpp"

namespace heddle {

class TimedEngine final : public Engine {
 public:
  explicit TimedEngine(ValidMachine config, MachineOptions options = {})
      : machine_(std::move(config), std::move(options)) {}

  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override {
    LaunchResult& result = results_.emplace_back();
    machine_.run(kernel, launch, environment, result);
    if (finished) finished(result);
    RunCounts counts;
    counts.blocks = result.blocks;
    for (const Counters& sm : result.sms) {
      counts.warp_instructions += sm.core.warp_instructions;
      counts.thread_instructions += sm.core.thread_instructions;
    }
    return counts;
  }
  /// Called after each launch that ran to its end.
  std::function<void(const LaunchResult&)> finished;
  const std::vector<LaunchResult>& results() const { return results_; }
  Machine& machine() { return machine_; }

 private:
  Machine machine_;
  std::vector<LaunchResult> results_;
};

}  // namespace heddle
