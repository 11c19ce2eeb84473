// A clock other than the core clock. Tick k of a domain with frequency f happens in the first core
// cycle not before k / f: in cycle ceil(k * core / f), an exact integer, so that domains never
// drift. Tick 0 is in cycle 0. A domain faster than the core has several ticks in some cycles.
#pragma once

#include <cstdint>
#include <numeric>

#include "memory_timing/memory_system.hpp"

namespace heddle {

inline constexpr uint64_t kNeverTick = ~uint64_t{0};

class ClockDomain {
 public:
  ClockDomain(uint64_t khz, uint64_t core_khz)
      : ticks_(khz / std::gcd(khz, core_khz)), cycles_(core_khz / std::gcd(khz, core_khz)) {}

  /// The last tick that happens in or before cycle `now`.
  uint64_t last_at(Cycle now) const { return at(now).tick; }
  /// The first tick that happens in or after cycle `now`.
  uint64_t first_at(Cycle now) const { return now == Cycle{0} ? 0 : last_at(now - 1) + 1; }
  Cycle cycle_of(uint64_t tick) const {
    if (tick == kNeverTick) return kNeverCycle;
    return Cycle(ticks_ == 1 ? tick * cycles_ : (tick * cycles_ + ticks_ - 1) / ticks_);
  }
  /// Whole cycles in a number of ticks.
  uint64_t cycles_in(uint64_t ticks) const { return ticks * cycles_ / ticks_; }

  /// The last tick of a cycle and the remaining time, in cycles / ticks_.
  struct Position {
    Cycle cycle;
    uint64_t tick = 0, rest = 0;
  };
  Position at(Cycle now) const {
    uint64_t ticks = now.value() * ticks_;
    return {now, ticks / cycles_, ticks % cycles_};
  }
  /// at(now), computed from an earlier position; without a division if it is at most 4 cycles ago.
  Position advance(Position from, Cycle now) const {
    if (now - from.cycle > 4) return at(now);
    for (; from.cycle < now; ++from.cycle)
      for (from.rest += ticks_; from.rest >= cycles_; from.rest -= cycles_) ++from.tick;
    return from;
  }

 private:
  uint64_t ticks_, cycles_;  // `ticks_` ticks per `cycles_` cycles, in lowest terms
};

}  // namespace heddle
