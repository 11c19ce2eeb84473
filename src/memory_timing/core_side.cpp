// The life cycle of a request in a core: accept, enter, hit or miss, return, report.
#include "memory_timing/core_side.hpp"

#include <algorithm>

namespace heddle {

CoreSide::CoreSide(const MachineConfig& config, uint32_t sm, Cycle& first_sent,
                   const Cycle& shared_until, std::vector<uint32_t>& told)
    : link_(sm, config.memory.queue, first_sent),
      units_per_line_(config.memory.l1.bytes == 0 || config.memory.l1.sector == 0
                          ? 1
                          : config.memory.l1.line / config.memory.l1.sector),
      evicts_(config.memory.l1.write == "back"),
      told_(&told),
      block_(config.memory.transaction),
      constant_block_(config.memory.constant.bytes == 0
                          ? block_
                          : std::min(block_, config.memory.constant.line)),
      read_width_(std::min(config.memory.transactions_per_cycle, config.memory.l1.read_ports)),
      write_width_(std::min(config.memory.transactions_per_cycle, config.memory.l1.write_ports)),
      constant_width_(config.memory.constant.read_ports),
      shared_port_(config.memory.l1.shared_port),
      l1_(config.memory.l1, RandomStream(config.seed, 1, sm)),
      constant_(config.memory.constant, RandomStream(config.seed, 2, sm)) {
  shared_until_ = &shared_until;
}

CoreSide::InputSlot& CoreSide::slot_for(AccessType type) {
  if (type == AccessType::Constant) return constants_;
  if (type == AccessType::Instruction) return fetches_;
  return type == AccessType::Store && !shared_port_ ? writes_ : reads_;
}

uint32_t CoreSide::add_request(const MemoryRequest& request, size_t transactions) {
  ++counters_.requests;
  counters_.threads += request.addresses.size();
  counters_.transactions += transactions;
  uint32_t index =
      requests_.take({.token = request.token, .outstanding = static_cast<uint32_t>(transactions)});
  if (transactions == 0) {
    requests_[index].touched = true;
    touched_.push_back(index);
  }
  return index;
}

bool CoreSide::accept(const MemoryRequest& request, Cycle now) {
  InputSlot& slot = slot_for(request.type);
  if (slot.busy()) {
    slot.refused = true;
    return false;
  }
  if (request.type == AccessType::Constant)
    coalesce_broadcast(request, constant_block_, slot.work);
  else
    coalesce(request, block_, slot.work);
  if (request.type == AccessType::Atomic) count_conflicts(request, block_, slot.work);
  slot.next = 0;
  slot.type = request.type;
  slot.blocked = slot.counted = false;
  slot.full = nullptr;
  slot.request = add_request(request, slot.work.transactions.size());
  if (request.type == AccessType::Store || slot.work.straddles)
    requests_[slot.request].parts = false;
  due_ = std::min(due_, now);
  count_entering();
  return true;
}

void CoreSide::tick(Cycle now) {
  now_ = now;
  waits_for_room_ = false;
  for (const Link::Reply* r; (r = link_.next_reply()) != nullptr && r->due <= now;) {
    order_ = r->order;
    handle(r->packet, now);
    link_.pop_reply();
  }
  order_ = Link::kNoReply;
  const bool busy = entering_ != 0;
  if (busy) {
    if (reads_.busy())
      enter(reads_, reads_.type == AccessType::Store ? write_width_ : read_width_, now);
    if (writes_.busy()) enter(writes_, write_width_, now);
    if (constants_.busy()) enter(constants_, constant_width_, now);
    if (fetches_.busy()) enter(fetches_, 1, now);
  }
  deliver(hits_, now);
  deliver(constant_hits_, now);
  if (!touched_.empty()) report();

  bool entering = busy && (reads_.entering() || writes_.entering() || constants_.entering() ||
                           fetches_.entering());
  Cycle next = entering ? now + 1 : kNeverCycle;
  if (!hits_.empty()) next = std::min(next, hits_.front().due);
  if (!constant_hits_.empty()) next = std::min(next, constant_hits_.front().due);
  if (const Link::Reply* r = link_.next_reply()) next = std::min(next, r->due);
  due_ = next;
  if (busy) count_entering();
}

bool CoreSide::room() {
  bool result = link_.room();
  waits_for_room_ |= !result;
  return result;
}

void CoreSide::count_entering() {
  entering_ = (reads_.busy() ? std::max(read_width_, write_width_) : 0) +
              (writes_.busy() ? write_width_ : 0) + (constants_.busy() ? constant_width_ : 0) +
              (fetches_.busy() ? 1 : 0);
  waits_for_shared_ = room_matters();
}

void CoreSide::enter(InputSlot& slot, uint32_t width, Cycle now) {
  if (slot.still_blocked()) {
    room();
    return;
  }
  for (uint32_t i = 0; i < width && slot.busy(); ++i) {
    if (!enter_one(slot, slot.work.transactions[slot.next], now)) {
      slot.blocked = true;
      return;
    }
    slot.blocked = slot.counted = false;
    slot.full = nullptr;
    ++slot.next;
  }
  if (!slot.busy() && slot.refused) {
    slot.refused = false;
    events_.push_back({.kind = MemoryEvent::Kind::Room});
  }
  if (slot.busy() && &slot != &fetches_) ++counters_.port_stalls;
}

void CoreSide::count_blocked(InputSlot& slot, Cache& cache) {
  if (!slot.counted) cache.count_blocked();
  slot.counted = true;
  slot.full = &cache;
  slot.changes = cache.changes();
}

bool CoreSide::enter_one(InputSlot& slot, const Transaction& t, Cycle now) {
  switch (slot.type) {
    case AccessType::Store: return enter_store(slot, t);
    case AccessType::Atomic: return enter_atomic(slot, t);
    case AccessType::Instruction: return enter_uncached(slot, t);
    case AccessType::Constant: return enter_read(slot, constant_, PacketKind::ConstantFill, t, now);
    default: return enter_read(slot, l1_, PacketKind::DataFill, t, now);
  }
}

bool CoreSide::enter_read(InputSlot& slot, Cache& cache, PacketKind kind, const Transaction& t,
                          Cycle now) {
  if (cache.exists()) {
    CacheAccess access = cache.locate(t.base, t.pieces());
    if (cache.read_hit(access)) {
      Ring<Hit>& hits = kind == PacketKind::DataFill ? hits_ : constant_hits_;
      hits.push({now + cache.hit_latency(), slot.request, t.lanes});
      return true;
    }
    if (!room()) return false;
    uint32_t flight = flights_.take({slot.request, 0, t.lanes});
    if (!cache.read_miss(access, flight, work_)) {
      flights_.release(flight);
      count_blocked(slot, cache);
      return false;
    }
    flights_[flight].outstanding = work_.pending;
    send_units(cache, kind);
  } else if (!enter_uncached(slot, t)) {
    return false;
  }
  missed(slot.request);
  return true;
}

bool CoreSide::enter_uncached(InputSlot& slot, const Transaction& t) {
  if (!room()) return false;
  send(PacketKind::Read, t.base, t.pieces(), flights_.take({slot.request, 1, t.lanes}));
  return true;
}

bool CoreSide::enter_store(InputSlot& slot, const Transaction& t) {
  if (!room()) return false;
  bool forward = true;
  if (l1_.exists()) {
    CacheAccess access = l1_.locate(t.base, t.pieces(), t.whole_pieces());
    if (!l1_.write(access, work_)) {
      count_blocked(slot, l1_);
      return false;
    }
    forward = work_.forward;
    send_units(l1_, PacketKind::DataFill);
    write_back();
  }
  if (forward) {
    send({.address = t.base,
          .pieces = t.pieces(),
          .whole = t.whole_pieces(),
          .sm = static_cast<uint16_t>(link_.sm()),
          .kind = PacketKind::Write});
  }
  returned(slot.request, t.lanes);
  return true;
}

bool CoreSide::enter_atomic(InputSlot& slot, const Transaction& t) {
  if (!room()) return false;
  if (l1_.exists()) {
    l1_.invalidate(l1_.locate(t.base, t.pieces()), work_);
    write_back();
  }
  send({.address = t.base,
        .pieces = t.pieces(),
        .id = flights_.take({slot.request, 1, t.lanes}),
        .conflicts = t.conflicts,
        .sm = static_cast<uint16_t>(link_.sm()),
        .kind = PacketKind::Atomic});
  missed(slot.request);
  return true;
}

void CoreSide::send(const NetworkPacket& packet) { link_.send(packet, now_, order_); }

void CoreSide::send(PacketKind kind, Address address, uint64_t pieces, uint32_t id) {
  send({.address = address,
        .pieces = pieces,
        .id = id,
        .sm = static_cast<uint16_t>(link_.sm()),
        .kind = kind});
}

void CoreSide::send_units(const Cache& cache, PacketKind kind) {
  for (Address unit : work_.fetch) send(kind, unit, cache.pieces_of(1));
}

void CoreSide::write_back() {
  if (work_.victim_dirty == 0) return;
  uint64_t pieces = l1_.pieces_of(work_.victim_dirty);
  send({.address = work_.victim,
        .pieces = pieces,
        .whole = pieces,
        .sm = static_cast<uint16_t>(link_.sm()),
        .kind = PacketKind::Write});
}

void CoreSide::handle(const NetworkPacket& packet, Cycle now) {
  switch (packet.kind) {
    case PacketKind::DataFill:
      l1_.fill(packet.address, work_,
               [&](uint32_t flight) { unit_returned(flight, hits_, now + l1_.hit_latency()); });
      write_back();
      break;
    case PacketKind::ConstantFill:
      constant_.fill(packet.address, work_, [&](uint32_t flight) {
        unit_returned(flight, constant_hits_, now + constant_.hit_latency());
      });
      break;
    default:
      returned(flights_[packet.id].request, flights_[packet.id].lanes);
      flights_.release(packet.id);
  }
}

void CoreSide::missed(uint32_t request) {
  Request& r = requests_[request];
  if (r.missed) return;
  r.missed = true;
  if (!only_ends_) events_.push_back({.token = r.token, .kind = MemoryEvent::Kind::Missed});
}

void CoreSide::unit_returned(uint32_t flight, Ring<Hit>& hits, Cycle due) {
  Flight& f = flights_[flight];
  if (--f.outstanding != 0) return;
  hits.push({due, f.request, f.lanes});
  flights_.release(flight);
}

void CoreSide::returned(uint32_t request, uint64_t lanes) {
  Request& r = requests_[request];
  r.arrived |= lanes;
  --r.outstanding;
  if (r.touched || (only_ends_ && r.outstanding != 0)) return;
  r.touched = true;
  touched_.push_back(request);
}

void CoreSide::deliver(Ring<Hit>& hits, Cycle now) {
  while (!hits.empty() && hits.front().due <= now) {
    returned(hits.front().request, hits.front().lanes);
    hits.pop();
  }
}

void CoreSide::report() {
  for (uint32_t index : touched_) {
    Request& r = requests_[index];
    r.touched = false;
    if (r.outstanding == 0) {
      events_.push_back({r.token, MemoryEvent::Kind::Done, r.arrived});
      requests_.release(index);
    } else if (r.parts) {
      events_.push_back({r.token, MemoryEvent::Kind::Part, r.arrived});
      r.arrived = 0;
    }
  }
  touched_.clear();
}

MemoryCounters CoreSide::counters() const {
  MemoryCounters result = counters_;
  result.l1 = l1_.counters();
  result.constant = constant_.counters();
  return result;
}

void CoreSide::reset_counters() {
  counters_ = {};
  l1_.reset_counters();
  constant_.reset_counters();
}

void CoreSide::flush() {
  l1_.flush();
  constant_.flush();
}

}  // namespace heddle
