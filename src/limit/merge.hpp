// The traces of a warp's threads made one sequence: what a warp issues whose threads reconverge
// wherever that pays.
//
// The best alignment of many sequences is out of reach, so they are merged progressively: of all
// pairs the best-aligned one first, which then is one sequence among the others, until one is left
// (fung2007 §3.3 speaks of "repeated applications of the Needleman-Wunsch algorithm", with an
// exhaustive search over pairs). Best-aligned is the pair whose alignment saves most instructions.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "limit/align.hpp"

namespace heddle::limit {

/// Threads that make a step of one kind together.
struct Column {
  uint32_t kind = 0;
  uint64_t threads = 0;
};

/// At most 64 traces. Each is found again in the columns that name its thread. Throws
/// InterruptedError when the flag turns true, UsageError when so much cannot be counted in 32 bits.
std::vector<Column> merge_traces(std::span<const Sequence> traces,
                                 std::span<const uint32_t> weights,
                                 const std::atomic<bool>* interrupted = nullptr);

/// Instructions that a warp issues: one column after the other.
uint64_t issued(std::span<const Column> columns, std::span<const uint32_t> weights);

}  // namespace heddle::limit
