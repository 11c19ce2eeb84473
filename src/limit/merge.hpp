// Merges the traces of a warp's threads into one sequence: what the warp issues if its threads
// reconverge wherever that is profitable.
//
// An optimal alignment of many sequences is infeasible, so they are merged progressively: the pair
// with the best alignment is merged into one sequence, until one sequence is left (fung2007 §3.3
// mentions "repeated applications of the Needleman-Wunsch algorithm", with an exhaustive search
// over pairs). The best alignment is the one that saves most instructions.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "limit/align.hpp"

namespace heddle::limit {

/// Threads that execute a step of one kind together.
struct Column {
  uint32_t kind = 0;
  uint64_t threads = 0;
};

/// At most 64 traces. Each trace is the sequence of columns that contain its thread. Throws
/// InterruptedError if the flag becomes true, UsageError if the number of instructions overflows 32
/// bits.
std::vector<Column> merge_traces(std::span<const Sequence> traces,
                                 std::span<const uint32_t> weights,
                                 const std::atomic<bool>* interrupted = nullptr);

/// Instructions that a warp issues for these columns.
uint64_t issued(std::span<const Column> columns, std::span<const uint32_t> weights);

}  // namespace heddle::limit
