// A memory partition: an L2 slice in front of one DRAM channel, clocked by the interconnect.
//
// In each tick it first handles the data that the channel delivered `dram_latency` ticks ago (the
// round trip between L2 and controller), then one request. The reply to a hit leaves `hit_latency`
// ticks later; a miss waits in the MSHRs, and its reply leaves `hit_latency` ticks after the fill.
// A fill may send an evicted dirty line to the channel. Replies leave in order. A request that
// finds no MSHR, or no room in the channel's queue or in the network, stays at the head and is
// retried in each tick.
//
// Partitions share nothing with each other. A partition runs by itself, through the events of its
// two clocks, as far as it knows what arrives (arrivals.hpp) and which of its replies have departed
// (reply_network.hpp). What it replies is known `hit_latency` ticks before it leaves.
//
// Atomics execute here: they need their line like a load, leave it dirty, and occupy the partition
// for as many ticks as there are threads at one address (different addresses of a transaction are
// updated in parallel). A partition without an L2 sends everything to the channel, an atomic as a
// read and a write.
#pragma once

#include <algorithm>
#include <cstdint>

#include "memory_timing/cache.hpp"
#include "memory_timing/full/arrivals.hpp"
#include "memory_timing/full/dram_channel.hpp"
#include "memory_timing/packet.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

/// Maps an address to its partition and to the address within the partition.
class PartitionMap {
 public:
  PartitionMap(uint32_t partitions, uint32_t interleave)
      : chunk_(interleave), partitions_(partitions), interleave_(interleave) {}
  uint32_t partition(Address address) const {
    return static_cast<uint32_t>(partitions_.remainder(chunk_.quotient(address)));
  }
  Address local(Address address) const {
    return partitions_.quotient(chunk_.quotient(address)) * interleave_ + chunk_.remainder(address);
  }

 private:
  Divisor chunk_, partitions_;
  uint64_t interleave_;
};

class alignas(64) L2Partition {  // host threads run neighbours
 public:
  L2Partition(const MachineConfig& config, uint32_t number);

  /// Runs what happens before cycle `end` and before tick `end_tick` of the network. Memory ticks
  /// come before the network's of the same cycle. Returns the cycle of its next event.
  Cycle run(Cycle end, uint64_t end_tick);

  /// What the network brings.
  Arrivals& requests() { return requests_; }
  const Arrivals& requests() const { return requests_; }

  /// Ticks between handling a request and its reply, at least.
  uint32_t reply_latency() const { return cache_.exists() ? cache_.hit_latency() : 0; }
  /// The tick after which the next reply is in the network's buffer, as far as it is known.
  uint64_t next_reply() const { return replies_.empty() ? kNeverTick : replies_.front().due; }
  NetworkPacket take_reply() {
    NetworkPacket packet = replies_.front().packet;
    replies_.pop();
    return packet;
  }
  /// One of its replies leaves the network's buffer in this tick, which may not have come here.
  void departs(uint64_t tick) { departures_.push(tick); }

  DramChannel& channel() { return channel_; }
  const DramChannel& channel() const { return channel_; }
  Cache& cache() { return cache_; }
  const Cache& cache() const { return cache_; }
  bool idle() const {
    return requests_.empty() && delivered_.empty() && replies_.empty() && waiting_.used() == 0 &&
           channel_.idle();
  }
  void flush();

 private:
  struct Waiting {
    NetworkPacket packet;
    uint32_t outstanding = 0;  // units
  };
  struct Reply {
    uint64_t due = 0;
    NetworkPacket packet;
  };
  struct Delivered {
    uint64_t due = 0, tag = 0;
  };

  uint64_t tick(uint64_t now);
  void tick_channel(Cycle now);
  bool room_for_reply(uint64_t now);
  void fill(uint64_t tag, uint64_t now);
  void unit_arrived(uint32_t waiting, uint64_t now);
  void reply_at(uint64_t due, const NetworkPacket& packet);
  bool handle(const NetworkPacket& packet, uint64_t now);
  bool handle_read(const NetworkPacket& packet, const CacheAccess& access, uint64_t now);
  bool handle_write(const NetworkPacket& packet);
  bool handle_without_cache(const NetworkPacket& packet);
  void fetch_units();
  void write_back();
  void count_blocked();

  PartitionMap map_;
  ClockDomain network_, memory_;
  uint32_t reply_room_, dram_latency_;
  Arrivals requests_;
  Cache cache_;
  DramChannel channel_;
  Pool<Waiting> waiting_;
  Ring<Delivered> delivered_;
  Ring<Reply> replies_;        // that are not in the network's buffer
  Ring<uint64_t> departures_;  // ticks in which replies left the buffer, not yet counted
  uint64_t unsent_ = 0;        // replies before they leave the buffer
  CacheWork work_;
  uint64_t due_ = kNeverTick;          // the next tick with work here, apart from what arrives
  uint64_t ticked_ = 0;                // the last tick that was run
  uint64_t channel_due_ = kNeverTick;  // memory tick
  Cycle channel_cycle_ = kNeverCycle;  // when that is
  ClockDomain::Position memory_at_;
  uint64_t memory_from_ = 0;  // the first memory tick that sees requests sent to the channel now
  uint64_t busy_until_ = 0;
  bool counted_ = false;  // the head has been counted as waiting for an MSHR
};

}  // namespace heddle
