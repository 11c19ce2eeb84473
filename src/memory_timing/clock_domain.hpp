// A clock beside the core's. Tick k of a domain happens in the first core cycle that is not before
// k / f: in cycle ceil(k * core / f), an exact integer, so that domains never drift, and tick 0 is
// in cycle 0. A domain faster than the core has several ticks in some cycles.
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

  /// The last tick that has happened at the end of cycle `now`.
  uint64_t last_at(Cycle now) const { return at(now).tick; }
  /// The first tick that does not happen before cycle `now`.
  uint64_t first_at(Cycle now) const { return now == 0 ? 0 : last_at(now - 1) + 1; }
  Cycle cycle_of(uint64_t tick) const {
    if (tick == kNeverTick) return kNeverCycle;
    return ticks_ == cycles_ ? tick : (tick * cycles_ + ticks_ - 1) / ticks_;
  }

  /// Where a cycle stands: its last tick and the rest, in cycles / ticks_.
  struct Position {
    Cycle cycle = 0;
    uint64_t tick = 0, rest = 0;
  };
  Position at(Cycle now) const { return {now, now * ticks_ / cycles_, now * ticks_ % cycles_}; }
  /// at(now), from the position of an earlier cycle: without a division for the next few.
  Position advance(Position from, Cycle now) const {
    if (now - from.cycle > 4) return at(now);
    for (; from.cycle < now; ++from.cycle)
      for (from.rest += ticks_; from.rest >= cycles_; from.rest -= cycles_) ++from.tick;
    return from;
  }

 private:
  uint64_t ticks_, cycles_;  // so many ticks in so many cycles, in lowest terms
};

}  // namespace heddle
