// A machine as a device's engine. Keeps the result of every timed launch, also of one that was
// stopped. Launches that are not chosen run functionally: values are right, no time passes, and
// caches keep what they hold, unless the choice asks to warm the L2.
#pragma once

#include <functional>
#include <vector>

#include "exec/engine.hpp"
#include "gpu/launch_choice.hpp"
#include "gpu/machine.hpp"

namespace heddle {

class TimedEngine final : public Engine {
 public:
  explicit TimedEngine(ValidMachine config, MachineOptions options = {}, LaunchChoice choice = {})
      : machine_(std::move(config), std::move(options)), choice_(std::move(choice)) {
    check_warming(choice_, machine_.config());
  }

  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override {
    launches_++;
    if (!choice_.has(launches_, kernel->entry->name))
      return machine_.run_untimed(*kernel, launch, environment, choice_.warm);
    LaunchResult& result = results_.emplace_back();
    result.number = launches_;
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
  /// Called after each timed launch that ran to its end.
  std::function<void(const LaunchResult&)> finished;
  const std::vector<LaunchResult>& results() const { return results_; }
  /// Launches so far, timed or not.
  uint64_t launches() const { return launches_; }
  Machine& machine() { return machine_; }

 private:
  Machine machine_;
  LaunchChoice choice_;
  uint64_t launches_ = 0;
  std::vector<LaunchResult> results_;
};

}  // namespace heddle
