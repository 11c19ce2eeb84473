// Traces of the first threads of each launch, taken while kernels execute without timing.
#pragma once

#include <functional>
#include <map>

#include "exec/engine.hpp"
#include "limit/trace.hpp"

namespace heddle::limit {

struct CaptureLimits {
  uint32_t threads = 128;        // of each launch
  uint32_t steps = 1024 * 1024;  // of each thread: what it does later is not kept
};

/// A device's engine: runs launches, hands over what was captured of each that ran to its end.
class TracingEngine final : public Engine {
 public:
  using Take = std::function<void(const LaunchTrace&)>;

  TracingEngine(CaptureLimits limits, Take take) : limits_(limits), take_(std::move(take)) {}

  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override;

 private:
  CaptureLimits limits_;
  Take take_;
  std::map<const Executable*, TimedCodePtr> known_;  // a module is launched many times
};

}  // namespace heddle::limit
