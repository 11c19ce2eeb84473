// Decides when the cores of a machine look for threads that spin for ever (exec/spin.hpp).
//
// Looking at registers costs time, so it is done only when memory has not changed for long, and
// only for a while; if that was too short to see every loop come round, the next look is longer.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/sm.hpp"

namespace heddle {

class SpinWatch {
 public:
  explicit SpinWatch(Cycle now) : quiet_since_(now), next_(now + kQuiet) {}

  /// Called now and then. True when no thread will ever get anywhere.
  bool stuck(Cycle now, uint64_t changes, std::vector<Sm>& cores) {
    if (changes != changes_) {
      changes_ = changes;
      quiet_since_ = now;
      next_ = now + kQuiet;
      stop(cores);
      return false;
    }
    if (now < next_) return false;
    if (!watching_) {
      watching_ = true;
      next_ = now + std::max(kLook, (now - quiet_since_) / 8);
      for (Sm& sm : cores) sm.core().watch_spinning(true);
      return false;
    }
    SpinFindings found;
    for (Sm& sm : cores) sm.core().find_spinning(found);
    if (found.stuck()) return true;  // still watching: the cores can tell who spins
    stop(cores);
    next_ = now + std::max(kQuiet, now - quiet_since_);
    return false;
  }

 private:
  static constexpr uint64_t kQuiet = 50'000, kLook = 10'000;

  void stop(std::vector<Sm>& cores) {
    if (!watching_) return;
    watching_ = false;
    for (Sm& sm : cores) sm.core().watch_spinning(false);
  }

  uint64_t changes_ = 0;
  Cycle quiet_since_, next_;
  bool watching_ = false;
};

}  // namespace heddle
