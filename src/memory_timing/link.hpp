// The way from a core's caches to the memory that all cores share, seen from the core.
//
// Packets leave with the cycle in which they were sent; the shared part takes them when it comes to
// that cycle. How many the queue behind the link holds is known exactly only up to the cycle that
// the shared part has reached. After it, the queue holds at most what was sent and not yet seen to
// depart: while that is less than its capacity there is certainly room, and otherwise the core
// waits until the shared part has caught up.
//
// Replies are handed over as soon as their arrival is known, before it is due.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_timing/packet.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

class Link {
 public:
  /// A packet on its way to the shared part. Within a cycle, what replies have caused (an evicted
  /// line) goes before everything else, in the order of the replies of all cores.
  struct Sent {
    Cycle cycle;
    uint64_t order = kNoReply;
    NetworkPacket packet;
  };
  struct Reply {
    Cycle due;
    uint64_t order = 0;  // among the replies of all cores
    NetworkPacket packet;
  };
  static constexpr uint64_t kNoReply = ~uint64_t{0};

  /// `first_sent`: where the cycle of the first packet is kept that the shared part has not taken.
  Link(uint32_t sm, uint32_t capacity, Cycle& first_sent)
      : sm_(sm), capacity_(capacity), first_sent_(&first_sent) {}

  uint32_t sm() const { return sm_; }

  // For the core's side.
  bool room() const { return held() < capacity_; }
  /// Whether `count` more packets find room whatever the shared part does meanwhile.
  bool certainly_has_room_for(uint32_t count) const { return held() + count <= capacity_; }
  void send(const NetworkPacket& packet, Cycle now, uint64_t order) {
    ++sent_;
    if (sending_.empty()) *first_sent_ = now;
    sending_.push({now, order, packet});
  }
  const Reply* next_reply() const { return replies_.empty() ? nullptr : &replies_.front(); }
  void pop_reply() { replies_.pop(); }
  uint32_t replies() const { return static_cast<uint32_t>(replies_.size()); }
  bool empty() const { return sending_.empty() && replies_.empty(); }

  // For the shared part.
  /// Takes the packets that were sent before cycle `end`.
  template <class Take>
  void take_before(Cycle end, Take&& take) {
    for (; !sending_.empty() && sending_.front().cycle < end; sending_.pop())
      take(sending_.front());
    *first_sent_ = sending_.empty() ? kNeverCycle : sending_.front().cycle;
  }
  /// One of the packets has left the queue behind the link.
  void departed() { ++departed_; }
  /// Replies may overtake each other, but arrive in the order of their due cycles.
  void reply(const Reply& reply) {
    replies_.push(reply);
    for (size_t n = replies_.size() - 1; n > 0 && before(replies_[n], replies_[n - 1]); --n)
      std::swap(replies_[n], replies_[n - 1]);
  }

 private:
  uint64_t held() const { return sent_ - departed_; }
  static bool before(const Reply& a, const Reply& b) {
    return a.due != b.due ? a.due < b.due : a.order < b.order;
  }

  uint32_t sm_, capacity_;
  Cycle* first_sent_;
  uint64_t sent_ = 0, departed_ = 0;
  Ring<Sent> sending_;
  Ring<Reply> replies_;
};

}  // namespace heddle
