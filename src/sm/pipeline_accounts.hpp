// Pipeline: fetch, the accounts of idle slots, when to wake, and who waits for what.
#pragma once

#include <fmt/format.h>

#include "sm/pipeline.hpp"

namespace heddle {

/// What the front end asks to be handed back later.
template <Divergence D>
auto Pipeline<D>::plan_fetched() {
  struct Planner {
    Pipeline& core;
    void operator()(uint32_t delay, FrontEnd::Fetched f) const {
      core.wheel_.schedule(core.now_, delay, {Event::Kind::Fetched, f.group, f.epoch});
    }
    void operator()(uint32_t delay, FrontEnd::Filled f) const {
      core.wheel_.schedule(core.now_, delay,
                           {Event::Kind::Filled, static_cast<uint32_t>(f.unit),
                            static_cast<uint32_t>(f.unit >> 32)});
    }
  };
  return Planner{*this};
}

template <Divergence D>
void Pipeline<D>::fetch(Cycle) {
  for (uint32_t n = 0; n < config_.fetch.per_cycle; n++) {
    FrontEnd::Begun begun = front_end_.tick(
        counters_, [&](uint32_t g) { return divergence_.place(g).pc; }, plan_fetched());
    if (begun.count > 0)
      observe([&](Observer& o) { o.fetch_begins(now_, sm_, begun.group, begun.count); });
  }
}

/// What was fetched behind the last instruction is not what follows.
template <Divergence D>
void Pipeline<D>::drop_fetched(uint32_t g) {
  front_end_.forget(g);
  observe([&](Observer& o) { o.fetch_dropped(now_, sm_, g); });
}

template <Divergence D>
Cause Pipeline<D>::idle_cause(const Slot& slot) const {
  if constexpr (kPacks<D>)
    if (slot.breaking != GroupSet::kMax && register_file_.has_collector(now_))
      return groups_[slot.breaking].cause;
  // The cause nearest to issuing: what, if it had been different, would have filled the slot.
  constexpr Cause kOrder[] = {
      Cause::StructuralSp,      Cause::StructuralSfu, Cause::StructuralLsu, Cause::StructuralDp,
      Cause::StructuralScalar,  Cause::Fetch,         Cause::Dependence,    Cause::Memory,
      Cause::ReconvergenceWait, Cause::Barrier};
  for (Cause c : kOrder) {
    if (slot.waiting[static_cast<size_t>(c)] == 0) continue;
    bool collects = c <= Cause::StructuralDp && c >= Cause::StructuralSp;
    return collects && !register_file_.has_collector(now_) ? Cause::StructuralCollector : c;
  }
  return slot.in_flight > 0 ? Cause::Drain : Cause::IdleNoWarp;
}

template <Divergence D>
void Pipeline<D>::charge_idle(Slot& slot, uint64_t cycles) {
  counters_.charge(idle_cause(slot), cycles * issue_width_);
}

template <Divergence D>
void Pipeline<D>::catch_up(Cycle now) {
  if (now <= charged_) return;
  uint64_t cycles = now - charged_;
  for (Slot& s : slots_) charge_idle(s, cycles);
  count_cycles(cycles);
  charged_ = now;
}

template <Divergence D>
void Pipeline<D>::plan_wake() {
  if (front_end_.wants_any() || regrouping_ > 0) {
    wake_ = now_ + 1;
    return;
  }
  Cycle next = load_store_.next_work();
  for (size_t u = 0; u < kUnits; u++)
    if (auto unit = static_cast<Unit>(u);
        std::ranges::any_of(slots_, [&](const Slot& s) { return s.wants(unit); }))
      next = std::min(next, next_issue(unit));
  wake_ = std::min(wheel_.next(now_), std::max(now_ + 1, next));
}

/// When a group that wants this unit can next find everything free. While collectors are all taken,
/// it looks again when one is not: then it is charged for the unit, not for them. A scalar unit
/// needs none.
template <Divergence D>
Cycle Pipeline<D>::next_issue(Unit unit) const {
  if (unit != Unit::Scalar && !register_file_.has_collector(now_ + 1))
    return register_file_.next_collector();
  if (unit == Unit::Lsu && !load_store_.has_room(now_ + 1)) return kNeverCycle;
  return temporal_.exist() ? next_lane(unit) : datapath_.next_free(unit);
}

template <Divergence D>
void Pipeline<D>::check_groups() {
  coverage_.begin(resources_.tile_limit());
  Threads members, active;
  uint32_t alive = 0;
  for (const Slot& slot : slots_)
    slot.resident.for_each([&](uint32_t g) {
      divergence_.members(g, members);
      divergence_.threads(g, active);
      coverage_.add(g, members, active);
      alive++;
    });
  std::vector<uint32_t> released(resources_.tile_limit());
  for (const PendingRelease& r : releases_)
    for (Part p : r.threads) released[p.tile] |= p.mask;
  for (const auto& b : blocks_) {
    if (!b) continue;
    for (uint32_t w = 0; w < b->block.warp_count(); w++) {
      uint32_t tile = b->first_tile + w;
      coverage_.check(tile, b->block.live(w),
                      b->rendezvous.waiting(w) | unresolved_[tile] | released[tile]);
    }
  }
  next_look_ = now_ + 1 + alive / 4;  // so that a look at many groups does not dominate the run
}

template <Divergence D>
void Pipeline<D>::describe(DeadlockReport& report) const {
  using State = DeadlockReport::State;
  std::string core = fmt::format("SM {}", sm_);
  for (const auto& b : blocks_)
    if (b) report.add_block(core, b->block, b->rendezvous);
  auto add = [&](uint32_t g, Place place, const Threads& threads, State state) {
    if (place == kNowhere) return;
    report.add_threads(fmt::format("{}, group {}", core, g), threads.size(), place.pc, state);
  };
  for (uint32_t g = 0; g < groups_.size(); g++) {
    if (!divergence_.alive(g)) continue;
    Threads threads;
    divergence_.threads(g, threads);
    if (!groups_[g].at_barrier)
      add(g, divergence_.place(g), threads, spins(g) ? State::Spins : State::Held);
    if constexpr (requires { divergence_.kept_back(g, [](Place, const Threads&) {}); })
      divergence_.kept_back(g, [&](Place place, const Threads& others) {
        add(g, place, others, State::WaitsForWarp);
      });
  }
}

}  // namespace heddle
