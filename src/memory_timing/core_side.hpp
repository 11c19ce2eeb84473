// The part of the memory system inside a core: load-store unit, L1 data cache and constant cache.
//
// A request is coalesced when it is accepted. Its transactions then enter the caches, as many per
// cycle as there are ports. There are four input slots, each holding one request: loads and
// atomics, stores, constants, instructions (which bypass the L1). If the L1 port is shared
// (`shared_port`), loads and stores share one slot. An occupied slot rejects the next request; a
// request with one transaction leaves its slot in the cycle in which it is accepted, so one request
// per cycle is possible.
//
// A transaction that cannot enter (no MSHR, or no room behind the link) blocks those after it.
// Tags are checked at once: a miss leaves in the cycle in which it enters. A hit returns its data
// after `hit_latency` cycles, and a miss `hit_latency` cycles after its fill, so the latency of a
// miss is that of the next level plus that of the L1. Atomics evict their line from the L1, execute
// in the next level, and their results bypass the L1. A store is done when its last transaction has
// entered.
//
// Data that returned in a cycle is reported once, at the end of the cycle: `Done` with the last
// lanes, or `Part`. A request in which an access spans two transactions reports no parts.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/cache.hpp"
#include "memory_timing/coalescer.hpp"
#include "memory_timing/link.hpp"
#include "memory_timing/memory_system.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

class alignas(64) CoreSide final : public MemoryPort {
 public:
  /// `shared_until`: the shared part keeps the cycle there before which its departures are known.
  /// `told`: the core is noted there when it hears from the shared part.
  CoreSide(const MachineConfig& config, uint32_t sm, Cycle& first_sent, const Cycle& shared_until,
           std::vector<uint32_t>& told);

  bool accept(const MemoryRequest& request, Cycle now) override;
  void tick(Cycle now) override;
  void report_only_ends() override { only_ends_ = true; }
  bool idle() const override { return requests_.used() == 0 && link_.empty(); }

  // For the shared part.
  Link& link() { return link_; }
  const Link& link() const { return link_; }
  /// A reply to a packet of this core.
  void reply(const Link::Reply& reply) {
    link_.reply(reply);
    due_ = std::min(due_, reply.due);
    waits_for_shared_ = room_matters();
    told_->push_back(link_.sm());
  }
  /// From cycle `when` on, one more packet has left the queue behind the link.
  void departed(Cycle when) {
    link_.departed();
    if (!waits_for_room_ && !waits_for_shared_) return;  // it will find out
    if (waits_for_room_) due_ = std::min(due_, when);
    waits_for_shared_ = room_matters();
    told_->push_back(link_.sm());
  }
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
  struct Flight {  // a transaction in flight
    uint32_t request = 0;
    uint32_t outstanding = 0;  // units of a cache
    uint64_t lanes = 0;
  };
  struct Hit {
    Cycle due;
    uint32_t request = 0;
    uint64_t lanes = 0;
  };
  struct InputSlot {
    Coalesced work;
    size_t next = 0;
    uint32_t request = 0;
    AccessType type = AccessType::Load;
    bool blocked = false;  // until a reply arrives or the link has room
    bool counted = false;  // the current transaction has been counted as waiting for an MSHR
    bool refused = false;  // a request has been rejected since
    // Blocked by a cache without a free MSHR, which had changed so often.
    const Cache* full = nullptr;
    uint64_t changes = 0;
    bool busy() const { return next < work.transactions.size(); }
    bool entering() const { return busy() && !blocked; }
    bool still_blocked() const { return full != nullptr && full->changes() == changes; }
  };

  InputSlot& slot_for(AccessType type);
  uint32_t add_request(const MemoryRequest& request, size_t transactions);
  void enter(InputSlot& slot, uint32_t width, Cycle now);
  void count_blocked(InputSlot& slot, Cache& cache);
  bool enter_one(InputSlot& slot, const Transaction& t, Cycle now);
  bool enter_read(InputSlot& slot, Cache& cache, PacketKind kind, const Transaction& t, Cycle now);
  bool enter_uncached(InputSlot& slot, const Transaction& t);
  bool enter_store(InputSlot& slot, const Transaction& t);
  bool enter_atomic(InputSlot& slot, const Transaction& t);
  bool room();
  void count_entering();
  /// Whether transactions could ask for room that there may not be. Each that enters sends at most
  /// the units of a line and an evicted line; a fill may send an evicted line as well.
  bool room_matters() const {
    if (entering_ == 0) return false;
    uint32_t evicted = evicts_ ? link_.replies() : 0;
    return !link_.certainly_has_room_for((entering_ - 1) * (units_per_line_ + 1) + 1 + evicted);
  }
  void handle(const NetworkPacket& packet, Cycle now);
  void send(const NetworkPacket& packet);
  void send(PacketKind kind, Address address, uint64_t pieces, uint32_t id = 0);
  void send_units(const Cache& cache, PacketKind kind);
  void write_back();
  void missed(uint32_t request);
  void returned(uint32_t request, uint64_t lanes);
  void unit_returned(uint32_t flight, Ring<Hit>& hits, Cycle due);
  void deliver(Ring<Hit>& hits, Cycle now);
  void report();

  // What the shared part reads and writes comes first: it runs on another host core, and each cache
  // line that it touches has to move.
  Link link_;
  uint32_t entering_ = 0;        // transactions that may enter in a cycle
  uint32_t units_per_line_;      // of the L1
  bool evicts_;                  // fills may evict dirty lines of the L1
  bool waits_for_room_ = false;  // some slot was blocked for want of room
  std::vector<uint32_t>* told_;
  uint32_t block_, constant_block_, read_width_, write_width_, constant_width_;
  bool shared_port_, only_ends_ = false;
  Cache l1_, constant_;
  InputSlot reads_, writes_, constants_, fetches_;
  Pool<Request> requests_;
  Pool<Flight> flights_;
  Ring<Hit> hits_, constant_hits_;
  CacheWork work_;
  std::vector<uint32_t> touched_;
  Cycle now_;                        // of the tick that runs
  uint64_t order_ = Link::kNoReply;  // of the reply that is being handled
  MemoryCounters counters_;
};

}  // namespace heddle
