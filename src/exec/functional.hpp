// Runs a kernel to completion without timing: the fastest way to get its results, and the reference
// for every timed core.
#pragma once

#include "exec/launch.hpp"

namespace heddle {

/// Throws ExecutionError, DeadlockError, LimitError, InterruptedError. Memory keeps what was
/// written before, and `environment.counts` says how far the kernel came.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment);

class PathObserver;
/// The same, reporting to `observer` what threads execute.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment,
                         PathObserver& observer);

}  // namespace heddle
