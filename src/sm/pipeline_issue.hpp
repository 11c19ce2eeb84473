// Pipeline: a scheduler's choice becomes a packet: its values are computed, its unit is taken, its
// completion is planned.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
void Pipeline<D>::issue(Cycle) {
  if (port_missing_ || regrouping_ > 0) return lose_cycle();
  if constexpr (D::kAnyLane) return issue_threads();
  for (Slot& slot : slots_) {
    uint32_t issued = 0;
    bool pairs = kInterweaves<D> && secondary_ != Secondary::None;
    if constexpr (kInterweaves<D>)
      if (pairs) issued = issue_pair(slot);
    while (!pairs && issued < issue_width_ && issue_from(slot)) issued++;
    // Its last choice leaves the other lanes waiting; one that issues less leaves none.
    if (temporal_.exist() && issued == issue_width_) lanes_left_ += lanes_waiting_ - 1;
    charge_issued(slot, issued);
  }
  count_cycles(1);
}

template <Divergence D>
void Pipeline<D>::charge_issued(const Slot& slot, uint32_t issued) {
  if (issued > 0) counters_.charge(Cause::Issued, issued);
  if (issued < issue_width_) counters_.charge(idle_cause(slot), issue_width_ - issued);
}

/// At their end: so many cycles in which nothing but what has been counted happened.
template <Divergence D>
void Pipeline<D>::count_cycles(uint64_t cycles) {
  counters_.cycles += cycles;
  counters_.count_lanes(issued_threads_, cycles);
  issued_threads_ = 0;
  if (resident_ > 0) counters_.active_cycles += cycles;
  counters_.resident_warp_cycles += cycles * resources_.resident_warps();
  if (temporal_.exist()) count_homes(cycles);
  if constexpr (requires { divergence_.pass(cycles); }) divergence_.pass(cycles);
}

template <Divergence D>
bool Pipeline<D>::unit_is_free(Unit unit) const {
  if (unit == Unit::Lsu && !load_store_.has_room(now_)) return false;
  return temporal_.exist() ? temporal_.has_port(unit, now_) : datapath_.has_free(unit, now_);
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
  if constexpr (kPacks<D>)
    if (uint32_t g = slot.breaking; g != GroupSet::kMax && register_file_.has_collector(now_)) {
      if (groups_[g].state != State::Eligible || !unit_is_free(groups_[g].unit)) return false;
      issue_group(g);
      return true;
    }
  uint32_t g = choose_from(slot);
  if (g == GroupSet::kMax) return false;
  issue_group(g);
  slot.scheduler->issued(g);
  return true;
}

/// The group that the scheduler chooses of those that could issue now; kMax: none.
template <Divergence D>
uint32_t Pipeline<D>::choose_from(Slot& slot) {
  // Operands of a scalar unit come from a file of its own, without collectors.
  bool collector = register_file_.has_collector(now_);
  if (!collector && !slot.wants(Unit::Scalar)) return GroupSet::kMax;
  const GroupSet* candidates = nullptr;
  for (size_t u = 0; u < kUnits; u++) {
    auto unit = static_cast<Unit>(u);
    if (!slot.wants(unit) || !unit_is_free(unit)) continue;
    if (!collector && unit != Unit::Scalar) continue;
    if (candidates == nullptr) {
      candidates = &slot.eligible[u];
      continue;
    }
    if (candidates != &candidates_) candidates_.assign(*candidates);
    candidates_ |= slot.eligible[u];
    candidates = &candidates_;
  }
  if (temporal_.exist() && candidates != nullptr) candidates = on_free_lanes(*candidates);
  if (candidates == nullptr && !slot.watches_stalls) return GroupSet::kMax;
  if (candidates == nullptr) candidates = &kNoGroups;
  return slot.scheduler->choose(
      {*candidates, slot.resident, slot.stalled, age_, warp_, view_, team_});
}

/// Reads the operands and takes a unit; returns the cycles until the result can be used.
template <Divergence D>
uint32_t Pipeline<D>::reserve(uint32_t number, const TimedOp& timed) {
  if (temporal_.exist()) return reserve_lane(number, timed);
  const OpTiming& t = timing(timed);
  uint32_t g = packets_[number].group;
  uint32_t late = register_file_.read(warp_[g], timed, now_), stalled = 0;
  // Threads that read the same lane's bank through a crossbar do so one after the other, and all
  // lanes wait for them.
  if constexpr (requires { divergence_.crossbar_conflicts(g); }) {
    stalled = divergence_.crossbar_conflicts(g);
    counters_.dwf.crossbar_stalls += stalled;
  }
  counters_.bank_conflicts += late + stalled;
  bool once = leaves_lanes(timed);
  if (config_.arch.scalar_units && !once && timed.scalar_sources > 0)
    late += config_.core.broadcast_latency;
  Datapath::Taken taken = datapath_.take(t, late, now_, view_[g].lanes, stalled, once);
  if (lanes_are_watched() && !packets_[number].only_control) check_lanes(number, t, taken, once);
  if (!once) register_file_.hold_collector(taken.start + config_.registers.read_latency, now_);
  counters_.busy_cycles[static_cast<size_t>(t.unit)] += taken.busy;
  uint32_t begins = static_cast<uint32_t>(taken.start - now_) + stages_;
  observe([&](Observer& o) { o.executes(now_ + begins, sm_, number); });
  return begins + taken.cycles - t.initiation + t.latency;
}

/// A thread's lane is its number in the block, modulo the width of a warp, unless the mechanism has
/// lanes of its own.
template <Divergence D>
void Pipeline<D>::check_lanes(uint32_t number, const OpTiming& t, const Datapath::Taken& taken,
                              bool once) {
  uint32_t lanes = D::kAnyLane ? 1 : datapath_.lanes(t.unit);
  LaneOccupancy::Row row{t.unit, taken.unit, lanes, taken.start, t.initiation};
  const Packet& p = packets_[number];
  if (once)  // for whichever thread
    return take_lanes(number, row, p.threads.first(), [](uint32_t, uint32_t) { return 0; });
  auto position = [&](uint32_t tile, uint32_t thread) {
    if constexpr (requires { divergence_.lane_of(p.group, tile, thread); })
      return divergence_.lane_of(p.group, tile, thread);
    else
      return D::kAnyLane
                 ? 0
                 : lane_map_.lane((warp_in_block(tile) * 32 + thread) % config_.core.warp, p.warp);
  };
  take_lanes(number, row, p.threads, position);
}

/// The judge of lanes, and whoever watches, see which lane executes for which thread.
template <Divergence D>
template <class Position>
void Pipeline<D>::take_lanes(uint32_t number, const LaneOccupancy::Row& row, const Threads& threads,
                             Position position) {
  lanes_.take(row, threads, position, [&](uint32_t lane, const LaneOccupancy::Use& use) {
    observe([&](Observer& o) {
      o.lane_works({use.from, use.until, sm_, number, row.kind, row.unit, row.lanes, lane,
                    block_of(use.tile).block.index(), warp_in_block(use.tile) * 32 + use.thread});
    });
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
  Issuer who = issuer(g);
  p.warp = who.warp;
  p.path = who.path;
  p.scheduler = groups_[g].scheduler;
  p.issued = now_;
  p.missed = p.chained = false;
  p.from_memory = timed.cls == OpClass::Load || timed.cls == OpClass::Atomic;
  if constexpr (kPacks<D>)
    divergence_.members(g, scratch_);
  else
    divergence_.threads(g, scratch_);
  enter_flight(p);
  if constexpr (kPacks<D>) begin_packet(g, p, op, timed);
  p.threads.clear();
  for (Part part : scratch_)
    p.threads.append(part.tile, op.guarded ? guarded(part, op) : part.mask);
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
  count_registers(p, timed);
  if (!p.only_control) {
    if (options_.check) {
      oracle_.issue(number, p.threads, timed, [&](Part part, uint32_t thread) {
        return now_ + turn(p, timed, part, thread);
      });
      check_scalars(p, false);
    }
    dependence_->issue(p, timed);
  }
  if (end_packet(g)) leave_instruction(g, p.pc, timed);
  observe_issue(number, timing(timed).unit);
  if (timed.control)
    issue_control(g, number, op, timed);
  else
    issue_simple(g, number, op, timed);
  if constexpr (requires { divergence_.stalls(g); })
    if (is_long(timed.cls) && divergence_.alive(g)) divergence_.stalls(g);
  look_at_changed();
}

template <Divergence D>
void Pipeline<D>::count_registers(const Packet& p, const TimedOp& timed) {
  uint64_t threads = p.threads.size(), words = register_layout_.words(p.threads);
  counters_.register_reads += timed.register_sources * threads;
  counters_.register_writes += timed.register_destinations * threads;
  counters_.register_words_read += timed.register_sources * words;
  counters_.register_words_written += timed.register_destinations * words;
  counters_.scalar.instructions += timed.scalar;
  if (threads == 0) return;
  counters_.work[static_cast<size_t>(timed.cls)] += timed.scalar ? 1 : threads;
  counters_.scalar.reads += timed.scalar_sources;
  counters_.scalar.writes += timed.scalar ? timed.destination_count : 0;
  counters_.scalar.broadcasts += timed.scalar ? 0 : timed.scalar_word_sources;
  counters_.scalar.words_read += timed.scalar_word_sources;
  counters_.scalar.words_written += timed.scalar_word_destinations;
}

/// Of a packet that issues, whose group's threads are in `scratch_`: before it is executed, and
/// after.
template <Divergence D>
void Pipeline<D>::check_scalars(const Packet& p, bool executed) {
  if (!code_->scalarized()) return;
  for (Part all : scratch_) {
    Part part{all.tile, 0};
    for (Part own : p.threads)
      if (own.tile == all.tile) part.mask = own.mask;
    const Lanes& lanes = block_of(all.tile).block.lanes(warp_in_block(all.tile));
    if (!executed)
      scalars_.read(p.pc, part, all.mask, lanes.tile);
    else
      scalars_.write(p.pc, part, lanes.tile,
                     is_memory(code_->ops[p.pc].cls) ? &lanes.access : nullptr);
  }
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
    const TimedOp& timed = code_->ops[p.pc];
    if (timed.scalar) lanes.access.mask &= ~lanes.access.mask + 1;  // they are all the same
    if (is_memory(timed.cls))
      load_store_.add_addresses(lanes.access, op.source->space, resources_, part.tile,
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
    plan_results(number, timed, delay);
  }
  if (options_.check && !p.only_control) check_scalars(p, true);
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
  load_store_.add(number, type, timed.cls == OpClass::Shared, now_, delay);
  execute(packets_[number], op);
  if (temporal_.exist() && load_store_.added_to_banks()) return pass_banks(number, timed, delay);
  load_store_.enqueue();
}

}  // namespace heddle
