// A data path that carries a rational number of bytes per cycle. The configured rate is rounded
// once, to a resolution of 10^-6 bytes per cycle. All further arithmetic is on integers, so that a
// long run transfers exactly the right number of bytes: the time at which the path is free again is
// a cycle plus a fraction whose denominator is the numerator of the rate.
//
// A transfer may start in the cycle in which the path becomes free (the fraction carries over), so
// a path of 256 bytes per cycle starts two transfers of 128 bytes in every cycle.
#pragma once

#include <cstdint>
#include <numeric>

#include "memory_timing/memory_system.hpp"

namespace heddle {

class Bandwidth {
 public:
  /// 0 means unlimited.
  explicit Bandwidth(double bytes_per_cycle = 0) {
    constexpr uint64_t kResolution = 1'000'000;
    uint64_t scaled = static_cast<uint64_t>(bytes_per_cycle * kResolution + 0.5);
    uint64_t divisor = std::gcd(scaled, kResolution);
    if (scaled == 0) return;
    rate_ = scaled / divisor;
    scale_ = kResolution / divisor;
  }
  bool unlimited() const { return rate_ == 0; }
  /// The first cycle in which a transfer may start.
  Cycle free_at() const { return cycle_ + (fraction_ != 0); }
  /// Starts a transfer in cycle `now`, which is not before free_at().
  void start(Cycle now, uint64_t bytes) {
    if (unlimited()) return;
    if (now > free_at()) {
      cycle_ = now;
      fraction_ = 0;
    }
    uint64_t units = fraction_ + bytes * scale_;  // in 1/rate_ cycles
    cycle_ += units / rate_;
    fraction_ = units % rate_;
  }

 private:
  uint64_t rate_ = 0, scale_ = 1;  // rate_ / scale_ bytes per cycle
  Cycle cycle_;
  uint64_t fraction_ = 0;
};

}  // namespace heddle
