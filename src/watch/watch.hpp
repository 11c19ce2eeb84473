// What threads do, line by line and lane by lane: for a page that shows it. The run is of the same
// core as any other; an observer writes down how often each instruction issued, with how many
// threads, and, of one launch of each kernel, which lane of the first core executed for which
// thread when.
#pragma once

#include <atomic>

#include "json/json.hpp"
#include "runner/run_target.hpp"

namespace heddle {

/// So many cycles of a launch are kept lane by lane. Whoever draws them chooses a window. Threads
/// of some workloads part late: blackjack's after 2800.
inline constexpr uint64_t kWatchedCycles = 4096;

/// {failure} or {kernels: {NAME: {         the second kernel of a name: "NAME (2)"
///   source, graph       the module's PTX; the kernel's blocks and branches (heddle inspect --json)
///   launches, width     width: threads of a packet that loses no lane
///   lines               [[line, packets, threads], ...] of all launches
///   branches            [[line, executed, diverged, taken, not taken], ...]
///   launch, cycles, block_threads     of the launch that is looked at, with most instructions:
///                       which of the kernel's, from 0
///   lanes               rows of the picture, by unit: [[name, count], ...]
///   slices              a text line each: cycle, cycles, line, runs, then as many (row, thread,
///                       count): consecutive rows and threads; a negative count: falling threads;
///                       negative cycles: one lane executes for the run's threads in turn
///   timeline            {bin, lanes} of the whole launch: a text per lane, a digit of 64 per bin:
///                       the share of its cycles in which the lane began to work for a thread;
///                       empty for a lane that never did
/// }}}
/// Throws InterruptedError, and as TimedRun does.
Json watch(const RunTargetChoice& target, const ValidMachine& config,
           const std::atomic<bool>* interrupted);

}  // namespace heddle
