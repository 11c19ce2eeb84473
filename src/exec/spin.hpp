// Detects threads that spin forever on memory that no thread changes: a lock whose holder is masked
// off in the same warp, a flag that is never set. Such threads still execute instructions, so the
// kernel does not look stuck.
//
// A thread is deterministic. If it returns to the same instruction with the same registers and call
// stack, and memory has not changed in between, it repeats itself until another thread changes
// memory. If every runnable thread does so, that never happens. A computation that makes progress
// changes its registers and is never mistaken for a spin, unless no path leads out of its loop
// (exec/link/endless.hpp). Reading the clock counts as a change of
// memory (Environment::changes), so a thread that waits for time to pass is not mistaken for one
// either.
#pragma once

#include <cstdint>

#include "exec/op.hpp"

namespace heddle {

/// Detects a cycle in the jumps of one thread with Brent's algorithm: each state is compared with a
/// reference state, which is replaced after 1, 2, 4, ... jumps. This finds cycles of any length,
/// for example a spin loop with a delay loop inside.
class SpinRecord {
 public:
  /// The thread jumped backwards to this instruction, with these registers.
  void jumped(LinkedPc pc, uint32_t depth, uint64_t fingerprint) {
    if (spins_) return;
    spins_ = power_ > 0 && pc == pc_ && depth == depth_ && fingerprint == fingerprint_;
    if (spins_ || ++jumps_ < power_) return;
    power_ = power_ == 0 ? 1 : 2 * power_;
    jumps_ = 0;
    pc_ = pc;
    depth_ = depth;
    fingerprint_ = fingerprint;
  }
  /// True once a state has been repeated.
  bool spins() const { return spins_; }

 private:
  uint64_t fingerprint_ = 0;  // of the reference state
  LinkedPc pc_;
  uint32_t depth_ = 0;
  uint32_t jumps_ = 0, power_ = 0;  // jumps since the reference state; jumps until it is replaced
  bool spins_ = false;
};

/// The result of checking all threads of a machine.
struct SpinFindings {
  bool some_spin = false;
  bool some_progress = false;  // at least one thread may still make progress

  bool stuck() const { return some_spin && !some_progress; }
};

}  // namespace heddle
