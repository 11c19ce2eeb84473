// An instruction in flight: what issued in one slot, and the threads that execute it. Packets live
// in a pool; their numbers are reused, their storage is kept.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sm/divergence/divergence.hpp"
#include "sm/threads.hpp"
#include "timing/memory_system.hpp"

namespace heddle {

struct Packet {
  uint32_t pc = 0;
  uint32_t group = 0;
  uint32_t scheduler = 0;
  uint32_t warp = 0, path = 0;  // the group's when it issued: hardware warp, and path of it
  Cycle issued = 0;
  uint32_t block = 0;  // resident block, for its count of packets in flight
  Threads threads;     // that execute it: the group's without those whose guard is false
  Threads all;         // the group's, of mechanisms that mix blocks
  bool from_memory = false;
  bool missed = false;   // a load that some of its threads wait for longer than for the L1
  bool chained = false;  // instructions of the same threads may follow it thread by thread
  // Of temporal lanes: which holds it, the bundles it runs through, from the first to the last.
  uint32_t lane = 0, bundles = 1, spread = 0;
  bool only_control = false;  // a jump of a large warp: no thread executes anything
  uint32_t instruction = 0;   // of groups that issue several packets for one: which it is of
  Outcome outcome;            // of control instructions
};

class PacketPool {
 public:
  uint32_t take() {
    if (free_.empty()) {
      packets_.emplace_back();
      return static_cast<uint32_t>(packets_.size() - 1);
    }
    uint32_t p = free_.back();
    free_.pop_back();
    return p;
  }
  void give_back(uint32_t p) { free_.push_back(p); }
  Packet& operator[](uint32_t p) { return packets_[p]; }
  size_t in_use() const { return packets_.size() - free_.size(); }

 private:
  std::deque<Packet> packets_;  // addresses stay
  std::vector<uint32_t> free_;
};

}  // namespace heddle
