// The progress line of a long run: work done, speed and estimated time left.
#pragma once

#include <chrono>
#include <string>

#include "exec/launch.hpp"

namespace heddle {

class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// The engine calls this regularly. The line is redrawn a few times per second.
  void show(const Progress& progress);
  /// Ends a launch: clears the line and restarts the clock for the next launch.
  void finish();

 private:
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
  bool visible_ = false;
};

/// "vecadd: 1 234 567 cycles, 12 of 345 blocks, 350 k cycles/s, 12 s left"; without timing,
/// thread instructions instead of cycles.
std::string progress_text(const Progress& progress, double seconds);

}  // namespace heddle
