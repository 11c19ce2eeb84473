// Events a known number of cycles ahead: a ring of buckets with a bitmap of those that hold
// something, so that an idle core finds its next event without walking the ring. The few events
// that lie further ahead than a turn wait beside it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "timing/memory_system.hpp"

namespace heddle {

template <class Event>
class EventWheel {
 public:
  static constexpr uint32_t kSpan = 1024;  // cycles of a turn

  void schedule(Cycle now, uint32_t delay, Event event) {
    pending_++;
    if (delay >= kSpan) {
      far_.push_back({now + delay, event});
      next_far_ = std::min(next_far_, now + delay);
      return;
    }
    uint32_t bucket = static_cast<uint32_t>(now + delay) % kSpan;
    buckets_[bucket].push_back(event);
    filled_[bucket / 64] |= uint64_t{1} << (bucket % 64);
  }
  /// Calls f(event) for what is due at `now`, in the order it was scheduled, those from far ahead
  /// first. f may schedule more, at least one cycle ahead.
  template <class F>
  void take(Cycle now, F f) {
    if (next_far_ <= now) take_far(now, f);
    uint32_t bucket = static_cast<uint32_t>(now) % kSpan;
    if (!((filled_[bucket / 64] >> (bucket % 64)) & 1)) return;
    filled_[bucket / 64] &= ~(uint64_t{1} << (bucket % 64));
    due_.swap(buckets_[bucket]);
    pending_ -= due_.size();
    for (const Event& e : due_) f(e);
    due_.clear();
  }
  bool empty() const { return pending_ == 0; }
  void clear() {
    if (empty()) return;
    for (std::vector<Event>& bucket : buckets_) bucket.clear();
    filled_ = {};
    far_.clear();
    next_far_ = kNeverCycle;
    pending_ = 0;
  }
  /// The cycle of the next event behind `now`.
  Cycle next(Cycle now) const {
    if (pending_ == far_.size()) return next_far_;
    for (uint32_t ahead = 1; ahead <= kSpan;) {
      uint32_t bucket = static_cast<uint32_t>(now + ahead) % kSpan;
      uint64_t word = filled_[bucket / 64] >> (bucket % 64);
      if (word != 0)
        return std::min(next_far_, now + ahead + static_cast<uint32_t>(std::countr_zero(word)));
      ahead += 64 - bucket % 64;
    }
    return kNeverCycle;
  }

 private:
  struct Far {
    Cycle cycle;
    Event event;
  };
  template <class F>
  void take_far(Cycle now, F f) {
    next_far_ = kNeverCycle;
    for (const Far& e : far_) (e.cycle <= now ? due_far_ : later_).push_back(e);
    far_.swap(later_);
    later_.clear();
    for (const Far& e : far_) next_far_ = std::min(next_far_, e.cycle);
    pending_ -= due_far_.size();
    for (const Far& e : due_far_) f(e.event);
    due_far_.clear();
  }

  std::array<std::vector<Event>, kSpan> buckets_;
  std::array<uint64_t, kSpan / 64> filled_{};
  std::vector<Event> due_;
  std::vector<Far> far_, due_far_, later_;
  Cycle next_far_ = kNeverCycle;
  size_t pending_ = 0;
};

}  // namespace heddle
