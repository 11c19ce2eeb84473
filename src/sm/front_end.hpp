// Fetch and decode: one access to the instruction cache per cycle, for the groups in turn, fills
// their instruction buffers.
//
// A fetch brings up to `fetch.width` instructions of one line. On a miss the group waits until the
// line has come, `fetch.miss_latency` later; misses of one line wait together. The instructions of
// a kernel lie one behind the other, those of different kernels far apart.
//
// When a fetch arrives is known when it begins, so the front end looks at the clock when somebody
// asks. Only a group that waits for its instruction needs an event that wakes it.
//
// Without `fetch.ahead` there are no buffers: a group is chosen first, and fetch and decode are
// stages of its instruction's way (barrel cores). Only one whose line is not in the cache is not
// chosen: it waits as above.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "counters/counters.hpp"
#include "exec/executable.hpp"
#include "memory_timing/cache.hpp"
#include "sm/threads.hpp"

namespace heddle {

class FrontEnd {
 public:
  /// `told`: every arrival is an event, because an observer wants to know of it, or a scheduler in
  /// which order instructions arrive.
  FrontEnd(const MachineConfig& config, uint32_t sm, uint32_t groups, bool told)
      : config_(config.fetch),
        told_(told),
        cache_(config.fetch.l1i, RandomStream(config.seed, 6, sm)),
        per_unit_(std::max(1u, cache_.unit_bytes() / config.fetch.instruction_bytes)),
        groups_(groups),
        arrivals_(size_t{groups} * config.fetch.buffer) {}

  /// A kernel begins, and nothing is in flight that the caller still knows of: what was on its way
  /// has come in between.
  void start(const ExecutablePtr& kernel) {
    for (Address unit : coming_) cache_.fill(unit, work_, [](uint32_t) {});
    coming_.clear();
    auto known = std::ranges::find(kernels_, kernel);
    base_ = Address(known - kernels_.begin()) << 32;
    end_ = kernel->code.end_id();
    if (known == kernels_.end()) kernels_.push_back(kernel);
    next_ = GroupId{0};
  }

  void flush() { cache_.flush(); }

  /// In its buffer, or, when fetch is a stage behind the scheduler, in the cache.
  [[gnu::always_inline]] bool has_instruction(GroupId g, LinkedPc pc, Cycle now) {
    if (!told_) take_arrived(g, now);
    return groups_[g].buffered > 0 || (!config_.ahead && (!cache_.exists() || in_cache(pc)));
  }
  /// When the group's next instruction came into its buffer or, without buffers, when the group
  /// came to it: lower is older. Only where arrivals are told.
  uint64_t age(GroupId g) const {
    const Group& group = groups_[g];
    return group.buffered > 0 ? arrivals_[slot(g, group.consumed)] : group.since;
  }
  /// The group issued the instruction at `pc`, the first of its buffer if that has any, and goes on
  /// behind it.
  [[gnu::always_inline]] void consume(GroupId g, LinkedPc pc, Cycle now, CoreCounters& counters) {
    if (!told_)
      take_arrived(g, now);
    else
      groups_[g].since = ++events_;
    if (groups_[g].buffered > 0) {
      groups_[g].buffered--;
      groups_[g].consumed++;
      return;
    }
    if (config_.ahead) return;
    counters.icache_hits++;
    if (cache_.exists()) cache_.read_hit(locate(pc));
  }
  /// What was fetched is not what follows.
  [[gnu::always_inline]] void forget(GroupId g) {
    groups_[g].buffered = 0;
    groups_[g].since = ++events_;
    groups_[g].epoch++;
    groups_[g].under_way = groups_[g].awaited = false;
    wanting_.erase(g);
  }
  /// Fetches for the group when its buffer has room and nothing is on its way. What has arrived by
  /// now has been taken.
  [[gnu::always_inline]] void want(GroupId g) {
    if (!groups_[g].under_way && groups_[g].buffered < config_.buffer) wanting_.insert(g);
  }
  /// The group has no instruction and waits for one: `later` is called for its arrival.
  template <class Later>
  void await(GroupId g, Cycle now, Later later) {
    want(g);
    Group& group = groups_[g];
    if (group.awaited) return;
    group.awaited = true;
    if (!told_ && group.under_way && group.unit == kHere)
      later(static_cast<uint32_t>(group.arrives - now), Fetched{g, group.epoch});
  }
  bool wants_any() const { return !wanting_.empty(); }

  struct Fetched {
    GroupId group;
    uint32_t epoch;
  };
  struct Filled {
    Address unit;  // a line, or a sector of it
  };
  struct Begun {
    GroupId group;
    uint32_t count = 0;  // instructions that the buffer has room for; 0: no fetch
  };
  /// One fetch. `pc_of(g)` is the group's next instruction to issue; `later(delay, Fetched or
  /// Filled)` is to be handed back `delay` cycles from now.
  template <class PcOf, class Later>
  [[gnu::always_inline]] Begun tick(Cycle now, CoreCounters& counters, PcOf pc_of, Later later) {
    if (wanting_.empty()) return {};
    GroupId g = wanting_.next(next_);
    if (g == kNoGroup) g = wanting_.next(GroupId{0});
    if (g == kNoGroup) return {};
    next_ = g + 1;
    Group& group = groups_[g];
    LinkedPc pc = pc_of(g) + group.buffered;
    if (pc >= end_) {  // the last instruction is in the buffer
      wanting_.erase(g);
      return {};
    }
    group.coming = std::min(config_.width, end_ - pc);
    if (cache_.exists()) {
      group.coming = std::min(group.coming, per_unit_ - (pc.value() & (per_unit_ - 1)));
      Address address = address_of(pc);
      CacheAccess access = locate(pc);
      if (!cache_.read_hit(access)) {
        if (!cache_.read_miss(access, g.value(), work_))
          return {};  // no MSHR: again in a later turn
        counters.icache_misses++;
        wait(g, address / cache_.unit_bytes() * cache_.unit_bytes());
        for (Address unit : work_.fetch) {
          coming_.push_back(unit);
          later(config_.miss_latency, Filled{unit});
        }
        return {g, room(group)};
      }
    }
    counters.icache_hits++;
    wait(g, kHere);
    come(g, now, later);
    return {g, room(group)};
  }
  /// Hands a fetch back; returns how many instructions the group has got, 0 when it has gone
  /// elsewhere since.
  uint32_t arrived(Fetched f, Cycle now) {
    Group& group = groups_[f.group];
    if (group.epoch != f.epoch) return 0;
    group.awaited = false;
    return take_arrived(f.group, now);
  }
  /// Hands a line back: the groups that waited for it have their instructions after the latency of
  /// a hit.
  template <class Later>
  void filled(Filled f, Cycle now, Later later) {
    std::erase(coming_, f.unit);
    cache_.fill(f.unit, work_, [&](uint32_t waiting) {
      GroupId g(waiting);
      Group& group = groups_[g];
      if (!group.under_way || group.unit != f.unit) return;  // it has gone elsewhere since
      group.unit = kHere;
      come(g, now, later);
    });
  }

 private:
  static constexpr Address kHere = ~Address{0};
  struct Group {
    uint32_t buffered = 0;  // instructions
    uint32_t consumed = 0;  // instructions, since ever
    uint64_t since = 0;     // it is at its next instruction
    uint32_t coming = 0;    // with the fetch under way; the buffer takes what it has room for
    uint32_t epoch = 0;     // a jump makes fetches under way worthless
    bool under_way = false;
    bool awaited = false;  // the group waits for it
    Address unit = kHere;  // that it waits for
    Cycle arrives;         // the fetch under way, unless it waits for a line
  };

  Address address_of(LinkedPc pc) const {
    return base_ + Address{pc.value()} * config_.instruction_bytes;
  }
  CacheAccess locate(LinkedPc pc) const { return cache_.locate(address_of(pc), 1); }
  bool in_cache(LinkedPc pc) const { return cache_.holds(locate(pc)); }
  /// Of the instruction that is the nth since ever of the group.
  size_t slot(GroupId g, uint32_t n) const {
    return size_t{g.value()} * config_.buffer + n % config_.buffer;
  }
  uint32_t room(const Group& group) const {
    return std::min(config_.buffer - group.buffered, group.coming);
  }
  /// What has come by now is in the buffer; returns how many instructions that adds.
  [[gnu::always_inline]] uint32_t take_arrived(GroupId g, Cycle now) {
    Group& group = groups_[g];
    if (!group.under_way || group.unit != kHere || group.arrives > now) return 0;
    uint32_t count = room(group);
    group.under_way = false;
    if (!told_) {  // nobody asks for ages
      group.buffered += count;
      return count;
    }
    events_++;
    for (uint32_t n = 0; n < count; n++)
      arrivals_[slot(g, group.consumed + group.buffered++)] = events_;
    return count;
  }
  /// The instructions are in the cache and come from there.
  template <class Later>
  void come(GroupId g, Cycle now, Later later) {
    Group& group = groups_[g];
    uint32_t latency = std::max(1u, config_.latency);
    group.arrives = now + latency;
    if (told_ || group.awaited) later(latency, Fetched{g, group.epoch});
  }
  void wait(GroupId g, Address unit) {
    wanting_.erase(g);
    groups_[g].under_way = true;
    groups_[g].unit = unit;
  }

  const FetchConfig& config_;
  bool told_;
  Cache cache_;
  CacheWork work_;
  std::vector<Address> coming_;         // units on their way
  std::vector<ExecutablePtr> kernels_;  // in the order of their code
  Address base_ = 0;                    // of the kernel that runs
  LinkedPc end_;                        // behind its last instruction
  uint32_t per_unit_;                   // instructions, a power of two
  IndexedBy<GroupId, Group> groups_;
  uint64_t events_ = 0;             // arrivals and departures of instructions, in order
  std::vector<uint64_t> arrivals_;  // of the instructions in the buffers
  GroupSet wanting_;
  GroupId next_;
};

}  // namespace heddle
