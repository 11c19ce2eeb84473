// A memory partition: an L2 slice in front of one DRAM channel, clocked by the interconnect.
//
// In each tick it first handles the data that the channel delivered `dram_latency` ticks ago (the
// round trip between L2 and controller), then one request. The reply to a hit leaves `hit_latency`
// ticks later; a miss waits in the MSHRs, and its reply leaves `hit_latency` ticks after the fill.
// A fill may send an evicted dirty line to the channel. Replies leave in order. A request that
// finds no MSHR, or no room in the channel's queue or in the network, stays at the head and is
// retried in each tick.
//
// Atomics execute here: they need their line like a load, leave it dirty, and occupy the partition
// for as many ticks as there are threads at one address (different addresses of a transaction are
// updated in parallel). A partition without an L2 sends everything to the channel, an atomic as a
// read and a write.
#pragma once

#include <cstdint>

#include "memory_timing/cache.hpp"
#include "memory_timing/full/crossbar.hpp"
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

class L2Partition {
 public:
  L2Partition(const MachineConfig& config, uint32_t number);

  /// `memory_from`: the first memory tick that sees requests sent to the channel now. Returns the
  /// next tick with work to do, as far as it depends only on the partition.
  uint64_t tick(uint64_t now, uint64_t memory_from, Crossbar& requests, Crossbar& replies);
  /// The channel has delivered data before tick `tick`. Returns the tick that handles the data.
  uint64_t deliver(uint64_t tag, uint64_t tick) {
    delivered_.push({tick + dram_latency_, tag});
    return tick + dram_latency_;
  }

  DramChannel& channel() { return channel_; }
  const DramChannel& channel() const { return channel_; }
  Cache& cache() { return cache_; }
  const Cache& cache() const { return cache_; }
  bool idle() const {
    return delivered_.empty() && hits_.empty() && waiting_.used() == 0 && channel_.idle();
  }
  void flush();

 private:
  struct Waiting {
    NetworkPacket packet;
    uint32_t outstanding = 0;  // units
  };
  struct Hit {
    uint64_t due = 0;
    NetworkPacket packet;
  };

  struct Delivered {
    uint64_t due = 0, tag = 0;
  };

  void fill(uint64_t tag, uint64_t now, Crossbar& replies);
  void unit_arrived(uint32_t waiting, uint64_t now);
  void reply_at(uint64_t due, const NetworkPacket& packet);
  void reply(const NetworkPacket& packet, Crossbar& replies);
  bool handle(const NetworkPacket& packet, uint64_t now);
  bool handle_read(const NetworkPacket& packet, const CacheAccess& access, uint64_t now);
  bool handle_write(const NetworkPacket& packet);
  bool handle_without_cache(const NetworkPacket& packet);
  void fetch_units();
  void write_back();
  void count_blocked();

  PartitionMap map_;
  uint32_t number_, reply_room_, dram_latency_;
  Cache cache_;
  DramChannel channel_;
  Pool<Waiting> waiting_;
  Ring<Hit> hits_;
  Ring<Delivered> delivered_;
  CacheWork work_;
  uint64_t busy_until_ = 0;
  uint64_t memory_from_ = 0;
  bool counted_ = false;  // the head has been counted as waiting for an MSHR
};

}  // namespace heddle
