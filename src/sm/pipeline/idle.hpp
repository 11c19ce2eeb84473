// Pipeline: the choice of a slot, the accounts of idle slots, and when the core has work again. All
// causes of a slot add up to all its cycles.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

/// The group that the scheduler chooses of those that could issue now; kNoGroup: none.
template <Divergence D, class U, class I>
GroupId Pipeline<D, U, I>::choose_from(IssueSlot& slot) {
  static constexpr GroupSet kNoGroups{};
  // Operands of a scalar unit come from a file of its own, without collectors.
  uint32_t wanted = slot.waiting.units();
  if (!units_.has_collector(now_)) {
    wanted &= 1u << static_cast<uint32_t>(Unit::Scalar);
    if (wanted == 0) return kNoGroup;
  }
  const GroupSet* candidates = nullptr;
  for (; wanted != 0; wanted &= wanted - 1) {
    auto u = static_cast<size_t>(std::countr_zero(wanted));
    if (!unit_is_free(static_cast<Unit>(u))) continue;
    if (candidates == nullptr) {
      candidates = &slot.eligible[u];
      continue;
    }
    if (candidates != &candidates_) candidates_.assign(*candidates);
    candidates_ |= slot.eligible[u];
    candidates = &candidates_;
  }
  if (candidates != nullptr) candidates = units_.usable(*candidates, candidates_, now_);
  if (candidates == nullptr && !slot.watches_stalls) return kNoGroup;
  if (candidates == nullptr) candidates = &kNoGroups;
  return ready_.choose(slot, *slot.scheduler, *candidates);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::charge_issued(const IssueSlot& slot, uint32_t issued) {
  if (issued > 0) accounts_.charge(Cause::Issued, issued);
  if (issued < issue_width_)
    accounts_.charge(issue_.idle_cause(*this, slot), issue_width_ - issued);
}

/// A result that found no write-back port, or an outcome with many destinations, holds up the
/// stages before it.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::lose_cycle() {
  if (regrouping_ > 0) regrouping_--;
  accounts_.charge(Cause::WritebackContention, ready_.slots().size() * issue_width_);
  count_cycles(1);
}

/// The counters get what their owners have counted for them.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::bring_counters() {
  blocks_.add_to(counters_);
  accounts_.add_to(counters_);
  if (!code_) return;
  uint64_t packets = register_traffic_.add_to(counters_, *code_);
  // The others count the groups of the warp with each packet.
  if (!kCan<Capability::SubdividesWarps> && packets > 0) counters_.count_paths(packets, 1);
}

/// At the end of cycles in which nothing happened but what has been counted.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::count_cycles(uint64_t cycles) {
  blocks_.pass(cycles);
  counters_.count_lanes(issued_threads_, cycles);
  issued_threads_ = 0;
  units_.count_cycles(cycles, counters_);
  if constexpr (kCan<Capability::Counts>) divergence_.pass(cycles);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::catch_up(Cycle now) {
  if (now <= charged_) return;
  uint64_t cycles = now - charged_;
  for (const IssueSlot& s : ready_.slots())
    accounts_.charge(issue_.idle_cause(*this, s), cycles * issue_width_);
  count_cycles(cycles);
  charged_ = now;
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::plan_wake() {
  if (front_end_.wants_any() || regrouping_ > 0 || events_.has(now_ + 1) ||
      (config_.core.replays &&
       std::ranges::any_of(ready_.slots(), [](auto& s) { return s.replays > 0; }))) {
    wake_ = now_ + 1;
    return;
  }
  Cycle next = load_store_.next_work();
  uint32_t wanted = 0;
  for (const IssueSlot& s : ready_.slots()) wanted |= s.waiting.units();
  for (; wanted != 0; wanted &= wanted - 1) {
    auto unit = static_cast<Unit>(std::countr_zero(wanted));
    // Without room in the load-store unit, an answer of the memory comes first.
    if (unit == Unit::Lsu && units_.has_collector(now_ + 1) && !load_store_.has_room(now_ + 1))
      continue;
    next = std::min(next, units_.next_free(unit, now_, ready_.slots()));
  }
  if constexpr (kAnyLane)
    for (const IssueSlot& s : ready_.singles())
      for (uint32_t units = s.waiting.units(); units != 0; units &= units - 1)
        next = std::min(
            next, units_.next_idle_lane(static_cast<Unit>(std::countr_zero(units)), now_ + 1));
  wake_ = next <= now_ + 1 ? now_ + 1 : std::min(events_.next(now_), next);
}

}  // namespace heddle
