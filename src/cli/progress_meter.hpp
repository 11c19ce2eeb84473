// The progress line of a long run: how far it is, how fast, and how long it may take.
#pragma once

#include <chrono>
#include <string>

#include "exec/launch.hpp"

namespace heddle {

class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// An engine calls this now and then. The line is renewed a few times per second.
  void show(const Progress& progress);
  /// A launch has ended: wipes the line; the next launch is timed by itself.
  void finish();

 private:
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
  bool visible_ = false;
};

/// "vecadd: 1 234 567 cycles, 12 of 345 blocks, 350 k cycles/s, 12 s left"; without timing,
/// thread instructions in place of cycles.
std::string progress_text(const Progress& progress, double seconds);

}  // namespace heddle
