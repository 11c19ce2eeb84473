// What may watch functional execution: which instructions threads execute, one after the other, and
// where they wait for each other. Runs without an observer do not contain the calls.
#pragma once

#include <cstdint>
#include <span>

#include "exec/rendezvous.hpp"

namespace heddle {

/// Threads of one warp that execute together.
struct PathThreads {
  uint64_t block = 0;  // of the grid
  uint32_t warp = 0;   // of the block
  uint32_t mask = 0;
  uint32_t depth = 0;  // of calls
};

class PathObserver {
 public:
  virtual ~PathObserver() = default;
  /// The threads came by the instructions `first` to `last`, some of them perhaps under a guard
  /// that was false. A stretch ends wherever it pleases the engine, at the latest with an
  /// instruction that moves control.
  virtual void executed(const PathThreads& threads, uint32_t first, uint32_t last) = 0;
  virtual void exited(const PathThreads& threads) = 0;
  /// Threads that waited for each other in a block, or that waited for nobody, may go on.
  virtual void met(uint64_t block, std::span<const Release> threads) = 0;
};

}  // namespace heddle
