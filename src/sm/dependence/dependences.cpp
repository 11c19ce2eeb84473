// exact, scoreboard and barrel.
#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "sm/dependence/dependence.hpp"

namespace heddle {

/// All of them, or none.
Verdict Dependence::keep_free(uint32_t group, Threads& threads, const TimedOp& op) {
  uint32_t tile = 0;
  Verdict verdict = check(group, threads, op, tile);
  if (verdict != Verdict::Free) threads.clear();
  return verdict;
}

namespace {

/// Takes the threads out that `waiting(part)` names, parts that become empty too.
template <class Waiting>
void drop(Threads& threads, Waiting waiting) {
  Threads kept;
  for (Part p : threads) kept.add(p.tile, p.mask & ~waiting(p));
  threads = kept;
}

/// The threads that have a result of each register in flight: no false dependence, none missed.
class Exact : public Dependence {
 public:
  void start(uint32_t tiles, uint32_t slots, uint32_t) override {
    slots_ = slots;
    pending_.assign(size_t{tiles} * slots, 0);
    from_memory_.assign(size_t{tiles} * slots, 0);
  }
  Verdict check(uint32_t, const Threads& threads, const TimedOp& op, uint32_t& tile) override {
    for (Part p : threads) {
      size_t row = size_t{p.tile} * slots_;
      for (uint32_t n = 0; n < op.source_count; n++)
        if (uint32_t hit = pending_[row + op.sources[n]] & p.mask) {
          tile = p.tile;
          return verdict(row + op.sources[n], hit);
        }
      for (uint32_t n = 0; n < op.destination_count; n++)
        if (uint32_t hit = pending_[row + op.destinations[n]] & p.mask) {
          tile = p.tile;
          return verdict(row + op.destinations[n], hit);
        }
    }
    return Verdict::Free;
  }
  Verdict keep_free(uint32_t, Threads& threads, const TimedOp& op) override {
    Verdict verdict = Verdict::Free;
    drop(threads, [&](Part p) {
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
  void complete(const Packet& packet, const TimedOp& op) override {
    for (Part p : packet.threads)
      for (uint32_t n = 0; n < op.destination_count; n++) {
        size_t at = size_t{p.tile} * slots_ + op.destinations[n];
        pending_[at] &= ~p.mask;
        from_memory_[at] &= ~p.mask;
      }
  }

 private:
  Verdict verdict(size_t at, uint32_t hit) const {
    return from_memory_[at] & hit ? Verdict::Memory : Verdict::Arithmetic;
  }
  uint32_t slots_ = 0;
  std::vector<uint32_t> pending_, from_memory_;  // [tile][slot]: threads
};

/// As exact, with room for so many instructions in flight that write a register, per group.
class Scoreboard final : public Exact {
 public:
  explicit Scoreboard(uint32_t entries) : entries_(entries) {}
  void start(uint32_t tiles, uint32_t slots, uint32_t groups) override {
    Exact::start(tiles, slots, groups);
    in_use_.assign(groups, 0);
    memory_.assign(groups, 0);
  }
  Verdict check(uint32_t group, const Threads& threads, const TimedOp& op,
                uint32_t& tile) override {
    if (is_full(group, op)) {
      tile = threads.begin()->tile;
      return verdict(group);
    }
    return Exact::check(group, threads, op, tile);
  }
  Verdict keep_free(uint32_t group, Threads& threads, const TimedOp& op) override {
    if (!is_full(group, op)) return Exact::keep_free(group, threads, op);
    threads.clear();
    return verdict(group);
  }
  void issue(const Packet& packet, const TimedOp& op) override {
    Exact::issue(packet, op);
    if (op.destination_count == 0) return;
    in_use_[packet.group]++;
    memory_[packet.group] += packet.from_memory;
  }
  void complete(const Packet& packet, const TimedOp& op) override {
    Exact::complete(packet, op);
    if (op.destination_count == 0) return;
    in_use_[packet.group]--;
    memory_[packet.group] -= packet.from_memory;
  }

 private:
  bool is_full(uint32_t group, const TimedOp& op) const {
    return entries_ && op.destination_count > 0 && in_use_[group] >= entries_;
  }
  Verdict verdict(uint32_t group) const {
    return memory_[group] ? Verdict::Memory : Verdict::Arithmetic;
  }

  uint32_t entries_;
  std::vector<uint32_t> in_use_, memory_;  // per group
};

/// One instruction of a group at a time, from issue to completion (fung2007 §2.1, narasiman2011
/// §2.1), also when nobody executes it or other threads of the group are next. Groups that issue
/// some of their threads at a time have a bit per thread (narasiman2011 §3.1): one that is in a
/// packet on its way is in no other.
class Barrel final : public Dependence {
 public:
  void start(uint32_t tiles, uint32_t, uint32_t groups) override {
    busy_.assign(tiles, 0);
    from_memory_.assign(tiles, 0);
    in_flight_.assign(groups, 0);
    memory_.assign(groups, 0);
  }
  Verdict check(uint32_t group, const Threads& threads, const TimedOp&, uint32_t& tile) override {
    for (Part p : threads)
      if (uint32_t hit = busy_[p.tile] & p.mask) {
        tile = p.tile;
        return verdict(p.tile, hit);
      }
    if (in_flight_[group] == 0) return Verdict::Free;
    tile = threads.begin()->tile;
    return memory_[group] ? Verdict::Memory : Verdict::Arithmetic;
  }
  Verdict keep_free(uint32_t, Threads& threads, const TimedOp&) override {
    Verdict worst = Verdict::Free;
    drop(threads, [&](Part p) {
      uint32_t hit = busy_[p.tile] & p.mask;
      if (hit != 0 && worst != Verdict::Memory) worst = verdict(p.tile, hit);
      return hit;
    });
    return worst;
  }
  void issue(const Packet& packet, const TimedOp&) override {
    for (Part p : packet.threads) {
      busy_[p.tile] |= p.mask;
      if (packet.from_memory) from_memory_[p.tile] |= p.mask;
    }
    in_flight_[packet.group]++;
    memory_[packet.group] += packet.from_memory;
  }
  void complete(const Packet& packet, const TimedOp&) override {
    for (Part p : packet.threads) {
      busy_[p.tile] &= ~p.mask;
      from_memory_[p.tile] &= ~p.mask;
    }
    in_flight_[packet.group]--;
    memory_[packet.group] -= packet.from_memory;
  }

 private:
  Verdict verdict(uint32_t tile, uint32_t hit) const {
    return from_memory_[tile] & hit ? Verdict::Memory : Verdict::Arithmetic;
  }
  std::vector<uint32_t> busy_, from_memory_;  // per tile: threads
  std::vector<uint32_t> in_flight_, memory_;  // per group: packets; those from memory
};

constexpr auto kDependences = std::to_array<DependenceInfo>({
    {"exact", "threads x register in flight: no false dependence",
     [](const MachineConfig&) -> std::unique_ptr<Dependence> { return std::make_unique<Exact>(); }},
    {"scoreboard", "exact, with a limited number of entries per warp",
     [](const MachineConfig& c) -> std::unique_ptr<Dependence> {
       return std::make_unique<Scoreboard>(c.arch.scoreboard_entries);
     }},
    {"barrel", "one instruction in flight per thread",
     [](const MachineConfig&) -> std::unique_ptr<Dependence> {
       return std::make_unique<Barrel>();
     }},
});

}  // namespace

std::span<const DependenceInfo> dependences() { return kDependences; }

std::unique_ptr<Dependence> make_dependence(const MachineConfig& config) {
  std::string known;
  for (const DependenceInfo& d : kDependences) {
    if (config.arch.dependence == d.name) return d.make(config);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", d.name);
  }
  throw UsageError(
      fmt::format("there is no dependence '{}'; known are {}", config.arch.dependence, known));
}

}  // namespace heddle
