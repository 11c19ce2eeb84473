// Pipeline: the end of the pipe. Results arrive and are written back, outcomes are learnt, threads
// leave a rendezvous, blocks end.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::retire() {
  writeback_.begin_cycle();
  if (!port_.answers().empty()) take_answers();
  events_.take(now_, [&](const Event& e) {
    switch (e.kind) {
      case Event::Kind::Complete: write_back(e.packet()); break;
      case Event::Kind::Chained: chain(e.packet()); break;
      case Event::Kind::Resolve: resolve(e.packet()); break;
      case Event::Kind::Release: release(e.what); break;
      case Event::Kind::Fetched: {
        uint32_t count = front_end_.arrived({e.group(), e.epoch}, now_);
        if (count == 0) break;
        port_.observe([&](Observer& o) { o.fetched(now_, port_.sm(), e.group(), count); });
        if (ready_[e.group()].state == GroupState::Fetching) update(e.group());
        break;
      }
      case Event::Kind::Filled:
        front_end_.filled({Address{e.epoch} << 32 | e.what}, now_, fetch_events());
        break;
      case Event::Kind::Popped:
        if constexpr (kCan<Capability::PopsBySoftware>) {
          divergence_.popped(e.group());
          branches_.count_reconverged(divergence_.reconverged(), now_);
          update_changed();
        }
        break;
    }
  });
}

/// What the memory hierarchy says about loads that are under way.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::take_answers() {
  std::vector<MemoryEvent>& answers = port_.answers();
  for (const MemoryEvent& e : answers) {
    switch (e.kind) {
      case MemoryEvent::Kind::Done:
        load_store_.done(e.token, [&](PacketId packet) { write_back(packet); });
        break;
      case MemoryEvent::Kind::Room: load_store_.memory_has_room(); break;
      case MemoryEvent::Kind::Missed:
        for (PacketId packet : load_store_.packets(e.token)) load_missed(packet);
        break;
      case MemoryEvent::Kind::Part:
        for (PacketId packet : load_store_.packets(e.token)) load_returned(packet, e.lanes);
        break;
    }
  }
  answers.clear();
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::load_missed(PacketId number) {
  Packet& p = packets_[number];
  p.missed = true;
  if constexpr (kCan<Capability::NoticesStalls>)
    if (divergence_.alive(p.group) && divergence_.warp_of(p.group) == p.warp) {
      divergence_.stalls(p.group);
      update_changed();
    }
  // For schedulers that look at who waits long.
  if (!p.from_memory || !ready_.tracks_misses()) return;
  ready_.missed(p.threads);
  const GroupStatus& group = ready_[p.group];
  if (group.state == GroupState::Absent || group.cause != Cause::Memory) return;
  Threads threads;
  divergence_.threads(p.group, threads);
  if (ready_.has_missed(threads)) ready_.mark_stalled(p.group);
}

/// Some threads of a load have their data: they need not wait for the others.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::load_returned(PacketId number, uint64_t lanes) {
  if constexpr (kCan<Capability::SplitsOnPartialReturn>) {
    Packet& p = packets_[number];
    // A load that hits takes a few cycles for all its threads: a split would not pay.
    if (!divergence_.splits_on_partial_return() || !p.missed) return;
    const TimedOp& op = code_->ops[p.pc];
    Threads returned;
    TileId first = p.threads.begin()->tile;
    for (TileMask t : p.threads)
      returned.add(t.tile, t.mask & static_cast<uint32_t>(t.tile == first ? lanes : lanes >> 32));
    dependence_->complete_part(p, returned, op);
    if (checker_.on()) checker_.hazards().complete(number, returned, op);
    if (p.from_memory) ready_.returned(returned);
    p.threads.remove(returned);
    wake_waiters(returned, op);
    split_group(p.group, p);
  }
}

/// A group that only waits for the rest of a load splits into those that can continue and the
/// others.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::split_group(GroupId g, const Packet& load) {
  if constexpr (kCan<Capability::SplitsOnPartialReturn>) {
    if (ready_[g].state != GroupState::Blocked || ready_.warp(g) != load.warp ||
        !divergence_.may_split(g))
      return;
    Threads able;
    divergence_.threads(g, able);
    uint32_t all = able.size();
    able.remove(load.threads);
    uint32_t count = able.size();
    const TimedOp& next = code_->ops[divergence_.place(g).pc];
    if (count == 0 || count == all || !dependence_->has_returned(able, next)) return;
    Issuer from = issuer(g);
    divergence_.split_returned(g, able);
    dependence_->split(from, able);
    counters_.memory_splits++;
    update_changed();
  }
}

/// A result takes a port: loads that return come before the units. Single threads need none.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::write_back(PacketId number) {
  const Packet& p = packets_[number];
  if (code_->ops[p.pc].destination_count > 0 && !is_single(p.group) && !writeback_.take())
    schedule(1, {Event::Kind::Complete, number.value()});
  else
    complete(number);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::complete(PacketId number) {
  Packet& p = packets_[number];
  const TimedOp& op = code_->ops[p.pc];
  if (!p.only_control) {
    dependence_.complete(p, op);
    if (checker_.on()) checker_.hazards().complete(number, p.threads, op);
  }
  if (p.from_memory) ready_.returned(p.threads);
  issue_.completed(p);
  port_.observe([&](Observer& o) { o.completed(now_, port_.sm(), number); });
  wake_waiters(p.threads, op);
  // What the packet held of its group's, such as an entry of a scoreboard, is free again, whichever
  // tile its threads were of, and also when no thread executed it.
  const GroupStatus& own = ready_[p.group];
  if (own.state == GroupState::Blocked && !p.threads.has_tile(own.waits_at)) update(p.group);
  if constexpr (kCan<Capability::RegroupsAtCompletion>)
    if (!op.control) {
      divergence_.resolve(p.group, p.outcome);
      update_changed();
    }
  packets_.give_back(number);
  ready_.slots()[p.scheduler].in_flight--;
  blocks_.template leave_flight<kMixesBlocks>(p, counters_);
}

/// From now on, instructions of the same threads may follow this one thread by thread.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::chain(PacketId number) {
  Packet& p = packets_[number];
  const TimedOp& op = code_->ops[p.pc];
  p.chained = dependence_->chain(p, op, now_ + p.bundles - 1);
  if (p.chained) wake_waiters(p.threads, op);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::wake_waiters(const Threads& threads, const TimedOp& op) {
  ready_.wake(threads, op, [&](GroupId g) { update(g); });
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::resolve(PacketId number) {
  Packet& p = packets_[number];
  if constexpr (kCan<Capability::SplitsAtIssue>)
    if (size_t paths = p.outcome.destinations.size(); paths > 1) {
      if (last_split_ >= now_) return schedule(1, {Event::Kind::Resolve, number.value()});
      last_split_ = now_ + paths - 2;
    }
  p.outcome.split_point = {p.pc, now_};
  spin_.resolved(p, blocks_);
  if (const Outcome* whole = issue_.gather(*this, p)) apply(p.group, *whole);
  complete(number);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::apply(GroupId g, const Outcome& outcome) {
  if (!outcome.blocked.empty()) ready_[g].at_barrier = true;
  rendezvous_.resolved(outcome.blocked);
  drop_fetched(g);
  // fung2007, footnote 4: two next PCs per cycle; the pipeline stalls for the others.
  if (kCan<Capability::RegroupsAtCompletion> && outcome.destinations.size() > 2)
    regrouping_ += static_cast<uint32_t>(outcome.destinations.size() - 1) / 2;
  ready_[g].held_for = Cause::ReconvergenceWait;
  blocks_.free_warps(outcome.exited);
  divergence_.resolve(g, outcome);
  branches_.count_reconverged(divergence_.reconverged(), now_);
  counters_.deepest_stack = std::max<uint64_t>(counters_.deepest_stack, divergence_.deepest());
  update_changed();
}

/// Threads may be set free before the packet with which they arrived has resolved: then they
/// continue right after it has.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::release(uint32_t number) {
  const RendezvousUnit::Pending* r = rendezvous_.ready(number);
  if (r == nullptr) return schedule(1, {Event::Kind::Release, number});
  if constexpr (kCan<Capability::RanksProgress>)
    if (code_->ops[r->place.pc].join) divergence_.pass_join(r->threads);
  divergence_.release(r->threads, r->place);
  rendezvous_.done(number);
  branches_.count_reconverged(divergence_.reconverged(), now_);
  update_changed();
}

}  // namespace heddle
