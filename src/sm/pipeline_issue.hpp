// Pipeline: a scheduler's choice becomes a packet: its values are computed, its unit is taken, its
// completion is planned.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
void Pipeline<D>::issue(Cycle) {
  if (port_missing_ || regrouping_ > 0) return lose_cycle();
  for (Slot& slot : slots_) {
    uint32_t issued = 0;
    bool pairs = kInterweaves<D> && secondary_ != Secondary::None;
    if constexpr (kInterweaves<D>)
      if (pairs) issued = issue_pair(slot);
    while (!pairs && issued < issue_width_ && issue_from(slot)) issued++;
    if (issued > 0) counters_.charge(Cause::Issued, issued);
    if (issued < issue_width_) counters_.charge(idle_cause(slot), issue_width_ - issued);
  }
  count_cycles(1);
}

/// At their end: so many cycles in which nothing but what has been counted happened.
template <Divergence D>
void Pipeline<D>::count_cycles(uint64_t cycles) {
  counters_.cycles += cycles;
  counters_.count_lanes(issued_threads_, cycles);
  issued_threads_ = 0;
  if (resident_ > 0) counters_.active_cycles += cycles;
  counters_.resident_warp_cycles += cycles * resident_ * resources_.warps();
  if constexpr (requires { divergence_.pass(cycles); }) divergence_.pass(cycles);
}

template <Divergence D>
bool Pipeline<D>::unit_is_free(Unit unit) const {
  if (unit == Unit::Lsu && !load_store_.has_room(now_)) return false;
  return datapath_.has_free(unit, now_);
}

/// A result that found no port of write-back holds the stages before it up.
template <Divergence D>
void Pipeline<D>::lose_cycle() {
  if (regrouping_ > 0) regrouping_--;
  counters_.charge(Cause::WritebackContention, slots_.size() * issue_width_);
  count_cycles(1);
}

template <Divergence D>
bool Pipeline<D>::issue_from(Slot& slot) {
  if (!register_file_.has_collector(now_)) return false;
  if constexpr (kPacks<D>)
    if (uint32_t g = slot.breaking; g != GroupSet::kMax) {
      if (groups_[g].state != State::Eligible || !unit_is_free(groups_[g].unit)) return false;
      issue_group(g);
      return true;
    }
  const GroupSet* candidates = nullptr;
  for (size_t u = 0; u < kUnits; u++) {
    if (slot.eligible[u].empty() || !unit_is_free(static_cast<Unit>(u))) continue;
    if (candidates == nullptr) {
      candidates = &slot.eligible[u];
      continue;
    }
    if (candidates != &candidates_) candidates_.assign(*candidates);
    candidates_ |= slot.eligible[u];
    candidates = &candidates_;
  }
  if (candidates == nullptr && !slot.watches_stalls) return false;
  if (candidates == nullptr) candidates = &kNoGroups;
  uint32_t g =
      slot.scheduler->choose({*candidates, slot.resident, slot.stalled, age_, warp_, view_, team_});
  if (g == GroupSet::kMax) return false;
  issue_group(g);
  slot.scheduler->issued(g);
  return true;
}

/// Reads the operands and takes a unit; returns the cycles until the result can be used.
template <Divergence D>
uint32_t Pipeline<D>::reserve(uint32_t number, const TimedOp& timed) {
  const OpTiming& t = config_.core.timing[static_cast<size_t>(timed.cls)];
  uint32_t g = packets_[number].group;
  uint32_t late = register_file_.read(warp_[g], timed, now_), stalled = 0;
  // Threads that read the same lane's bank through a crossbar do so one after the other, and all
  // lanes wait for them.
  if constexpr (requires { divergence_.crossbar_conflicts(g); }) {
    stalled = divergence_.crossbar_conflicts(g);
    counters_.dwf.crossbar_stalls += stalled;
  }
  Datapath::Taken taken = datapath_.take(t, late, now_, view_[g].lanes, stalled);
  if (options_.check && !packets_[number].only_control) check_lanes(number, t, taken);
  register_file_.hold_collector(taken.start + config_.registers.read_latency);
  counters_.bank_conflicts += late + stalled;
  counters_.busy_cycles[static_cast<size_t>(t.unit)] += taken.busy;
  uint32_t begins = static_cast<uint32_t>(taken.start - now_) + stages_before_execution();
  observe([&](Observer& o) { o.executes(now_ + begins, sm_, number); });
  return begins + taken.cycles - t.initiation + t.latency;
}

/// A thread's lane is its number in the block, modulo the width of a warp, unless the mechanism has
/// lanes of its own.
template <Divergence D>
void Pipeline<D>::check_lanes(uint32_t number, const OpTiming& t, const Datapath::Taken& taken) {
  uint32_t lanes = D::kAnyLane ? 1 : datapath_.lanes(t.unit);
  LaneOccupancy::Row row{t.unit, taken.unit, lanes, taken.start, t.initiation};
  const Packet& p = packets_[number];
  lanes_.take(row, p.threads, [&](uint32_t tile, uint32_t thread) {
    if constexpr (requires { divergence_.lane_of(p.group, tile, thread); })
      return divergence_.lane_of(p.group, tile, thread);
    else
      return D::kAnyLane
                 ? 0
                 : lane_map_.lane((warp_in_block(tile) * 32 + thread) % config_.core.warp, p.warp);
  });
}

template <Divergence D>
void Pipeline<D>::issue_group(uint32_t g) {
  Place place = divergence_.place(g);
  const Op& op = code_->kernel->code[place.pc];
  const TimedOp& timed = code_->ops[place.pc];
  part_load(g, op, timed);
  uint32_t number = packets_.take();
  Packet& p = packets_[number];
  p.pc = place.pc;
  p.group = g;
  p.warp = warp_[g];
  p.scheduler = groups_[g].scheduler;
  p.path = issuer(g).path;
  p.issued = now_;
  p.missed = false;
  p.from_memory = timed.cls == OpClass::Load || timed.cls == OpClass::Atomic;
  if constexpr (kPacks<D>)
    divergence_.members(g, scratch_);
  else
    divergence_.threads(g, scratch_);
  enter_flight(p);
  if constexpr (kPacks<D>) begin_packet(g, p, op, timed);
  p.threads.clear();
  for (Part part : scratch_) p.threads.add(part.tile, op.guarded ? guarded(part, op) : part.mask);
  uint32_t threads = p.threads.size();
  counters_.count_packet(timed.cls, threads);
  uint32_t paths = 1;
  if constexpr (requires { divergence_.paths(g); }) paths = divergence_.paths(g);
  counters_.count_paths(paths);
  issued_threads_ += threads;
  if constexpr (kPacks<D>) {
    (p.only_control ? counters_.packing.jumps : counters_.packing.sub_warps)++;
    if (!p.only_control) counters_.packing.threads += threads;
  }
  counters_.register_reads += uint64_t{timed.source_count} * threads;
  counters_.register_writes += uint64_t{timed.destination_count} * threads;
  if (!p.only_control) {
    if (options_.check) oracle_.issue(number, p.threads, timed);
    dependence_->issue(p, timed);
  }
  if (end_packet(g)) leave_instruction(g, p.pc, timed);
  observe_issue(number, config_.core.timing[static_cast<size_t>(timed.cls)].unit);
  if (timed.control)
    issue_control(g, number, op, timed);
  else
    issue_simple(g, number, op, timed);
  if constexpr (requires { divergence_.stalls(g); })
    if (is_long(timed.cls) && divergence_.alive(g)) divergence_.stalls(g);
  look_at_changed();
}

/// The threads of a part whose guard is true.
template <Divergence D>
uint32_t Pipeline<D>::guarded(Part part, const Op& op) {
  Lanes& lanes = block_of(part.tile).block.lanes(warp_in_block(part.tile));
  uint32_t guard = *reinterpret_cast<const uint32_t*>(lanes.tile + op.guard);
  return part.mask & (op.guard_negated ? ~guard : guard);
}

/// All of it has issued: the front end brings the next one.
template <Divergence D>
void Pipeline<D>::leave_instruction(uint32_t g, uint32_t pc, const TimedOp& timed) {
  if constexpr (kFetches<D>) {
    front_end_.consume(g, pc, counters_);
    if (!timed.control && config_.fetch.ahead) front_end_.want(g);
  }
}

template <Divergence D>
void Pipeline<D>::observe_issue(uint32_t number, Unit unit) {
  observe([&](Observer& o) {
    const Packet& p = packets_[number];
    bool first = true;
    if constexpr (kPacks<D>) first = packing_[p.group].packets == 1;
    o.issued(now_, {sm_, number, p.group, warp_[p.group], p.pc, unit, p.threads, first});
  });
}

template <Divergence D>
void Pipeline<D>::execute(Packet& p, const Op& op) {
  for (Part part : p.threads) {
    Block& block = block_of(part.tile).block;
    uint32_t warp = warp_in_block(part.tile);
    Lanes& lanes = block.lanes(warp);
    lanes.clock = now_;
    try {
      op.run(op, lanes, part.mask);
    } catch (const Fault& fault) {
      raise_fault(block, warp, p.pc, fault);
    }
    if (is_memory(code_->ops[p.pc].cls))
      load_store_.add_addresses(lanes.access, op.source->space, part.tile,
                                part.tile == p.threads.begin()->tile ? 0 : 32);
  }
}

template <Divergence D>
void Pipeline<D>::issue_simple(uint32_t g, uint32_t number, const Op& op, const TimedOp& timed) {
  uint32_t delay = reserve(number, timed);
  Packet& p = packets_[number];
  if (is_memory(timed.cls) && !p.threads.empty()) {
    issue_memory(number, op, timed, delay);
  } else {
    execute(p, op);
    wheel_.schedule(now_, std::max(1u, delay), {Event::Kind::Complete, number, 0});
  }
  if constexpr (D::kResolvesAtCompletion) return hold_until_complete(g, p);
  if constexpr (kPacks<D>)
    if (packing_[g].begun) return update(g);
  go_on(g);
}

/// Behind an instruction that moves no control.
template <Divergence D>
void Pipeline<D>::go_on(uint32_t g) {
  uint32_t next = divergence_.place(g).pc + 1;
  divergence_.advance(g);
  count_rejoined(now_ + 1);
  // It may have ended one path and go on with another.
  if (divergence_.alive(g) && divergence_.place(g).pc != next) drop_fetched(g);
}

/// Its threads go on, all to the next instruction, when this one has completed.
template <Divergence D>
void Pipeline<D>::hold_until_complete(uint32_t g, Packet& p) {
  Place here = divergence_.place(g);
  p.outcome.destinations.assign(1,
                                {{here.pc + 1, here.depth}, p.all, code_->ops[here.pc + 1].join});
  p.outcome.exited.clear();
  p.outcome.blocked.clear();
  groups_[g].held_for = p.from_memory ? Cause::Memory : Cause::Dependence;
  divergence_.hold(g);
}

/// A block ends when nothing of its threads is in flight any more.
template <Divergence D>
void Pipeline<D>::enter_flight(Packet& p) {
  p.block = block_at_tile_[scratch_.begin()->tile];
  slots_[p.scheduler].in_flight++;
  if constexpr (D::kResolvesAtCompletion) {
    p.all = scratch_;
    for (Part part : p.all) block_of(part.tile).in_flight++;
  } else {
    blocks_[p.block]->in_flight++;
  }
}

template <Divergence D>
void Pipeline<D>::issue_memory(uint32_t number, const Op& op, const TimedOp& timed,
                               uint32_t delay) {
  bool atomic = op.source->op == Opcode::Atom || op.source->op == Opcode::Red;
  AccessType type = timed.cls == OpClass::Store        ? AccessType::Store
                    : atomic                           ? AccessType::Atomic
                    : op.source->space == Space::Const ? AccessType::Constant
                                                       : AccessType::Load;
  load_store_.add(number, type, timed.cls == OpClass::Shared, now_, delay, D::kAnyLane);
  execute(packets_[number], op);
}

template <Divergence D>
void Pipeline<D>::issue_control(uint32_t g, uint32_t number, const Op& op, const TimedOp& timed) {
  uint32_t delay = reserve(number, timed);
  Packet& p = packets_[number];
  p.outcome.clear();
  p.outcome.parting.pc = p.pc;
  p.outcome.may_part = may_part(op);
  p.outcome.branch = p.outcome.may_part || op.action == Action::Branch;
  Threads all = scratch_;
  bool meets = op.action == Action::Barrier || op.action == Action::WarpSync;
  if (meets)
    rendezvous_outcome(p, all);
  else
    branch_outcome(p, all);
  wheel_.schedule(now_, std::max(1u, delay), {Event::Kind::Resolve, number, 0});
  queue_releases();
  if constexpr (kPacks<D>) {
    packing_[g].outcome.add(p.outcome);
    if (packing_[g].begun) return update(g);
  }
  groups_[g].held_for = meets ? Cause::Barrier : Cause::Dependence;
  divergence_.hold(g);
  if constexpr (kPacks<D>)
    if (const Outcome* whole = known_outcome(g, p.pc)) apply(g, *whole);
}

template <Divergence D>
void Pipeline<D>::branch_outcome(Packet& p, const Threads& all) {
  const Op& op = code_->kernel->code[p.pc];
  Place here = divergence_.place(p.group);
  auto send = [&](Place place, uint32_t tile, uint32_t mask) {
    bool join = place.pc < code_->ops.size() && code_->ops[place.pc].join;
    p.outcome.send(place, Threads(tile, mask), join);
  };
  uint64_t threads = 0;
  for (Part part : all) {
    uint32_t active = 0;
    for (Part a : p.threads)
      if (a.tile == part.tile) active = a.mask;
    Block& block = block_of(part.tile).block;
    uint32_t warp = warp_in_block(part.tile);
    // Inside a function the way out leads back to the caller, which is where paths meet at last.
    if (here.depth > 0 && code_->ops[p.pc].reconvergence == TimedOp::kNoReconvergence)
      p.outcome.reconvergence = {block.return_pc(warp * 32 + std::countr_zero(part.mask)),
                                 here.depth - 1};
    tile_outcome_.clear();
    try {
      execute_control(block, warp, part.mask, active, p.pc, tile_outcome_);
    } catch (const Fault& fault) {
      raise_fault(block, warp, p.pc, fault);
    }
    for (uint32_t n = 0; n < tile_outcome_.count; n++) {
      const ControlOutcome::Destination& d = tile_outcome_.to[n];
      send({d.pc, here.depth + static_cast<uint32_t>(d.depth_change)}, part.tile, d.mask);
    }
    if (tile_outcome_.exited) {
      p.outcome.exited.add(part.tile, tile_outcome_.exited);
      block.exit(warp, tile_outcome_.exited);
      size_t before = released_.size();
      block_of(part.tile).rendezvous.exited(warp, released_);
      name_tiles(before, block_of(part.tile));
    }
    threads += static_cast<uint64_t>(std::popcount(active));
  }
  p.outcome.put_target_last();
  uint32_t point = code_->ops[p.pc].reconvergence;
  if (point != TimedOp::kNoReconvergence)
    p.outcome.reconvergence = {point, here.depth};
  else if (here.depth == 0)
    p.outcome.reconvergence = kNowhere;
  p.outcome.block_after =
      p.outcome.reconvergence == kNowhere ? 0 : code_->ops[p.outcome.reconvergence.pc].block_left;
  if (op.action != Action::Branch && op.action != Action::Indexed) return;
  branches_[p.pc].taken += threads;
  branches_[p.pc].not_taken += all.size() - threads;
  if constexpr (!kPacks<D>) count_branch(p.pc, p.outcome);
}

template <Divergence D>
void Pipeline<D>::count_branch(uint32_t pc, const Outcome& outcome) {
  bool diverged = outcome.destinations.size() > 1;
  counters_.branches++;
  counters_.divergent_branches += diverged;
  bool interleavable =
      std::ranges::count_if(outcome.destinations, [&](const Outcome::Destination& d) {
        return d.place != outcome.reconvergence;
      }) > 1;
  counters_.interleavable_branches += interleavable;
  BranchCounters& b = branches_[pc];
  b.executed++;
  b.diverged += diverged;
  b.interleavable += interleavable;
}

/// Whether it may send threads different ways; a rendezvous does not, it makes them wait.
template <Divergence D>
bool Pipeline<D>::may_part(const Op& op) const {
  switch (op.action) {
    case Action::Indexed:
    case Action::Return: return true;
    case Action::Call: return op.guarded || code_->kernel->call_sites[op.target].indirect;
    case Action::Branch:
    case Action::Exit: return op.guarded;
    default: return false;
  }
}

template <Divergence D>
void Pipeline<D>::rendezvous_outcome(Packet& p, const Threads& all) {
  Place here = divergence_.place(p.group);
  Place next{here.pc + 1, here.depth};
  p.outcome.resume = next;
  for (Part part : p.threads) {
    ResidentBlock& b = block_of(part.tile);
    uint32_t warp = warp_in_block(part.tile);
    size_t before = released_.size();
    try {
      b.rendezvous.arrive(warp, part.mask, p.pc, released_);
    } catch (const Fault& fault) {
      raise_fault(b.block, warp, p.pc, fault);
    }
    name_tiles(before, b);
  }
  // Whoever of this very packet is already free goes on as if nothing had been.
  Threads on, blocked = p.threads;
  for (Part part : all) on.add(part.tile, part.mask);
  on.remove(p.threads);
  for (Release& r : released_) {
    if (r.pc != p.pc) continue;
    for (Part part : p.threads) {
      if (part.tile != r.warp) continue;
      uint32_t mine = r.mask & part.mask;
      on.add(part.tile, mine);
      blocked.remove(Threads(part.tile, mine));
      r.mask &= ~mine;
    }
  }
  if (on.size() > 0) {
    p.outcome.destinations.push_back({next, {}, code_->ops[next.pc].join});
    for (Part part : on) p.outcome.destinations.back().threads.add(part.tile, part.mask);
  }
  for (Part part : blocked) {
    p.outcome.blocked.add(part.tile, part.mask);
    unresolved_[part.tile] |= part.mask;
  }
  if (p.outcome.blocked.empty()) counters_.barriers++;
}

/// A rendezvous names warps of its block; from here on they are tiles of the core.
template <Divergence D>
void Pipeline<D>::name_tiles(size_t from, const ResidentBlock& block) {
  for (size_t n = from; n < released_.size(); n++) released_[n].warp += block.first_tile;
}

/// Threads that this packet set free go on after the barrier's latency.
template <Divergence D>
void Pipeline<D>::queue_releases() {
  uint32_t delay = config_.core.timing[static_cast<size_t>(OpClass::Barrier)].latency;
  for (const Release& r : released_) {
    if (r.mask == 0) continue;
    ResidentBlock& b = block_of(r.warp);
    uint32_t first = (r.warp - b.first_tile) * 32;
    for (uint32_t m = r.mask; m != 0;) {
      uint32_t depth = b.block.call_depth(first + std::countr_zero(m)), same = 0;
      for (uint32_t k = m; k != 0; k &= k - 1)
        if (b.block.call_depth(first + std::countr_zero(k)) == depth)
          same |= 1u << std::countr_zero(k);
      m &= ~same;
      Place place{r.pc + 1, depth};
      if (free_releases_.empty()) {
        releases_.emplace_back();
        free_releases_.push_back(static_cast<uint32_t>(releases_.size() - 1));
      }
      uint32_t n = free_releases_.back();
      free_releases_.pop_back();
      releases_[n].threads = Threads(r.warp, same);
      releases_[n].place = place;
      wheel_.schedule(now_, std::max(1u, delay), {Event::Kind::Release, n, 0});
    }
  }
  released_.clear();
}

}  // namespace heddle
