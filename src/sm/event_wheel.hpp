// Events a known number of cycles ahead: a ring of buckets with a bitmap of those that hold
// something, so that an idle core finds its next event without walking the ring. The few events
// that lie further ahead than a turn wait beside it. Buckets are lists through one pool, which
// stays as small as what is pending: all cores' wheels together fit into the host's cache.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory_timing/memory_system.hpp"

namespace heddle {

template <class Event>
class EventWheel {
 public:
  static constexpr uint32_t kSpan = 256;  // cycles of a turn

  /// Always inlined: a small event that is passed by value would be put together on the stack, and
  /// the CPU would wait for it.
  [[gnu::always_inline]] void schedule(Cycle now, uint32_t delay, Event event) {
    pending_++;
    if (delay >= kSpan) return schedule_far({now + delay, event});
    if (free_ == kNone) add_node();
    uint32_t bucket = bucket_of(now + delay), n = free_;
    free_ = nodes_[n].next;
    nodes_[n].event = event;
    uint64_t bit = uint64_t{1} << (bucket % 64);
    if (filled_[bucket / 64] & bit)
      nodes_[buckets_[bucket].last].next = n;
    else
      buckets_[bucket].first = n;
    buckets_[bucket].last = n;
    filled_[bucket / 64] |= bit;
  }
  /// Calls f(event) for what is due at `now`, in the order it was scheduled, those from far ahead
  /// first. f may schedule more, at least one cycle ahead.
  template <class F>
  void take(Cycle now, F f) {
    if (next_far_ <= now) take_far(now, f);
    uint32_t bucket = bucket_of(now);
    if (!((filled_[bucket / 64] >> (bucket % 64)) & 1)) return;
    filled_[bucket / 64] &= ~(uint64_t{1} << (bucket % 64));
    Bucket due = buckets_[bucket];
    for (uint32_t n = due.first;;) {
      Node node = nodes_[n];  // a copy: f may schedule more, in this very node
      nodes_[n].next = std::exchange(free_, n);
      pending_--;
      f(node.event);
      if (n == due.last) break;
      n = node.next;
    }
  }
  bool empty() const { return pending_ == 0; }
  void clear() {
    if (empty()) return;
    nodes_.clear();
    free_ = kNone;
    filled_ = {};
    far_.clear();
    next_far_ = kNeverCycle;
    pending_ = 0;
  }
  /// Whether an event of this turn is due in this cycle, which is behind the last one taken.
  bool has(Cycle cycle) const {
    uint32_t bucket = bucket_of(cycle);
    return (filled_[bucket / 64] >> (bucket % 64) & 1) != 0;
  }
  /// The cycle of the next event behind `now`.
  Cycle next(Cycle now) const {
    if (pending_ == far_.size()) return next_far_;
    for (uint32_t ahead = 1; ahead <= kSpan;) {
      uint32_t bucket = bucket_of(now + ahead);
      uint64_t word = filled_[bucket / 64] >> (bucket % 64);
      if (word != 0)
        return std::min(next_far_, now + ahead + static_cast<uint32_t>(std::countr_zero(word)));
      ahead += 64 - bucket % 64;
    }
    return kNeverCycle;
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  static constexpr uint32_t bucket_of(Cycle cycle) {
    return static_cast<uint32_t>(cycle.value()) % kSpan;
  }
  struct Node {
    Event event;
    uint32_t next;  // of its bucket; of free ones, the next that is free
  };
  struct Bucket {  // meaningless while it is not filled
    uint32_t first, last;
  };
  [[gnu::noinline]] void add_node() {
    nodes_.push_back({{}, kNone});
    free_ = static_cast<uint32_t>(nodes_.size() - 1);
  }
  struct Far {
    Cycle cycle;
    Event event;
  };
  [[gnu::noinline]] void schedule_far(const Far& far) {
    far_.push_back(far);
    next_far_ = std::min(next_far_, far.cycle);
  }
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

  Cycle next_far_ = kNeverCycle;
  size_t pending_ = 0;
  std::array<uint64_t, kSpan / 64> filled_{};
  std::vector<Node> nodes_;
  uint32_t free_ = kNone;
  std::vector<Far> far_, due_far_, later_;
  std::array<Bucket, kSpan> buckets_;
};

}  // namespace heddle
