// The list of dependences, and the small ones.
#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "config/variants.hpp"
#include "sm/dependence/exact.hpp"
#include "sm/dependence/matrix.hpp"
#include "sm/dependence/per_path.hpp"

namespace heddle {

CostAdder add_per_path_cost, add_matrix_cost;

/// All of them, or none.
Verdict Dependence::keep_free(const Issuer& who, Threads& threads, const TimedOp& op) {
  Verdict verdict = check(who, threads, op).verdict;
  if (verdict != Verdict::Free) threads.clear();
  return verdict;
}

namespace {

/// As exact, with a limited number of instructions in flight per group that write a register.
class Scoreboard final : public Exact {
 public:
  explicit Scoreboard(const MachineConfig& config)
      : Exact(config), entries_(config.arch.scoreboard_entries) {}
  void start(uint32_t tiles, uint32_t slots, uint32_t groups) override {
    Exact::start(tiles, slots, groups);
    in_use_.assign(groups, 0);
    memory_.assign(groups, 0);
  }
  Answer check(const Issuer& who, const Threads& threads, const TimedOp& op) override {
    if (is_full(who.group, op)) return {verdict(who.group), threads.begin()->tile};
    return Exact::check(who, threads, op);
  }
  Verdict keep_free(const Issuer& who, Threads& threads, const TimedOp& op) override {
    if (!is_full(who.group, op)) return Exact::keep_free(who, threads, op);
    threads.clear();
    return verdict(who.group);
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
  bool is_full(GroupId group, const TimedOp& op) const {
    return entries_ && op.destination_count > 0 && in_use_[group] >= entries_;
  }
  Verdict verdict(GroupId group) const {
    return memory_[group] ? Verdict::Memory : Verdict::Arithmetic;
  }

  uint32_t entries_;
  IndexedBy<GroupId, uint32_t> in_use_, memory_;
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
  Answer check(const Issuer& who, const Threads& threads, const TimedOp&) override {
    for (TileMask p : threads)
      if (uint32_t hit = busy_[p.tile] & p.mask) return {verdict(p.tile, hit), p.tile};
    if (in_flight_[who.group] == 0) return {};
    return {memory_[who.group] ? Verdict::Memory : Verdict::Arithmetic, threads.begin()->tile};
  }
  Verdict keep_free(const Issuer&, Threads& threads, const TimedOp&) override {
    Verdict worst = Verdict::Free;
    drop_waiting(threads, [&](TileMask p) {
      uint32_t hit = busy_[p.tile] & p.mask;
      if (hit != 0 && worst != Verdict::Memory) worst = verdict(p.tile, hit);
      return hit;
    });
    return worst;
  }
  void issue(const Packet& packet, const TimedOp&) override {
    for (TileMask p : packet.threads) {
      busy_[p.tile] |= p.mask;
      if (packet.from_memory) from_memory_[p.tile] |= p.mask;
    }
    in_flight_[packet.group]++;
    memory_[packet.group] += packet.from_memory;
  }
  void complete(const Packet& packet, const TimedOp&) override {
    clear(packet.threads);
    in_flight_[packet.group]--;
    memory_[packet.group] -= packet.from_memory;
  }
  void complete_part(const Packet&, const Threads& part, const TimedOp&) override { clear(part); }
  /// Its instruction is not complete before all its threads are.
  bool has_returned(const Threads&, const TimedOp&) override { return false; }

 private:
  void clear(const Threads& threads) {
    for (TileMask p : threads) {
      busy_[p.tile] &= ~p.mask;
      from_memory_[p.tile] &= ~p.mask;
    }
  }
  Verdict verdict(TileId tile, uint32_t hit) const {
    return from_memory_[tile] & hit ? Verdict::Memory : Verdict::Arithmetic;
  }
  IndexedBy<TileId, uint32_t> busy_, from_memory_;   // threads
  IndexedBy<GroupId, uint32_t> in_flight_, memory_;  // packets; those from memory
};

constexpr auto kDependences = std::to_array<DependenceInfo>({
    {"exact", "threads x register in flight: no false dependence",
     [](const MachineConfig& c) -> std::unique_ptr<Dependence> {
       return std::make_unique<Exact>(c);
     }},
    {"scoreboard", "exact, with a limited number of entries per warp",
     [](const MachineConfig& c) -> std::unique_ptr<Dependence> {
       return std::make_unique<Scoreboard>(c);
     }},
    {"per-path", "registers pending per warp and path, with shadow bits (rhu2013)",
     [](const MachineConfig& c) -> std::unique_ptr<Dependence> {
       return std::make_unique<PerPath>(c);
     },
     add_per_path_cost},
    {"matrix", "registers pending per warp, with matrices of who shares threads (brunie2012)",
     [](const MachineConfig& c) -> std::unique_ptr<Dependence> {
       return std::make_unique<Matrix>(c);
     },
     add_matrix_cost},
    {"barrel", "one instruction in flight per thread",
     [](const MachineConfig&) -> std::unique_ptr<Dependence> {
       return std::make_unique<Barrel>();
     }},
});
static_assert(same_names(kDependences, kDependenceNames));

}  // namespace

std::span<const DependenceInfo> dependences() { return kDependences; }

const DependenceInfo& find_dependence(std::string_view name) {
  std::string known;
  for (const DependenceInfo& d : kDependences) {
    if (name == d.name) return d;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", d.name);
  }
  throw UsageError(fmt::format("there is no dependence '{}'; known are {}", name, known));
}

std::unique_ptr<Dependence> make_dependence(const MachineConfig& config) {
  return find_dependence(config.arch.dependence).make(config);
}

}  // namespace heddle
