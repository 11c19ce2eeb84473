// What executes launches for a device: plain functional execution, or a machine with timing.
#pragma once

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
    return run_functional(*kernel, launch, environment);
  }
};

}  // namespace heddle
