// A request to stop a long phase. Parsing, lowering, analysis and linking poll it in their loops
// and throw InterruptedError. A poll costs one relaxed load. The owner of the flag (the command
// line's signal handler, or a host program) must keep it alive.
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
