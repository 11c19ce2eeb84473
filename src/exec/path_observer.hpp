// Observes functional execution: which instructions threads execute in sequence, what memory they
// access, and where they wait for each other. Runs without an observer do not contain the calls.
#pragma once

#include <cstdint>
#include <span>

#include "exec/rendezvous.hpp"

namespace heddle {

/// Threads of one warp that execute together.
struct PathThreads {
  uint64_t block = 0;  // in the grid
  uint32_t warp = 0;   // in the block
  uint32_t mask = 0;
  uint32_t depth = 0;  // call depth
};

class PathObserver {
 public:
  virtual ~PathObserver() = default;
  /// The threads executed the instructions `first` to `last`, some possibly with a false guard. The
  /// engine may end such a range anywhere, at the latest at a control-flow instruction.
  virtual void executed(const PathThreads& threads, LinkedPc first, LinkedPc last) = 0;
  /// Threads have executed a memory instruction; `access` has their addresses.
  virtual void accessed(const Op& /*op*/, const Access& /*access*/) {}
  virtual void exited(const PathThreads& threads) = 0;
  /// Threads of a block may proceed after a rendezvous, whether or not they had to wait.
  virtual void released(uint64_t block, std::span<const Release> threads) = 0;
};

}  // namespace heddle
