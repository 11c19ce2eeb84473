// The threads that have a result of each register in flight: no false dependence, none missed. A
// scalar register is one for all threads of a warp, so its result is in flight for all of them,
// also for those of another path.
#pragma once

#include <algorithm>
#include <bit>

#include "sm/dependence/dependence.hpp"

namespace heddle {

/// Takes the threads out that `waiting(part)` names, parts that become empty too.
template <class Waiting>
void drop_waiting(Threads& threads, Waiting waiting) {
  Threads kept;
  for (TileMask p : threads) kept.add(p.tile, p.mask & ~waiting(p));
  threads = kept;
}

class Exact : public Dependence {
 public:
  Exact() = default;
  /// With temporal lanes, instructions follow each other thread by thread.
  explicit Exact(const MachineConfig& config)
      : warps_(config.arch.temporal() ? 32 / std::min(32u, config.core.warp) : 0),
        width_(std::min(32u, config.core.warp)) {}

  void start(uint32_t tiles, uint32_t slots, uint32_t) override {
    slots_ = slots;
    tails_.assign(size_t{tiles} * slots * warps_, {});
    results_.assign(size_t{tiles} * slots, {});
  }
  Answer check(const Issuer& who, const Threads& threads, const TimedOp& op) override {
    return look(who.now, threads, op);
  }
  /// The same, inlined.
  [[gnu::always_inline]] Answer look(Cycle now, const Threads& threads, const TimedOp& op) {
    for (TileMask p : threads) {
      const InFlight* row = results_.data() + p.tile.index() * slots_;
      auto waits = [&](const uint16_t* slot, const uint16_t* end) {
        while (slot != end && (row[*slot].pending & p.mask) == 0) ++slot;
        return slot;
      };
      const uint16_t *sources = op.sources + op.source_count,
                     *destinations = op.destinations + op.destination_count;
      const uint16_t* slot = waits(op.sources, sources);
      if (slot == sources) slot = waits(op.destinations, destinations);
      if (slot != destinations) {
        bool memory = (row[*slot].from_memory & row[*slot].pending & p.mask) != 0;
        return {memory ? Verdict::Memory : Verdict::Arithmetic, p.tile, false, *slot};
      }
      if (!tails_.empty() && overtakes(p, op, now)) return {Verdict::Arithmetic, p.tile};
    }
    return {};
  }
  Verdict keep_free(const Issuer&, Threads& threads, const TimedOp& op) override {
    Verdict verdict = Verdict::Free;
    drop_waiting(threads, [&](TileMask p) {
      uint32_t waiting = 0;
      auto look = [&](uint32_t slot) {
        size_t at = p.tile.index() * slots_ + slot;
        uint32_t hit = results_[at].pending & p.mask;
        if (hit != 0 && verdict != Verdict::Memory) verdict = this->verdict(at, hit);
        waiting |= hit;
      };
      for (uint32_t n = 0; n < op.source_count; n++) look(op.sources[n]);
      for (uint32_t n = 0; n < op.destination_count; n++) look(op.destinations[n]);
      return waiting;
    });
    return verdict;
  }
  void issue(const Packet& packet, const TimedOp& op) override {
    for (TileMask p : packet.threads) {
      uint32_t mask = writers(op, p.mask, width_);
      for (uint32_t n = 0; n < op.destination_count; n++) {
        size_t at = p.tile.index() * slots_ + op.destinations[n];
        results_[at].pending |= mask;
        if (packet.from_memory) results_[at].from_memory |= mask;
      }
    }
  }
  void complete(const Packet& packet, const TimedOp& op) override {
    if (!packet.chained) clear(packet.threads, op);
  }
  bool chain(const Packet& packet, const TimedOp& op, Cycle until) override {
    if (warps_ == 0) return false;
    clear(packet.threads, op);
    for (TileMask p : packet.threads)
      for (uint32_t n = 0; n < op.destination_count; n++) {
        Tail& tail = tail_of(p, op.destinations[n]);
        // What another packet left may still be under way for other threads of the warp.
        tail.threads = packet.issued < tail.until ? tail.threads | p.mask : p.mask;
        tail.until = std::max(tail.until, until);
      }
    return true;
  }
  void complete_part(const Packet&, const Threads& part, const TimedOp& op) override {
    clear(part, op);
  }
  bool has_returned(const Threads& threads, const TimedOp& op) override {
    return Exact::check({}, threads, op).verdict == Verdict::Free;
  }

 protected:
  /// Whether some of the threads have a result of the register in flight.
  bool pending(const Threads& threads, uint32_t slot) const {
    for (TileMask p : threads)
      if (results_[p.tile.index() * slots_ + slot].pending & p.mask) return true;
    return false;
  }

 private:
  /// The threads of a chained packet, and when the last of them have their results.
  struct Tail {
    uint32_t threads = 0;
    Cycle until;
  };
  Tail& tail_of(TileMask p, uint32_t slot) {
    uint32_t warp = warp_index(static_cast<uint32_t>(std::countr_zero(p.mask)), width_);
    return tails_[(p.tile.index() * slots_ + slot) * warps_ + warp];
  }
  /// Whether an instruction could come to a thread before its register's result has. One of all
  /// threads of the packet before it comes to each no earlier than that packet did.
  bool overtakes(TileMask p, const TimedOp& op, Cycle now) {
    auto meets = [&](uint32_t slot) {
      const Tail& tail = tail_of(p, slot);
      if (now >= tail.until || (tail.threads & p.mask) == 0) return false;
      return !op.chains || (tail.threads & ~p.mask) != 0;
    };
    for (uint32_t n = 0; n < op.source_count; n++)
      if (meets(op.sources[n])) return true;
    for (uint32_t n = 0; n < op.destination_count; n++)
      if (meets(op.destinations[n])) return true;
    return false;
  }
  void clear(const Threads& threads, const TimedOp& op) {
    for (TileMask p : threads) {
      uint32_t mask = writers(op, p.mask, width_);
      for (uint32_t n = 0; n < op.destination_count; n++) {
        size_t at = p.tile.index() * slots_ + op.destinations[n];
        results_[at].pending &= ~mask;
        results_[at].from_memory &= ~mask;
      }
    }
  }
  Verdict verdict(size_t at, uint32_t hit) const {
    return results_[at].from_memory & hit ? Verdict::Memory : Verdict::Arithmetic;
  }
  /// The threads for which a result of a register is in flight, and those of them that load it.
  struct InFlight {
    uint32_t pending = 0, from_memory = 0;
  };

  uint32_t slots_ = 0;
  std::vector<InFlight> results_;  // [tile][slot]
  uint32_t warps_ = 0,
           width_ = 32;      // hardware warps of a tile, where packets chain; threads of one
  std::vector<Tail> tails_;  // [tile][slot][warp]
};

}  // namespace heddle
