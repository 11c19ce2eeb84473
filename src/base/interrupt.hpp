// A request to stop, as long phases see it: parsing, lowering, analysis and linking look at the
// flag in their loops and end with InterruptedError. A look costs one relaxed load. Whoever owns
// the flag (the command line's signal handler, a host program) keeps it alive.
#pragma once

#include <atomic>

#include "base/error.hpp"

namespace heddle {

class Interrupt {
 public:
  /// Never requested.
  Interrupt() = default;
  /// Requested once the flag is true; null: never.
  Interrupt(const std::atomic<bool>* flag) : flag_(flag) {}

  bool requested() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }
  /// Throws InterruptedError when requested.
  void check() const {
    if (requested()) throw InterruptedError("interrupted");
  }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

}  // namespace heddle
