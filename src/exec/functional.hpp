// Runs a kernel to completion without timing: the fastest way to get its results, and the reference
// for every timed core.
#pragma once

#include <cstdint>

#include "exec/launch.hpp"

namespace heddle {

struct RunCounts {
  uint64_t warp_instructions = 0;
  uint64_t thread_instructions = 0;  // threads whose guard is false do not count
  uint64_t blocks = 0;
};

/// Throws ExecutionError, DeadlockError, LimitError, InterruptedError. Memory keeps what was
/// written before.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment);

class PathObserver;
/// The same, reporting to `observer` what threads execute.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment,
                         PathObserver& observer);

}  // namespace heddle
