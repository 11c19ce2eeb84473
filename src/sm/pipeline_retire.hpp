// Pipeline: the cycle, and its end of the pipe: results arrive, outcomes are learnt, blocks end.
#pragma once

#include <utility>

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
bool Pipeline<D>::tick(Cycle now) {
  catch_up(now);
  now_ = now;
  retire(now);
  load_store_.tick(now, counters_, [&](uint32_t packet, uint32_t delay) {
    wheel_.schedule(now, delay, {Event::Kind::Complete, packet, 0});
  });
  issue(now);
  fetch(now);
  if (options_.check && now >= next_look_) check_groups();
  charged_ = now + 1;
  plan_wake();
  return std::exchange(made_room_, false);
}

template <Divergence D>
void Pipeline<D>::retire(Cycle now) {
  ports_left_ = writeback_ports_;
  port_missing_ = false;
  memory_events();
  wheel_.take(now, [&](const Event& e) {
    switch (e.kind) {
      case Event::Kind::Complete: write_back(e.what); break;
      case Event::Kind::Chained: chain(e.what); break;
      case Event::Kind::Resolve: resolve(e.what); break;
      case Event::Kind::Release: release(e.what); break;
      case Event::Kind::Fetched: {
        uint32_t count = front_end_.arrived({e.what, e.epoch});
        if (count == 0) break;
        observe([&](Observer& o) { o.fetched(now_, sm_, e.what, count); });
        if (groups_[e.what].state == State::Fetching) update(e.what);
        break;
      }
      case Event::Kind::Filled:
        front_end_.filled({Address{e.epoch} << 32 | e.what}, plan_fetched());
        break;
      case Event::Kind::Popped:
        if constexpr (requires { divergence_.popped(e.what); }) {
          divergence_.popped(e.what);
          count_rejoined(now_);
          look_at_changed();
        }
        break;
    }
  });
}

template <Divergence D>
void Pipeline<D>::memory_events() {
  std::vector<MemoryEvent>& events = memory_.events(sm_);
  for (const MemoryEvent& e : events) {
    if (e.kind == MemoryEvent::Kind::Done)
      load_store_.done(e.token, [&](uint32_t packet) { write_back(packet); });
    if (e.kind == MemoryEvent::Kind::Room) load_store_.memory_has_room();
    if (e.kind == MemoryEvent::Kind::Missed)
      for (uint32_t packet : load_store_.packets(e.token)) missed(packet);
    if (e.kind == MemoryEvent::Kind::Part)
      for (uint32_t packet : load_store_.packets(e.token)) load_returned(packet, e.lanes);
  }
  events.clear();
}

template <Divergence D>
void Pipeline<D>::missed(uint32_t number) {
  Packet& p = packets_[number];
  p.missed = true;
  if constexpr (requires { divergence_.stalls(p.group); })
    if (divergence_.alive(p.group) && divergence_.warp_of(p.group) == p.warp) {
      divergence_.stalls(p.group);
      look_at_changed();
    }
  // For schedulers that look at who waits for long.
  if (!p.from_memory || missed_.empty()) return;
  for (Part part : p.threads) missed_[part.tile] |= part.mask;
  const Group& group = groups_[p.group];
  if (group.state != State::Absent && group.cause == Cause::Memory && waits_long(p.group))
    slots_[group.scheduler].stalled.insert(p.group);
}

/// Some threads of a load have their data: they need not wait for the others.
template <Divergence D>
void Pipeline<D>::load_returned(uint32_t number, uint64_t lanes) {
  if constexpr (requires { divergence_.looks_at_parts(); }) {
    Packet& p = packets_[number];
    // A load that hits takes a few cycles for all its threads: it is not worth parting them.
    if (!divergence_.looks_at_parts() || !p.missed) return;
    const TimedOp& op = code_->ops[p.pc];
    Threads part;
    uint32_t first = p.threads.begin()->tile;
    for (Part t : p.threads)
      part.add(t.tile, t.mask & static_cast<uint32_t>(t.tile == first ? lanes : lanes >> 32));
    dependence_->complete_part(p, part, op);
    if (options_.check) oracle_.complete(number, part, op);
    if (p.from_memory && !missed_.empty())
      for (Part t : part) missed_[t.tile] &= ~t.mask;
    p.threads.remove(part);
    wake_waiters(part);
    split_group(p.group, p);
  }
}

/// A group that only waits for the rest of a load parts into those that can go on and the others.
template <Divergence D>
void Pipeline<D>::split_group(uint32_t g, const Packet& load) {
  if constexpr (requires { divergence_.may_split(g); }) {
    if (groups_[g].state != State::Blocked || warp_[g] != load.warp || !divergence_.may_split(g))
      return;
    Threads able;
    divergence_.threads(g, able);
    uint32_t all = able.size();
    able.remove(load.threads);
    uint32_t count = able.size();
    const TimedOp& next = code_->ops[divergence_.place(g).pc];
    if (count == 0 || count == all || !dependence_->has_returned(able, next)) return;
    Issuer from = issuer(g);
    divergence_.split(g, able);
    dependence_->split(from, able);
    counters_.memory_splits++;
    look_at_changed();
  }
}

/// A result takes a port, those of loads that return before those of the units; one that finds none
/// tries again in the next cycle.
template <Divergence D>
void Pipeline<D>::write_back(uint32_t number) {
  if (code_->ops[packets_[number].pc].destination_count > 0) {
    if (ports_left_ == 0) {
      port_missing_ = true;
      wheel_.schedule(now_, 1, {Event::Kind::Complete, number, 0});
      return;
    }
    ports_left_--;
  }
  complete(number);
}

template <Divergence D>
void Pipeline<D>::complete(uint32_t number) {
  Packet& p = packets_[number];
  const TimedOp& op = code_->ops[p.pc];
  if (!p.only_control) {
    dependence_->complete(p, op);
    if (options_.check) oracle_.complete(number, p.threads, op);
  }
  if (p.from_memory && !missed_.empty())
    for (Part part : p.threads) missed_[part.tile] &= ~part.mask;
  if constexpr (kPacks<D>) {
    Packing& k = packing_[p.group];
    k.first_done |= p.instruction == k.instruction;
  }
  observe([&](Observer& o) { o.completed(now_, sm_, number); });
  wake_waiters(p.threads);
  // What the packet held of its group's (an entry of a scoreboard) is free again, whichever tile
  // its threads were of, and also when no thread executed it.
  const Group& own = groups_[p.group];
  if (own.state == State::Blocked && !p.threads.has_tile(own.waits_at)) update(p.group);
  if constexpr (D::kResolvesAtCompletion)
    if (!op.control) {
      divergence_.resolve(p.group, p.outcome);
      look_at_changed();
    }
  packets_.give_back(number);
  leave_flight(p);
}

template <Divergence D>
void Pipeline<D>::leave_flight(Packet& p) {
  slots_[p.scheduler].in_flight--;
  if constexpr (D::kResolvesAtCompletion) {
    for (Part part : p.all) {
      uint32_t block = block_at_tile_[part.tile];
      if (--blocks_[block]->in_flight == 0) end_block_if_done(block);
    }
  } else {
    if (--blocks_[p.block]->in_flight == 0) end_block_if_done(p.block);
  }
}

template <Divergence D>
void Pipeline<D>::wake_waiters(const Threads& threads) {
  for (Part part : threads) {
    if constexpr (D::kAnyLane) {  // a group is one thread, and waits for its own results only
      for (uint32_t m = part.mask; m != 0; m &= m - 1) {
        uint32_t g = part.tile * 32 + static_cast<uint32_t>(std::countr_zero(m));
        if (groups_[g].state == State::Blocked) update(g);
      }
      continue;
    }
    if (waiters_[part.tile].empty()) continue;
    woken_.swap(waiters_[part.tile]);
    for (uint32_t g : woken_)
      if (groups_[g].state == State::Blocked) update(g);
    woken_.clear();
  }
}

template <Divergence D>
void Pipeline<D>::resolve(uint32_t number) {
  Packet& p = packets_[number];
  if constexpr (requires { D::kPartsOncePerCycle; })
    if (size_t paths = p.outcome.destinations.size(); paths > 1) {
      if (parted_ >= now_) {
        wheel_.schedule(now_, 1, {Event::Kind::Resolve, number, 0});
        return;
      }
      parted_ = now_ + paths - 2;
    }
  p.outcome.parting = {p.pc, now_};
  if (watching_) look_for_spin(p);
  if constexpr (kPacks<D>) {
    if (const Outcome* whole = gather(p)) apply(p.group, *whole);
  } else {
    apply(p.group, p.outcome);
  }
  complete(number);
}

template <Divergence D>
void Pipeline<D>::apply(uint32_t g, const Outcome& outcome) {
  if (!outcome.blocked.empty()) groups_[g].at_barrier = true;
  for (Part part : outcome.blocked) unresolved_[part.tile] &= ~part.mask;
  drop_fetched(g);
  // fung2007, footnote 4: two next PCs per cycle; the pipeline stalls for the others.
  if (D::kResolvesAtCompletion && outcome.destinations.size() > 2)
    regrouping_ += static_cast<uint32_t>(outcome.destinations.size() - 1) / 2;
  groups_[g].held_for = Cause::ReconvergenceWait;
  if (resources_.frees_warps()) free_warps(outcome.exited);
  divergence_.resolve(g, outcome);
  count_rejoined(now_);
  counters_.deepest_stack = std::max<uint64_t>(counters_.deepest_stack, divergence_.deepest());
  look_at_changed();
}

template <Divergence D>
void Pipeline<D>::watch_spinning(bool on) {
  watching_ = on;
  spin_.assign(on ? size_t{resources_.tile_limit()} * 32 : 0, {});
}

/// Control instructions move threads backwards, at least once in each turn of a loop.
template <Divergence D>
void Pipeline<D>::look_for_spin(const Packet& p) {
  std::array<uint64_t, kTileThreads> fingerprints;
  for (const Outcome::Destination& d : p.outcome.destinations) {
    if (d.place.pc > p.pc) continue;
    for (Part part : d.threads) {
      block_of(part.tile).block.fingerprint(warp_in_block(part.tile), part.mask, fingerprints);
      for (uint32_t m = part.mask; m != 0; m &= m - 1) {
        auto lane = static_cast<uint32_t>(std::countr_zero(m));
        spin_[part.tile * 32 + lane].jumped(d.place.pc, d.place.depth, fingerprints[lane]);
      }
    }
  }
}

template <Divergence D>
bool Pipeline<D>::spin(const Threads& threads) const {
  if (!watching_) return false;
  for (Part part : threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1)
      if (!spin_[part.tile * 32 + static_cast<uint32_t>(std::countr_zero(m))].spins()) return false;
  return true;
}

/// Whether all threads of a group do.
template <Divergence D>
bool Pipeline<D>::spins(uint32_t g) const {
  Threads threads;
  divergence_.threads(g, threads);
  return spin(threads);
}

template <Divergence D>
void Pipeline<D>::find_spinning(SpinFindings& found) const {
  for (uint32_t g = 0; g < groups_.size(); g++) {
    if (!divergence_.alive(g) || groups_[g].at_barrier) continue;
    // Those that their warp keeps back cannot do anything about it.
    if constexpr (requires { divergence_.exposed(g); })
      if (!divergence_.exposed(g)) continue;
    (spins(g) ? found.some_spin : found.some_progress) = true;
  }
  // Threads that a rendezvous has already set free are on their way.
  for (const PendingRelease& r : releases_)
    if (!r.threads.empty() && !spin(r.threads)) found.some_progress = true;
  // A block that only waits for its last accesses will make room for another one.
  for (const auto& b : blocks_)
    if (b && b->block.live_threads() == 0) found.some_progress = true;
}

/// Threads may be set free before the packet with which they arrived has resolved: then they go on
/// right after it has.
template <Divergence D>
void Pipeline<D>::release(uint32_t number) {
  PendingRelease& r = releases_[number];
  for (Part part : r.threads)
    if (unresolved_[part.tile] & part.mask) {
      wheel_.schedule(now_, 1, {Event::Kind::Release, number, 0});
      return;
    }
  if constexpr (requires { divergence_.pass_join(r.threads); })
    if (code_->ops[r.place.pc].join) divergence_.pass_join(r.threads);
  divergence_.release(r.threads, r.place);
  r.threads.clear();
  count_rejoined(now_);
  free_releases_.push_back(number);
  look_at_changed();
}

template <Divergence D>
void Pipeline<D>::end_block_if_done(uint32_t number) {
  std::unique_ptr<ResidentBlock>& b = blocks_[number];
  if (b->block.live_threads() > 0 || b->in_flight > 0) return;
  resources_.free(b->first_tile);
  resident_--;
  counters_.blocks++;
  made_room_ = true;
  ended_.push_back(std::move(b));
}

}  // namespace heddle
