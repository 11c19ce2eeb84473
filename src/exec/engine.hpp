// The interface that executes launches for a device: functional execution, or a timed machine.
#pragma once

#include <functional>

#include "exec/functional.hpp"

namespace heddle {

class Engine {
 public:
  virtual ~Engine() = default;
  virtual RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                        Environment& environment) = 0;
};

class FunctionalEngine final : public Engine {
 public:
  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override {
    environment.progress = progress;
    RunCounts counts = run_functional(*kernel, launch, environment);
    if (finished) finished(*kernel, launch, counts);
    return counts;
  }
  /// Called after each launch that ran to completion.
  std::function<void(const Executable&, const Launch&, const RunCounts&)> finished;
  std::function<void(const Progress&)> progress;  // called periodically
};

}  // namespace heddle
