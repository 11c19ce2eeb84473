// Events a known number of cycles ahead: a ring of buckets with a bitmap of those that hold
// something, so that an idle core finds its next event without walking the ring.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "timing/memory_system.hpp"

namespace heddle {

template <class Event>
class EventWheel {
 public:
  static constexpr uint32_t kSpan = 1024;  // cycles; no latency in a core is longer

  void schedule(Cycle now, uint32_t delay, Event event) {
    uint32_t bucket = static_cast<uint32_t>(now + delay) % kSpan;
    buckets_[bucket].push_back(event);
    filled_[bucket / 64] |= uint64_t{1} << (bucket % 64);
    pending_++;
  }
  /// Calls f(event) for what is due at `now`, in the order it was scheduled. f may schedule more,
  /// at least one cycle ahead.
  template <class F>
  void take(Cycle now, F f) {
    uint32_t bucket = static_cast<uint32_t>(now) % kSpan;
    if (!((filled_[bucket / 64] >> (bucket % 64)) & 1)) return;
    filled_[bucket / 64] &= ~(uint64_t{1} << (bucket % 64));
    due_.swap(buckets_[bucket]);
    pending_ -= due_.size();
    for (const Event& e : due_) f(e);
    due_.clear();
  }
  bool empty() const { return pending_ == 0; }
  /// The cycle of the next event behind `now`.
  Cycle next(Cycle now) const {
    if (pending_ == 0) return kNeverCycle;
    for (uint32_t ahead = 1; ahead <= kSpan;) {
      uint32_t bucket = static_cast<uint32_t>(now + ahead) % kSpan;
      uint64_t word = filled_[bucket / 64] >> (bucket % 64);
      if (word != 0) return now + ahead + static_cast<uint32_t>(std::countr_zero(word));
      ahead += 64 - bucket % 64;
    }
    return kNeverCycle;
  }

 private:
  std::array<std::vector<Event>, kSpan> buckets_;
  std::array<uint64_t, kSpan / 64> filled_{};
  std::vector<Event> due_;
  size_t pending_ = 0;
};

}  // namespace heddle
