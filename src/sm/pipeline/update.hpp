// Pipeline: what a group waits for, decided anew whenever something it depends on has changed.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::update(GroupId g) {
  if (!divergence_.alive(g)) {
    set_state(g, GroupState::Absent, Cause::IdleNoWarp);
    drop_fetched(g);
    return;
  }
  GroupStatus& group = ready_[g];
  // Where groups form anew with every instruction, numbers are reused at once.
  if constexpr (kCan<Capability::RegroupsAtCompletion>) ready_.set_age(g, divergence_.age(g));
  if (group.state == GroupState::Absent) {
    WarpId warp = divergence_.warp_of(g), team = warp;
    if constexpr (kCan<Capability::CompactsBlocks>) team = divergence_.team_of(g);
    ready_.begin(g, warp, team, divergence_.age(g), is_single(g));
  }
  if (!divergence_.ready(g)) {
    if constexpr (kCan<Capability::TracksTwoPaths>)
      if (divergence_.suspended(g)) drop_fetched(g);
    if constexpr (kAnyLane)
      if (divergence_.is_overtaken(g)) drop_fetched(g);
    if constexpr (kCan<Capability::HoldsThreadsBack>)
      group.at_barrier |= divergence_.at_rendezvous(g);
    set_state(g, GroupState::Held, group.at_barrier ? Cause::Barrier : group.held_for);
    return;
  }
  group.at_barrier = false;
  LinkedPc pc = divergence_.place(g).pc;
  const TimedOp& op = code_->ops[pc];
  if (waits_for_half(g)) return set_state(g, GroupState::Held, Cause::ReconvergenceWait);
  if (kFetches && !is_single(g) && !issue_.has_begun(g) &&
      !front_end_.has_instruction(g, pc, now_)) {
    front_end_.await(g, now_, fetch_events());
    set_state(g, GroupState::Fetching, Cause::Fetch);
    return;
  }
  // Where fetches are not modelled, a group is as old as its mechanism says.
  if (kFetches && ready_.rank_instructions()) ready_.set_age(g, front_end_.age(g));
  Threads threads;
  if (!issue_.find_ready(*this, g, pc, threads)) return;
  if (ready_.are_viewed()) {
    uint64_t passed = 0;
    if constexpr (kCan<Capability::RanksProgress>) passed = divergence_.passed(g);
    ready_.show(g, {pc, threads.size(), passed, I::kSharesLanes ? lanes_of(threads, g) : 0});
  }
  Unit unit = units_.timing(op).unit;
  set_state(g, GroupState::Eligible, structural(unit), unit);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::set_state(GroupId g, GroupState state, Cause cause, Unit unit) {
  units_.group_moves(g, ready_.warp(g), ready_[g], state, cause, [&] {
    Threads members;
    divergence_.members(g, members);
    TileMask first = *members.begin();
    return blocks_.resources().file(first.tile, std::countr_zero(first.mask));
  });
  bool waits_long = false;
  if (ready_.tracks_misses() && state != GroupState::Absent && cause == Cause::Memory) {
    Threads threads;
    divergence_.threads(g, threads);
    waits_long = ready_.has_missed(threads);
  }
  ready_.set(g, state, cause, unit, waits_long);
}

/// The group waits for a result.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::block_on(GroupId g, const Answer& answer) {
  ready_.wait_at(g, answer.tile, answer.slot);
  counters_.false_dependences += answer.is_false;
  set_state(g, GroupState::Blocked,
            answer.verdict == Verdict::Memory ? Cause::Memory : Cause::Dependence);
}

/// Half of a group that a load has split is at an instruction that needs both halves.
template <Divergence D, class U, class I>
bool Pipeline<D, U, I>::waits_for_half(GroupId g) {
  if constexpr (kCan<Capability::SplitsOnPartialReturn>) {
    if (!divergence_.is_half(g)) return false;
    const Op& op = code_->kernel->code[divergence_.place(g).pc];
    if (!branches_.may_diverge(op) && op.action != Action::Barrier && op.action != Action::WarpSync)
      return false;
    divergence_.meet(g);
    update_paths();
    return !divergence_.ready(g);
  }
  return false;
}

/// The lanes of a row that a group's threads have.
template <Divergence D, class U, class I>
uint64_t Pipeline<D, U, I>::lanes_of(const Threads& threads, GroupId g) {
  uint32_t width = config_.core.warp;
  uint64_t mask = 0;
  for (TileMask part : threads) {
    if (width < 32)
      mask |= part.mask >> (std::countr_zero(part.mask) / width * width);
    else
      mask |= uint64_t{part.mask} << (blocks_.warp_in_block(part.tile) * 32 % width);
  }
  return units_.lanes_of(mask, ready_.warp(g));
}

template <Divergence D, class U, class I>
Issuer Pipeline<D, U, I>::issuer(GroupId g) const {
  Issuer who{g, ready_.warp(g), 0, now_};
  if constexpr (kCan<Capability::TracksTwoPaths>) who.path = divergence_.path_of(g);
  return who;
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::update_changed() {
  turn_to_others();
  update_paths();
  std::vector<GroupId>& changed = divergence_.changed();
  for (size_t n = 0; n < changed.size(); n++) update(changed[n]);
  changed.clear();
}

/// What a mechanism has done besides changing groups: the dependence learns which warps have
/// regrouped, pops are planned, regroupings are counted.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::update_paths() {
  if constexpr (kCan<Capability::TracksTwoPaths>) {
    for (WarpId warp : divergence_.regrouped())
      if constexpr (kCan<Capability::OrdersSplits>)
        dependence_->regroup(warp, divergence_.path_masks(warp));
      else
        dependence_->regroup(warp, {});
    divergence_.regrouped().clear();
  }
  if constexpr (kCan<Capability::PopsBySoftware>) {
    const OpTiming& t = config_.core.timing[static_cast<size_t>(OpClass::Control)];
    for (GroupId g : divergence_.pops())
      schedule(units_.stages() + t.latency, {Event::Kind::Popped, g.value()});
    divergence_.pops().clear();
  }
  if constexpr (kCan<Capability::SubdividesWarps>) {
    Regroupings& r = divergence_.regroupings();
    counters_.subdivisions += r.subdivisions;
    counters_.merges += r.merges;
    counters_.missed_reconvergences += r.missed;
    r = {};
  }
}

/// Threads that a mechanism holds back become ready where others wait for them at a rendezvous.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::turn_to_others() {
  if constexpr (kCan<Capability::HoldsThreadsBack>) {
    std::vector<WarpId>& stuck = divergence_.stuck();
    while (!stuck.empty()) {
      WarpId warp = stuck.back();
      stuck.pop_back();
      divergence_.turn_to_others(
          warp, [&](const Threads& threads) { return rendezvous_.releases(threads); });
    }
  }
}

}  // namespace heddle
