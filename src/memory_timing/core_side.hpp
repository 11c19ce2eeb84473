// A core's side of the memory: its load-store unit, L1 data cache and constant cache.
//
// A request is coalesced when it is accepted and then enters, so many transactions per cycle as
// there are ports. There are four ways in, each holding the one request that is entering: loads and
// atomics, stores, constants, instructions (which pass beside the L1). Where the L1's port is
// shared (`shared_port`), loads and stores have one way in together. A way that holds a request
// refuses the next; a request with one transaction is gone in the cycle of its acceptance, so a
// request per cycle can flow.
//
// A transaction enters in its cycle or blocks everything behind it (no MSHR, or no room below). The
// tags are seen at once: a miss leaves in the cycle in which it enters. A hit has its data
// `hit_latency` cycles later, and so has a miss, counted from its fill: its data takes the same way
// through the cache. So a load that misses sees the latency of what is below plus that of the L1.
// Atomics drop their line from the L1, are executed below, and return beside it. A store is done
// when its last transaction has entered.
//
// What returned in a cycle is reported once at its end: `Done` with the lanes that came last, or
// `Part`. A request with an access across two transactions reports no parts.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/cache.hpp"
#include "memory_timing/coalescer.hpp"
#include "memory_timing/memory_system.hpp"
#include "memory_timing/packet.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

class CoreSide {
 public:
  CoreSide(const MachineConfig& config, uint32_t sm, Outlet& outlet);

  bool accept(const MemoryRequest& request);
  /// The answer to a packet; a tick in the same cycle must follow.
  void reply(const NetworkPacket& packet, Cycle now);
  /// Returns the next cycle with something to do, unless a reply or new room comes before.
  Cycle tick(Cycle now);

  std::vector<MemoryEvent>& events() { return events_; }
  void report_only_ends() { only_ends_ = true; }
  bool idle() const { return requests_.used() == 0; }
  MemoryCounters counters() const;
  void reset_counters();
  void flush();

 private:
  struct Request {
    uint32_t token = 0;
    uint32_t outstanding = 0;  // transactions
    uint64_t arrived = 0;      // lanes, since the last report
    bool missed = false, parts = true, touched = false;
  };
  struct Flight {  // a transaction on its way
    uint32_t request = 0;
    uint32_t outstanding = 0;  // units of a cache
    uint64_t lanes = 0;
  };
  struct Hit {
    Cycle due = 0;
    uint32_t request = 0;
    uint64_t lanes = 0;
  };
  struct Entrance {
    Coalesced work;
    size_t next = 0;
    uint32_t request = 0;
    AccessType type = AccessType::Load;
    bool blocked = false;  // until a reply or new room
    bool counted = false;  // the head has been counted as waiting for an MSHR
    bool refused = false;  // the core has been sent away
    bool busy() const { return next < work.transactions.size(); }
    bool entering() const { return busy() && !blocked; }
  };

  Entrance& entrance(AccessType type);
  uint32_t add_request(const MemoryRequest& request, size_t transactions);
  void enter(Entrance& way, uint32_t width, Cycle now);
  void count_blocked(Entrance& way, Cache& cache);
  bool enter_one(Entrance& way, const Transaction& t, Cycle now);
  bool enter_read(Entrance& way, Cache& cache, PacketKind kind, const Transaction& t, Cycle now);
  bool enter_uncached(Entrance& way, const Transaction& t);
  bool enter_store(Entrance& way, const Transaction& t);
  bool enter_atomic(Entrance& way, const Transaction& t);
  void send(PacketKind kind, Address address, uint64_t pieces, uint32_t id = 0);
  void send_units(const Cache& cache, PacketKind kind);
  void write_back();
  void missed(uint32_t request);
  void returned(uint32_t request, uint64_t lanes);
  void unit_returned(uint32_t flight, Ring<Hit>& hits, Cycle due);
  void deliver(Ring<Hit>& hits, Cycle now);
  void report();

  Outlet& outlet_;
  uint32_t sm_, block_, constant_block_, read_width_, write_width_, constant_width_;
  bool shared_port_, only_ends_ = false;
  Cache l1_, constant_;
  Entrance reads_, writes_, constants_, fetches_;
  Pool<Request> requests_;
  Pool<Flight> flights_;
  Ring<Hit> hits_, constant_hits_;
  CacheWork work_;
  std::vector<uint32_t> touched_;
  std::vector<MemoryEvent> events_;
  MemoryCounters counters_;
};

}  // namespace heddle
