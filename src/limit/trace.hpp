// Traces of executed code: a sequence of steps per thread.
//
// A step is one execution of a straight-line piece of code, between two instructions at which paths
// may diverge, reconverge, call, return or wait. A thread that begins a step executes all of it
// (some instructions with a false guard), so a step is identified by its first instruction and call
// depth.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sm/threads.hpp"
#include "sm/timed_code.hpp"

namespace heddle::limit {

struct StepKind {
  Place place;
  uint32_t instructions = 0;
};

/// A synchronisation in which a thread took part after `steps` steps.
struct Sync {
  uint64_t number = 0;  // in chronological order within the launch; the same for all participants
  uint32_t steps = 0;
};

struct ThreadTrace {
  std::vector<uint32_t> steps;  // LaunchTrace::kinds
  std::vector<Sync> syncs;
  uint64_t ended = ~uint64_t{0};  // the number of the first synchronisation after its end
  bool cut = false;               // it executed more steps than are kept
};

/// The first threads of a launch.
struct LaunchTrace {
  TimedCodePtr code;
  uint32_t block_threads = 0;
  std::vector<StepKind> kinds;
  std::vector<ThreadTrace> threads;  // those of block 0, of block 1, …

  /// The number of instructions of each kind of step.
  std::vector<uint32_t> weights() const;
};

using WarpTrace = std::span<const ThreadTrace>;

/// Groups of at most `width` consecutive threads of a block.
std::vector<WarpTrace> warps_of(const LaunchTrace& trace, uint32_t width);

/// How many steps each thread of a warp has executed at some point in time.
using Positions = std::vector<uint32_t>;

/// The synchronisations of all live threads of the warp: no thread passes one before the others
/// have reached it. Synchronisations of only a part of the warp are not included.
std::vector<Positions> syncs_of(WarpTrace warp);

}  // namespace heddle::limit
