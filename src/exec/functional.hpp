// Runs a kernel to its end without timing: the fastest way to its results, and the reference that
// every timed core must agree with.
#pragma once

#include <cstdint>

#include "exec/launch.hpp"

namespace heddle {

struct RunCounts {
  uint64_t warp_instructions = 0;
  uint64_t thread_instructions = 0;  // threads whose guard is false do not count
  uint64_t blocks = 0;
};

/// Throws ExecutionError, DeadlockError, InterruptedError. Memory written before stays written.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment);

class PathObserver;
/// The same, while `observer` is told what threads execute.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment,
                         PathObserver& observer);

}  // namespace heddle
