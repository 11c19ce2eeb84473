// What threads executed: a sequence of steps per thread.
//
// A step is one passage through straight code: instructions between two places at which paths may
// part, meet, call, return or wait. Whoever begins one executes all of it (some instructions under
// a false guard), so a step is known by where it begins and how deep in calls.
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

/// A thread has waited for others, and they for it, when it had made so many steps.
struct Meeting {
  uint64_t number = 0;  // of the launch, in the order of time; the same for all who met
  uint32_t steps = 0;
};

struct ThreadTrace {
  std::vector<uint32_t> steps;  // LaunchTrace::kinds
  std::vector<Meeting> meetings;
  uint64_t ended = ~uint64_t{0};  // the number of the first meeting that it did not live to see
  bool cut = false;               // it made more steps than are kept
};

/// The first threads of a launch.
struct LaunchTrace {
  TimedCodePtr code;
  uint32_t block_threads = 0;
  std::vector<StepKind> kinds;
  std::vector<ThreadTrace> threads;  // of block 0, of block 1, …

  /// The instructions of each kind of step.
  std::vector<uint32_t> weights() const;
};

using WarpTrace = std::span<const ThreadTrace>;

/// Consecutive threads of a block, at most `width`.
std::vector<WarpTrace> warps_of(const LaunchTrace& trace, uint32_t width);

/// How many steps each thread of a warp has made at some moment.
using Positions = std::vector<uint32_t>;

/// The moments at which all threads of the warp that had not ended met: nobody is past one before
/// the others have come to it. Threads that met others but not the whole warp are not listed.
std::vector<Positions> meetings_of(WarpTrace warp);

}  // namespace heddle::limit
