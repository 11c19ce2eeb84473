// Pipeline: issue to temporal lanes (sm/temporal_lanes.hpp), in place of units that take a warp.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

/// Of groups whose unit has a port, those with a lane that takes an instruction; null when there
/// are none.
template <Divergence D>
const GroupSet* Pipeline<D>::on_free_lanes(const GroupSet& candidates) {
  if (&candidates != &candidates_) candidates_.assign(candidates);
  lanes_waiting_ = 0;
  for (uint32_t home = 0; home < temporal_.homes(); home++) {
    const GroupSet& groups = homes_.on(home);
    if (uint32_t lanes = temporal_.free_lanes(home, now_))
      lanes_waiting_ += std::min(lanes, candidates_.count_common(groups));
    else
      candidates_ -= groups;
  }
  return lanes_waiting_ == 0 ? nullptr : &candidates_;
}

/// Reads the operands and takes a lane of the warp's; returns the cycles until the last thread's
/// result can be used.
template <Divergence D>
uint32_t Pipeline<D>::reserve_lane(uint32_t number, const TimedOp& timed) {
  const OpTiming& t = config_.core.timing[static_cast<size_t>(timed.cls)];
  const Bundles& bundles = temporal_.bundles();
  Packet& p = packets_[number];
  const Threads& threads = turns(p, timed);
  p.bundles = timed.scalar ? 1 : std::max(1u, bundles.count(threads));
  uint32_t reading = lane_registers_.read(threads, timed);
  auto taken = temporal_.take(homes_.home(p.group), t, p.bundles, timed.scalar, reading, now_);
  p.lane = taken.lane;
  p.port = taken.port;
  p.pace = taken.cycles / p.bundles;
  p.spread = taken.cycles - t.initiation;
  if (lanes_are_watched()) {
    LaneOccupancy::Row row{Unit::Sp, p.lane, bundles.width(), now_, p.pace};
    const Threads once = p.threads.first();
    take_lanes(number, row, timed.scalar ? once : p.threads, [&](uint32_t, uint32_t thread) {
      if (timed.scalar) return 0u;
      return bundles.rank(threads.begin()->mask, thread) * bundles.width() +
             thread % bundles.width();
    });
  }
  TemporalCounters& counters = counters_.temporal;
  counters.thread_slots += timed.scalar ? p.threads.size() : uint64_t{p.bundles} * bundles.width();
  counters.lane_threads[std::min<size_t>(p.lane, TemporalCounters::kLanes - 1)] +=
      timed.scalar ? !p.threads.empty() : p.threads.size();
  counters_.bank_conflicts += taken.cycles - taken.least;
  counters_.busy_cycles[static_cast<size_t>(t.unit)] += taken.cycles;
  observe([&](Observer& o) { o.executes(now_ + stages_, sm_, number); });
  return stages_ + p.spread + t.latency;
}

/// The threads that a lane runs through: those that execute; all that a branch asks.
template <Divergence D>
const Threads& Pipeline<D>::turns(const Packet& p, const TimedOp& timed) const {
  return timed.control ? scratch_ : p.threads;
}

/// The cycle after its issue that stands for a thread's.
template <Divergence D>
uint32_t Pipeline<D>::turn(const Packet& p, const TimedOp& timed, Part part,
                           uint32_t thread) const {
  if (!temporal_.exist() || timed.scalar) return 0;
  for (Part all : turns(p, timed))
    if (all.tile == part.tile) return temporal_.bundles().rank(all.mask, thread);
  return 0;
}

/// The last of its results arrives then. Each of those before it has arrived by the time that an
/// instruction of the same threads, issued so much earlier, comes to its thread. A scalar result is
/// one, and concerns all threads of the warp.
template <Divergence D>
void Pipeline<D>::plan_results(uint32_t number, const TimedOp& timed, uint32_t delay) {
  const Packet& p = packets_[number];
  wheel_.schedule(now_, std::max(1u, delay), {Event::Kind::Complete, number, 0});
  if (!temporal_.exist() || p.bundles == 1 || timed.destination_count == 0) return;
  wheel_.schedule(now_, delay - (p.bundles - 1), {Event::Kind::Chained, number, 0});
  if (options_.check)
    oracle_.expect(number, p.threads, timed, [&](Part part, uint32_t thread) {
      return now_ + delay - (p.bundles - 1 - temporal_.bundles().rank(part.mask, thread));
    });
}

template <Divergence D>
void Pipeline<D>::chain(uint32_t number) {
  Packet& p = packets_[number];
  p.chained = dependence_->chain(p, code_->ops[p.pc], now_ + p.bundles - 1);
  if (p.chained) wake_waiters(p.threads);
}

/// After an issue, in which the last thread may come to the banks: all lanes may have four words
/// for each thread before it, its own lane a slow way to it, and there are some stages.
template <Divergence D>
uint32_t Pipeline<D>::cycles_to_banks() const {
  if (!temporal_.exist()) return 1;
  uint32_t slowest = 0;
  for (size_t cls = 0; cls < kOpClasses; cls++)
    if (is_memory(static_cast<OpClass>(cls)))
      slowest = std::max(slowest, temporal_.longest(config_.core.timing[cls]));
  return temporal_.count() * 32 * 4 + slowest + 512;
}

/// Its threads access shared memory as the lane comes to them; conflicts hold the lane up.
template <Divergence D>
void Pipeline<D>::pass_banks(uint32_t number, const TimedOp& timed, uint32_t delay) {
  const Packet& p = packets_[number];
  LoadStoreUnit::BankAccess access = load_store_.take_banked(counters_);
  Cycle first = now_ + delay - p.spread;
  auto passed = lane_banks_.pass(access.addresses, temporal_.bundles().width(), p.pace, first);
  auto cycles = static_cast<uint32_t>(passed.last - first);
  if (cycles > p.spread) temporal_.hold(p.lane, timing(timed).unit, p.port, cycles - p.spread);
  counters_.shared_conflicts += passed.conflicts;
  plan_results(number, timed, delay + std::max(cycles, p.spread) - p.spread + access.latency);
}

/// Warps whose threads have all exited need their registers no longer.
template <Divergence D>
void Pipeline<D>::free_warps(const Threads& exited) {
  uint32_t width = config_.core.warp, tiles = std::max(1u, width / 32);
  for (Part p : exited) {
    const ResidentBlock& b = block_of(p.tile);
    uint32_t first = warp_in_block(p.tile) / tiles * tiles, live = 0;
    for (uint32_t t = first; t < std::min(first + tiles, b.block.warp_count()); t++)
      live |= b.block.live(t);
    for (uint32_t left = p.mask, warp; left != 0; left &= ~warp) {
      auto lane = static_cast<uint32_t>(std::countr_zero(left));
      warp = warp_mask(lane, width);
      if ((live & warp) != 0) continue;
      resources_.free_warp(b.first_tile + first, lane);
      made_room_ = true;
    }
  }
}

/// When a group that waits for a lane, or for a port of its unit, can next issue.
template <Divergence D>
Cycle Pipeline<D>::next_lane(Unit unit) const {
  Cycle next = kNeverCycle;
  for (uint32_t home = 0; home < temporal_.homes(); home++)
    for (const Slot& s : slots_)
      if (s.eligible[static_cast<size_t>(unit)].count_common(homes_.on(home)) > 0)
        next = std::min(next, temporal_.next_free(home, unit));
  return next;
}

template <Divergence D>
void Pipeline<D>::count_homes(uint64_t cycles) {
  TemporalCounters& t = counters_.temporal;
  t.lanes_static += cycles * homes_.held();
  t.lanes_dynamic += cycles * homes_.active();
  t.warps += cycles * homes_.warps();
  if (lanes_left_ > 0) t.issue_conflicts[std::min<size_t>(lanes_left_, 3) - 1] += cycles;
  lanes_left_ = 0;
}

/// A group comes or goes, falls asleep waiting for memory or wakes.
template <Divergence D>
void Pipeline<D>::move_in_home(uint32_t g, State state, Cause cause) {
  const Group& group = groups_[g];
  bool was = group.state != State::Absent, is = state != State::Absent;
  bool was_awake = was && group.cause != Cause::Memory, is_awake = is && cause != Cause::Memory;
  if (!was && is) {
    Threads members;
    divergence_.members(g, members);
    Part first = *members.begin();
    homes_.enter(g, warp_[g], resources_.file(first.tile, std::countr_zero(first.mask)));
  }
  if (was_awake && !is_awake) homes_.falls_asleep(g);
  if (!was_awake && is_awake) homes_.wakes(g);
  if (was && !is) homes_.leave(g, warp_[g]);
}

}  // namespace heddle
