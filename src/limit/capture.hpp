// Captures traces of the first threads of each launch during functional execution.
#pragma once

#include <functional>
#include <map>

#include "exec/engine.hpp"
#include "limit/trace.hpp"

namespace heddle::limit {

struct CaptureLimits {
  uint32_t threads = 128;        // of each launch
  uint32_t steps = 1024 * 1024;  // of each thread: later steps are not kept
};

/// An engine that runs launches and passes on the trace of each launch that completed.
class TracingEngine final : public Engine {
 public:
  using Take = std::function<void(const LaunchTrace&)>;

  TracingEngine(CaptureLimits limits, Take take) : limits_(limits), take_(std::move(take)) {}

  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override;

 private:
  CaptureLimits limits_;
  Take take_;
  std::map<const Executable*, TimedCodePtr> known_;  // kernels may be launched many times
};

}  // namespace heddle::limit
