// An instruction in flight: what issued in one slot, and the threads that execute it. Packets live
// in a pool; their numbers are reused, their storage is kept.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory_timing/memory_system.hpp"
#include "sm/divergence/divergence.hpp"
#include "sm/threads.hpp"

namespace heddle {

/// What every instruction touches comes first, in one line of a cache.
struct alignas(64) Packet {
  LinkedPc pc;
  GroupId group;
  uint32_t scheduler = 0;
  WarpId warp;        // the group's when it issued,
  uint32_t path = 0;  // and the path of it
  Cycle issued;
  uint32_t block = 0;        // resident block, for its count of packets in flight
  uint32_t instruction = 0;  // of groups that issue several packets for one: which it is of
  bool from_memory = false;
  bool missed = false;        // a load that some of its threads wait for longer than for the L1
  bool chained = false;       // instructions of the same threads may follow it thread by thread
  bool only_control = false;  // a jump of a large warp: no thread executes anything
  Threads threads;            // that execute it: the group's without those whose guard is false
  Threads all;                // the group's, of mechanisms that mix blocks
  Outcome outcome;            // of control instructions
  // Of temporal lanes: which holds it, with which port of its unit, the bundles it runs through,
  // cycles from one to the next, from the first to the last.
  uint32_t lane = 0, port = 0, bundles = 1, pace = 1, spread = 0;
};

class PacketPool {
 public:
  [[gnu::always_inline]] PacketId take() {
    if (free_.empty()) {
      if (made_ % kChunk == 0) chunks_.push_back(std::make_unique<Chunk>());
      return PacketId(made_++);
    }
    PacketId p = free_.back();
    free_.pop_back();
    return p;
  }
  [[gnu::always_inline]] void give_back(PacketId p) { free_.push_back(p); }
  Packet& operator[](PacketId p) { return (*chunks_[p.value() / kChunk])[p.value() % kChunk]; }
  size_t in_use() const { return made_ - free_.size(); }

 private:
  static constexpr uint32_t kChunk = 64;
  using Chunk = std::array<Packet, kChunk>;

  std::vector<std::unique_ptr<Chunk>> chunks_;  // addresses stay
  uint32_t made_ = 0;
  std::vector<PacketId> free_;
};

}  // namespace heddle
