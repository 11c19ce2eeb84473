// Finds threads that spin for ever on memory that nobody changes: a lock whose holder is masked off
// in the same warp, a flag that no one sets. Such threads still execute, so nothing looks stuck.
//
// A thread is deterministic. If it returns to a place with the registers and the call stack it had
// there before, and memory has not changed in between, it repeats itself until somebody else
// changes memory. If every thread that can run does so, nobody will. A computation that makes
// progress changes its registers and is never mistaken for a spin; reading the clock counts as a
// change of memory (Environment::changes), so a thread that waits for time to pass is not either.
#pragma once

#include <cstdint>

namespace heddle {

/// The jumps of one thread, watched for a cycle with Brent's algorithm: each state is compared with
/// a reference state, which is renewed after 1, 2, 4, ... jumps. A cycle of any length is found,
/// for example a spin loop with a delay loop inside.
class SpinRecord {
 public:
  /// The thread jumped backwards to this place, with these registers.
  void jumped(uint32_t pc, uint32_t depth, uint64_t fingerprint) {
    if (spins_) return;
    spins_ = power_ > 0 && pc == pc_ && depth == depth_ && fingerprint == fingerprint_;
    if (spins_ || ++jumps_ < power_) return;
    power_ = power_ == 0 ? 1 : 2 * power_;
    jumps_ = 0;
    pc_ = pc;
    depth_ = depth;
    fingerprint_ = fingerprint;
  }
  /// True from the moment its state repeated itself.
  bool spins() const { return spins_; }

 private:
  uint64_t fingerprint_ = 0;  // of the reference state
  uint32_t pc_ = 0, depth_ = 0;
  uint32_t jumps_ = 0, power_ = 0;  // since the reference state; when to renew it
  bool spins_ = false;
};

/// What a look at all threads of a machine found.
struct SpinFindings {
  bool some_spin = false;
  bool some_progress = false;  // at least one thread may still get somewhere

  bool stuck() const { return some_spin && !some_progress; }
};

}  // namespace heddle
