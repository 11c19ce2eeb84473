// Records what threads do, line by line and lane by lane, for the pages of a report. The simulation
// is the same as any other; an observer records how often each instruction issued and with how many
// threads. For one launch of each kernel it also records which lane of the first core executed
// which thread in which cycle.
#pragma once

#include <atomic>

#include "json/json.hpp"
#include "runner/run_target.hpp"

namespace heddle {

/// The number of cycles of a launch that are kept lane by lane; the page chooses a window of them.
/// Threads of some workloads diverge late: those of blackjack after 2800 cycles.
inline constexpr uint64_t kWatchedCycles = 4096;

/// {failure} or {kernels: {NAME: {         the second kernel of a name: "NAME (2)"
///   source, graph       the module's PTX; the kernel's blocks and branches (heddle inspect --json)
///   launches, width     width: threads of a packet that uses all lanes
///   lines               [[line, packets, threads], ...] of all launches
///   branches            [[line, executed, diverged, taken, not taken], ...]
///   launch, cycles, block_threads     of the recorded launch, the one with most instructions:
///                       its index among the kernel's launches
///   lanes               rows of the diagram, by unit: [[name, count], ...]
///   slices              a text line each: cycle, cycles, line, runs, then as many (row, thread,
///                       count): consecutive rows and threads; a negative count: descending
///                       threads; negative cycles: one lane executes the run's threads in turn
///   timeline            {bin, lanes} of the whole launch: a text per lane, a digit of 64 per bin:
///                       the share of its cycles in which the lane started a thread; empty for a
///                       lane that never did
/// }}}
/// Throws InterruptedError, and as TimedRun does.
Json watch(const RunTargetChoice& target, const ValidMachine& config,
           const std::atomic<bool>* interrupted);

}  // namespace heddle
