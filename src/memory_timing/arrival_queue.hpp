// A FIFO of packets from all cores, with a limited capacity per core.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/packet.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

class ArrivalQueue final : public Outlet {
 public:
  ArrivalQueue(uint32_t sms, uint32_t capacity) : held_(sms, 0), capacity_(capacity) {}

  bool room(uint32_t sm) const override { return held_[sm] < capacity_; }
  void send(const NetworkPacket& packet) override {
    ++held_[packet.sm];
    packets_.push(packet);
  }
  bool empty() const { return packets_.empty(); }
  const NetworkPacket& front() const { return packets_.front(); }
  NetworkPacket pop() {
    NetworkPacket packet = packets_.front();
    packets_.pop();
    --held_[packet.sm];
    return packet;
  }

 private:
  Ring<NetworkPacket> packets_;
  std::vector<uint32_t> held_;
  uint32_t capacity_;
};

}  // namespace heddle
