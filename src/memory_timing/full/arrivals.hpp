// The buffer behind an output of a crossbar: packets in flight to it, then those that wait there.
//
// The crossbar and whoever takes the packets may run at different times. Within a tick the crossbar
// comes first, so it must count a packet that was taken in the same tick or later. The buffer
// remembers when packets were taken until the crossbar has passed that tick.
#pragma once

#include <cstdint>

#include "memory_timing/clock_domain.hpp"
#include "memory_timing/packet.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

class Arrivals {
 public:
  explicit Arrivals(uint32_t capacity) : capacity_(capacity) {}

  // For the crossbar.
  /// Whether the crossbar may send one more packet in tick `now`.
  bool room(uint64_t now) {
    if (packets_.size() + taken_.size() < capacity_) return true;
    while (!taken_.empty() && taken_.front() < now) taken_.pop();
    return packets_.size() + taken_.size() < capacity_;
  }
  void push(uint64_t arrival, const NetworkPacket& packet) { packets_.push({arrival, packet}); }

  // For who takes them.
  bool arrived(uint64_t now) const { return !packets_.empty() && packets_.front().at <= now; }
  /// The tick in which the next packet arrives, as far as packets have departed.
  uint64_t next() const { return packets_.empty() ? kNeverTick : packets_.front().at; }
  const NetworkPacket& front() const { return packets_.front().packet; }
  void take(uint64_t now) {
    packets_.pop();
    taken_.push(now);
  }
  bool empty() const { return packets_.empty(); }

 private:
  struct Arriving {
    uint64_t at = 0;
    NetworkPacket packet;
  };

  uint32_t capacity_;
  Ring<Arriving> packets_;
  Ring<uint64_t> taken_;  // when, in order; those that the crossbar may have to count
};

}  // namespace heddle
