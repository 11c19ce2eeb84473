// Pipeline: issue. A scheduler's choice becomes a packet: its values are computed, its unit is
// reserved, its completion is planned.
#pragma once

#include "exec/block_memory.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::issue() {
  if (writeback_.missing() || regrouping_ > 0) return lose_cycle();
  issue_.issue(*this);
  count_cycles(1);
}

/// The walk of one packet through issue.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::issue_group(GroupId g) {
  Place place = divergence_.place(g);
  Issuing i(g, place, code_->kernel->code[place.pc], code_->ops[place.pc]);
  split_load(g, i.op, i.timed);
  replay_load(g, i.op, i.timed);
  begin_packet(i);
  Packet& p = *i.record;
  count_packet(p);
  if (!p.only_control) {
    if (checker_.on()) {
      checker_.hazards().issue(i.packet, p.threads, i.timed, [&](TileMask part, uint32_t thread) {
        if constexpr (U::kTemporal)
          return now_ +
                 units_.turn(i.timed.control ? i.threads : p.threads, i.timed, part.tile, thread);
        else
          return now_;
      });
      checker_.check_scalars(p, i.threads, false, is_memory(i.timed.cls), blocks_);
    }
    dependence_.issue(p, i.timed);
  }
  if (issue_.end_packet(*this, g)) leave_instruction(g, p.pc, i.timed);
  port_.observe([&](Observer& o) {
    o.issued(now_, {port_.sm(), i.packet, g, ready_.warp(g), p.pc, units_.timing(i.timed).unit,
                    p.threads, issue_.is_first(g)});
  });
  if (i.timed.control)
    issue_control(i);
  else
    issue_simple(i);
  if constexpr (kCan<Capability::NoticesStalls>)
    if (takes_long(i.timed.cls) && divergence_.alive(g)) divergence_.stalls(g);
  update_changed();
}

/// The threads of a load that one access serves: for each wave, those in the block of its first
/// thread. The others are replayed (brunie2012 §2). Threads whose guard is false need no access.
template <Divergence D, class U, class I>
uint32_t Pipeline<D, U, I>::served_at_once(const Op& op, TileMask part) {
  uint32_t active = op.guarded ? blocks_.guarded(part, op) : part.mask;
  uint32_t served = part.mask & ~active;
  if (active == 0) return served;
  uint32_t wave = std::min(32u, units_.lanes(Unit::Lsu));
  Lanes& lanes = blocks_.lanes(part.tile);
  compute_addresses(op, lanes, active);
  for (uint32_t from = 0; from < 32; from += wave) {
    uint32_t left = active >> from << from;
    if (from + wave < 32) left &= (1u << (from + wave)) - 1;
    if (left == 0) continue;
    auto block = [&](int lane) { return lanes.access.address[lane] / config_.memory.transaction; };
    Address first = block(std::countr_zero(left));
    for (; left != 0; left &= left - 1)
      if (int lane = std::countr_zero(left); block(lane) == first) served |= 1u << lane;
  }
  return served;
}

template <Divergence D, class U, class I>
bool Pipeline<D, U, I>::may_be_replayed(const Op& op, const TimedOp& timed) const {
  return timed.cls == OpClass::Load && (op.space == Space::Global || op.space == Space::Generic);
}

/// Mechanisms that split at issue make a group of the threads that are replayed.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::split_load(GroupId g, const Op& op, const TimedOp& timed) {
  if constexpr (kCan<Capability::SplitsAtIssue> && !U::kTemporal) {
    if (!may_be_replayed(op, timed) || !divergence_.splits_loads() || last_split_ >= now_) return;
    uint32_t unserved = 0;
    Threads all, served;
    divergence_.threads(g, all);
    for (TileMask part : all) {
      uint32_t able = served_at_once(op, part);
      served.add(part.tile, able);
      unserved |= part.mask & ~able;
    }
    if (unserved == 0) return;
    divergence_.split_at_issue(g, served);
    update_paths();  // only those that are served have the load in flight
    counters_.memory_splits++;
    last_split_ = now_;
  }
}

/// With `core.replays`, the load of a group that stays together takes an issue slot for every
/// access after the first.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::replay_load(GroupId g, const Op& op, const TimedOp& timed) {
  if constexpr (I::kReplays && !U::kTemporal) {
    if (!config_.core.replays || !may_be_replayed(op, timed)) return;
    if constexpr (kCan<Capability::SplitsAtIssue>)
      if (divergence_.splits_loads()) return;
    Threads all;
    divergence_.threads(g, all);
    uint32_t most = 0;  // tiles are served side by side
    for (TileMask part : all) {
      uint32_t replays = 0;
      for (part.mask &= ~served_at_once(op, part); part.mask != 0; replays++)
        part.mask &= ~served_at_once(op, part);
      most = std::max(most, replays);
    }
    ready_.slot_of(g).replays += most;
  }
}

/// Takes a packet and gives it its threads.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::begin_packet(Issuing& i) {
  i.packet = packets_.take();
  Packet& p = packets_[i.packet];
  i.record = &p;
  Issuer who = issuer(i.group);
  p.pc = i.place.pc;
  p.group = i.group;
  p.warp = who.warp;
  p.path = who.path;
  p.scheduler = ready_.scheduler(i.group);
  p.issued = now_;
  p.missed = p.chained = false;
  p.from_memory = answers(i.timed.cls);
  ready_.slots()[p.scheduler].in_flight++;
  issue_.begin_packet(*this, i, p);
  p.threads.clear();
  for (TileMask part : i.threads)
    p.threads.append(part.tile, i.op.guarded ? blocks_.guarded(part, i.op) : part.mask);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::count_packet(const Packet& p) {
  uint32_t threads = p.threads.size();
  if constexpr (kCan<Capability::SubdividesWarps>)
    counters_.count_paths(1, divergence_.paths(p.group));
  issued_threads_ += threads;
  issue_.count(p, threads, counters_);
  register_traffic_.count(p.pc, p.threads, threads);
}

/// All packets of the instruction have issued: the front end brings the next one.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::leave_instruction(GroupId g, LinkedPc pc, const TimedOp& timed) {
  if (kFetches && !is_single(g)) {
    front_end_.consume(g, pc, now_, counters_);
    if (!timed.control && config_.fetch.ahead) front_end_.want(g);
  }
}

/// Reads the operands and takes a unit; returns the cycles until the result can be used.
template <Divergence D, class U, class I>
uint32_t Pipeline<D, U, I>::reserve(const Issuing& i) {
  if (is_single(i.group)) return reserve_single(i);
  Packet& p = *i.record;
  uint32_t stalled = 0;
  // Threads that read the same lane's bank through a crossbar do so one after the other, and all
  // lanes wait for them.
  if constexpr (kCan<Capability::ChoosesLanes>) {
    stalled = divergence_.crossbar_conflicts(i.group);
    counters_.dwf.crossbar_stalls += stalled;
  }
  const Threads& turns = i.timed.control ? i.threads : p.threads;
  Reserved reserved =
      units_.reserve(p, ready_.warp(i.group), turns, i.timed,
                     I::kSharesLanes ? ready_.view(i.group).lanes : 0, stalled, now_, counters_);
  if constexpr (kAnyLane) units_.take_lanes(i.timed, turns.size(), now_);
  if ((checker_.on() || port_.observes_lanes()) && !p.only_control) watch_lanes(i, reserved.row);
  port_.observe([&](Observer& o) { o.executes(now_ + reserved.begins, port_.sm(), i.packet); });
  return reserved.delay;
}

/// A single thread finds its operands without conflicts and takes an idle lane: the observer is
/// told of one that no packet uses in the cycle in which the thread begins.
template <Divergence D, class U, class I>
uint32_t Pipeline<D, U, I>::reserve_single([[maybe_unused]] const Issuing& i) {
  if constexpr (kAnyLane) {
    Unit unit = units_.timing(i.timed).unit;
    if (port_.observes_lanes())
      for (TileMask p : packets_[i.packet].threads)
        checker_.lanes().take_idle(
            {unit, 0, units_.lanes(unit), now_, 1}, units_.units(unit),
            {now_, now_ + 1, p.tile, static_cast<uint32_t>(std::countr_zero(p.mask))},
            [&](const auto& row, uint32_t lane, const auto& use) { tell_lane(i, row, lane, use); });
    port_.observe([&](Observer& o) { o.executes(now_ + units_.stages(), port_.sm(), i.packet); });
    return units_.reserve_lane(i.timed, now_);
  }
  return 0;
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::tell_lane(const Issuing& i, const LaneOccupancy::Row& row, uint32_t lane,
                                  const LaneOccupancy::Use& use) {
  port_.observe([&](Observer& o) {
    o.lane_works({use.from, use.until, port_.sm(), i.packet, row.kind, row.unit, row.lanes, lane,
                  blocks_.at(use.tile).block.index(),
                  blocks_.warp_in_block(use.tile) * 32 + use.thread});
  });
}

/// Tells the checker of lanes and the observer which lane executes for which thread.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::watch_lanes(const Issuing& i, const LaneOccupancy::Row& row) {
  const Packet& p = packets_[i.packet];
  const Threads& turns = i.timed.control ? i.threads : p.threads;
  bool once = units_.executes_once(i.timed);  // for whichever thread
  auto position = [&](TileId tile, uint32_t thread) -> uint32_t {
    if (once) return 0;
    if constexpr (kCan<Capability::ChoosesLanes>)
      return divergence_.lane_of(p.group, tile, thread);
    else
      return units_.position(p, turns, blocks_.warp_in_block(tile) * 32 + thread);
  };
  auto tell = [&](uint32_t lane, const LaneOccupancy::Use& use) { tell_lane(i, row, lane, use); };
  checker_.lanes().take(row, once ? p.threads.first() : p.threads, position, tell);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::issue_simple(const Issuing& i) {
  uint32_t delay = reserve(i);
  Packet& p = *i.record;
  if (is_memory(i.timed.cls) && !p.threads.empty()) {
    issue_memory(i, delay);
  } else {
    execute(p, i.op, i.timed);
    plan_results(i.packet, i.timed, delay);
  }
  if (checker_.on() && !p.only_control)
    checker_.check_scalars(p, i.threads, true, is_memory(i.timed.cls), blocks_);
  if constexpr (kCan<Capability::RegroupsAtCompletion>)
    hold_until_complete(i.group, p);
  else if (issue_.has_begun(i.group))
    update(i.group);
  else
    advance(i.group);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::issue_memory(const Issuing& i, uint32_t delay) {
  load_store_.add(i.packet, i.timed.access, i.timed.cls == OpClass::Shared, now_, delay,
                  is_single(i.group));
  Packet& p = *i.record;
  execute(p, i.op, i.timed);
  if constexpr (U::kTemporal)
    if (load_store_.added_to_banks()) {
      auto access = load_store_.take_banked(counters_);
      delay = units_.pass_banks(p, i.timed, access, delay, now_, counters_);
      return plan_results(i.packet, i.timed, delay);
    }
  load_store_.enqueue();
}

/// Computes the values of a packet, on exactly its threads.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::execute(const Packet& p, const Op& op, const TimedOp& timed) {
  for (TileMask part : p.threads) {
    ResidentBlock& b = blocks_.at(part.tile);
    uint32_t warp = part.tile - b.first_tile;
    port_.execute(op, b.block, warp, part.mask, p.pc, now_);
    Access& access = b.block.lanes(warp).access;
    if (timed.scalar) access.mask &= ~access.mask + 1;  // all addresses are the same
    if (is_memory(timed.cls))
      load_store_.add_addresses(access, op.space, blocks_.resources(), part.tile,
                                part.tile == p.threads.begin()->tile ? 0 : 32,
                                p.threads.parts() == 1);
  }
}

/// The last of the results arrives after `delay`. Where a lane runs through the threads, each
/// result before it has arrived by the time that an instruction of the same threads, issued that
/// much earlier, comes to its thread.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::plan_results(PacketId number, const TimedOp& timed, uint32_t delay) {
  schedule(std::max(1u, delay), {Event::Kind::Complete, number.value()});
  if constexpr (U::kTemporal) {
    const Packet& p = packets_[number];
    if (p.bundles == 1 || timed.destination_count == 0) return;
    schedule(delay - (p.bundles - 1), {Event::Kind::Chained, number.value()});
    if (checker_.on())
      checker_.hazards().expect(number, p.threads, timed, [&](TileMask part, uint32_t thread) {
        return now_ + delay - (p.bundles - 1 - units_.rank(part.mask, thread));
      });
  }
}

/// After an instruction other than control flow.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::advance(GroupId g) {
  LinkedPc next = divergence_.place(g).pc + 1;
  divergence_.advance(g);
  branches_.count_reconverged(divergence_.reconverged(), now_ + 1);
  // One path may have ended, and another one follows.
  if (divergence_.alive(g) && divergence_.place(g).pc != next) drop_fetched(g);
}

/// Its threads continue, all at the next instruction, when this one has completed.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::hold_until_complete(GroupId g, Packet& p) {
  Place here = divergence_.place(g);
  p.outcome.destinations.assign(1,
                                {{here.pc + 1, here.depth}, p.all, code_->ops[here.pc + 1].join});
  p.outcome.exited.clear();
  p.outcome.blocked.clear();
  ready_[g].held_for = p.from_memory ? Cause::Memory : Cause::Dependence;
  divergence_.hold(g);
}

}  // namespace heddle
