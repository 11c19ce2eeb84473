// The threads that have a result of each register in flight: no false dependence, none missed.
#pragma once

#include "sm/dependence/dependence.hpp"

namespace heddle {

/// Takes the threads out that `waiting(part)` names, parts that become empty too.
template <class Waiting>
void drop_waiting(Threads& threads, Waiting waiting) {
  Threads kept;
  for (Part p : threads) kept.add(p.tile, p.mask & ~waiting(p));
  threads = kept;
}

class Exact : public Dependence {
 public:
  void start(uint32_t tiles, uint32_t slots, uint32_t) override {
    slots_ = slots;
    pending_.assign(size_t{tiles} * slots, 0);
    from_memory_.assign(size_t{tiles} * slots, 0);
  }
  Answer check(const Issuer&, const Threads& threads, const TimedOp& op) override {
    for (Part p : threads) {
      size_t row = size_t{p.tile} * slots_;
      for (uint32_t n = 0; n < op.source_count; n++)
        if (uint32_t hit = pending_[row + op.sources[n]] & p.mask)
          return {verdict(row + op.sources[n], hit), p.tile};
      for (uint32_t n = 0; n < op.destination_count; n++)
        if (uint32_t hit = pending_[row + op.destinations[n]] & p.mask)
          return {verdict(row + op.destinations[n], hit), p.tile};
    }
    return {};
  }
  Verdict keep_free(const Issuer&, Threads& threads, const TimedOp& op) override {
    Verdict verdict = Verdict::Free;
    drop_waiting(threads, [&](Part p) {
      uint32_t waiting = 0;
      auto look = [&](uint32_t slot) {
        size_t at = size_t{p.tile} * slots_ + slot;
        uint32_t hit = pending_[at] & p.mask;
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
    for (Part p : packet.threads)
      for (uint32_t n = 0; n < op.destination_count; n++) {
        size_t at = size_t{p.tile} * slots_ + op.destinations[n];
        pending_[at] |= p.mask;
        if (packet.from_memory) from_memory_[at] |= p.mask;
      }
  }
  void complete(const Packet& packet, const TimedOp& op) override { clear(packet.threads, op); }
  void complete_part(const Packet&, const Threads& part, const TimedOp& op) override {
    clear(part, op);
  }
  bool has_returned(const Threads& threads, const TimedOp& op) override {
    return Exact::check({}, threads, op).verdict == Verdict::Free;
  }

 protected:
  /// Whether some of the threads have a result of the register in flight.
  bool pending(const Threads& threads, uint32_t slot) const {
    for (Part p : threads)
      if (pending_[size_t{p.tile} * slots_ + slot] & p.mask) return true;
    return false;
  }

 private:
  void clear(const Threads& threads, const TimedOp& op) {
    for (Part p : threads)
      for (uint32_t n = 0; n < op.destination_count; n++) {
        size_t at = size_t{p.tile} * slots_ + op.destinations[n];
        pending_[at] &= ~p.mask;
        from_memory_[at] &= ~p.mask;
      }
  }
  Verdict verdict(size_t at, uint32_t hit) const {
    return from_memory_[at] & hit ? Verdict::Memory : Verdict::Arithmetic;
  }
  uint32_t slots_ = 0;
  std::vector<uint32_t> pending_, from_memory_;  // [tile][slot]: threads
};

}  // namespace heddle
