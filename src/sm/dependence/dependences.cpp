// exact, scoreboard and barrel.
#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "sm/dependence/dependence.hpp"

namespace heddle {

namespace {

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
    if (entries_ && op.destination_count > 0 && in_use_[group] >= entries_) {
      tile = threads.begin()->tile;
      return memory_[group] ? Verdict::Memory : Verdict::Arithmetic;
    }
    return Exact::check(group, threads, op, tile);
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
  uint32_t entries_;
  std::vector<uint32_t> in_use_, memory_;  // per group
};

/// One instruction of a group at a time, from issue to completion (fung2007 §2.1, narasiman2011).
class Barrel final : public Dependence {
 public:
  void start(uint32_t tiles, uint32_t, uint32_t) override {
    busy_.assign(tiles, 0);
    from_memory_.assign(tiles, 0);
  }
  Verdict check(uint32_t, const Threads& threads, const TimedOp&, uint32_t& tile) override {
    for (Part p : threads)
      if (uint32_t hit = busy_[p.tile] & p.mask) {
        tile = p.tile;
        return from_memory_[p.tile] & hit ? Verdict::Memory : Verdict::Arithmetic;
      }
    return Verdict::Free;
  }
  void issue(const Packet& packet, const TimedOp&) override {
    for (Part p : packet.threads) {
      busy_[p.tile] |= p.mask;
      if (packet.from_memory) from_memory_[p.tile] |= p.mask;
    }
  }
  void complete(const Packet& packet, const TimedOp&) override {
    for (Part p : packet.threads) {
      busy_[p.tile] &= ~p.mask;
      from_memory_[p.tile] &= ~p.mask;
    }
  }

 private:
  std::vector<uint32_t> busy_, from_memory_;  // per tile: threads
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
