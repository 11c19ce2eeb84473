// Ctrl-C and SIGTERM while a kernel runs: the launch stops, what it counted is recorded, and the
// program then ends by the signal as it would have without heddle. A program that handles the
// signals itself keeps its handlers.
#pragma once

#include <atomic>

namespace heddle::cudart {

const std::atomic<bool>& interrupted();

/// While it lives, a signal with its default action sets `interrupted` instead of ending the
/// program.
class InterruptionScope {
 public:
  InterruptionScope();
  ~InterruptionScope();
  InterruptionScope(const InterruptionScope&) = delete;
  InterruptionScope& operator=(const InterruptionScope&) = delete;
};

/// After a launch was interrupted: ends the program by the signal.
[[noreturn]] void end_by_signal();

}  // namespace heddle::cudart
