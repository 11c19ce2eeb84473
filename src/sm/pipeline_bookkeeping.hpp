// Pipeline: construction, blocks, the state of each group, fetch, and the accounts of idle slots.
#pragma once

#include <fmt/format.h>

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
Pipeline<D>::Pipeline(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                      CoreOptions options)
    : config_(config),
      sm_(sm),
      memory_(memory),
      options_(options),
      divergence_(config),
      dependence_(make_dependence(config)),
      load_store_(config, sm, memory),
      resources_(config),
      issue_width_(D::kAnyLane ? std::max(1u, config.core.lanes / config.core.schedulers)
                               : config.core.issue_per_scheduler),
      groups_(divergence_.group_limit()),
      age_(groups_.size()),
      warp_(groups_.size()),
      slots_(config.core.schedulers),
      waiters_(resources_.tile_limit()),
      unresolved_(resources_.tile_limit()),
      blocks_(config.core.max_blocks),
      block_at_tile_(resources_.tile_limit()) {
  for (Slot& s : slots_) {
    s.scheduler = make_scheduler(config);
    for (GroupSet& e : s.eligible) e.set_limit(divergence_.group_limit());
    s.resident.set_limit(divergence_.group_limit());
    s.stalled.set_limit(divergence_.group_limit());
  }
  wants_fetch_.set_limit(divergence_.group_limit());
  for (size_t u = 0; u < unit_free_.size(); u++)
    unit_free_[u].resize(
        std::max(1u, config.core.units[u].count * (D::kAnyLane ? config.core.units[u].lanes : 1)));
  counters_.size_for(config.core.warp);
  check_latencies();
}

/// Events lie less than a turn of the wheel ahead.
template <Divergence D>
void Pipeline<D>::check_latencies() const {
  const CoreConfig& core = config_.core;
  auto check = [](const std::string& what, uint64_t cycles) {
    if (cycles >= EventWheel<Event>::kSpan)
      throw UsageError(fmt::format("{} takes {} cycles in a core; at most {} are possible", what,
                                   cycles, EventWheel<Event>::kSpan - 1));
  };
  for (const OpTiming& t : core.timing) {
    uint32_t lanes = core.units[static_cast<size_t>(t.unit)].lanes;
    uint64_t waves = (core.warp + lanes - 1) / lanes;
    check("an instruction, with register access and waves,",
          uint64_t{core.extra_stages} + config_.registers.read_latency +
              (waves - 1) * t.initiation + t.latency);
  }
  check("a fetch", config_.fetch.latency);
  // Conflicts: every thread another word of one bank, four words each.
  check("an access to shared memory, with its conflicts,",
        uint64_t{core.shared_latency} + 4 * std::min(core.warp, 64u));
}

template <Divergence D>
void Pipeline<D>::start(TimedCodePtr code, const Launch& launch) {
  code_ = std::move(code);
  resources_.start(*code_, launch);
  if (const char* what = resources_.refusal())
    throw UsageError(fmt::format("a block of kernel '{}' needs more {} than a core of '{}' has",
                                 code_->kernel->entry->name, what, config_.name));
  dependence_->start(resources_.tile_limit(), code_->slots, divergence_.group_limit());
  if (options_.check) oracle_.start(resources_.tile_limit(), code_->slots);
  branches_.assign(code_->ops.size(), {});
}

template <Divergence D>
void Pipeline<D>::take(std::unique_ptr<ResidentBlock> block, Cycle now) {
  catch_up(now);
  uint32_t number = 0;
  while (blocks_[number]) number++;
  block->first_tile = resources_.take();
  block->tiles = resources_.tiles();
  for (uint32_t t = 0; t < block->tiles; t++) block_at_tile_[block->first_tile + t] = number;
  divergence_.arrive({block->first_tile, block->block.live_threads(), arrivals_++});
  blocks_[number] = std::move(block);
  resident_++;
  counters_.max_resident_blocks = std::max<uint64_t>(counters_.max_resident_blocks, resident_);
  counters_.max_resident_warps =
      std::max<uint64_t>(counters_.max_resident_warps, uint64_t{resident_} * resources_.warps());
  look_at_changed();
  wake_ = std::min(wake_, now);
}

template <Divergence D>
void Pipeline<D>::set_state(uint32_t g, State state, Cause cause, Unit unit) {
  Group& group = groups_[g];
  Slot& slot = slots_[group.scheduler];
  if (group.state != State::Absent) {
    slot.waiting[static_cast<size_t>(group.cause)]--;
    if (group.state == State::Eligible) slot.eligible[static_cast<size_t>(group.unit)].erase(g);
    if (group.cause == Cause::Memory) slot.stalled.erase(g);
  }
  group.state = state;
  group.cause = cause;
  group.unit = unit;
  if (state == State::Absent) {
    slot.resident.erase(g);
    return;
  }
  slot.resident.insert(g);
  slot.waiting[static_cast<size_t>(cause)]++;
  if (state == State::Eligible) slot.eligible[static_cast<size_t>(unit)].insert(g);
  if (cause == Cause::Memory) slot.stalled.insert(g);
}

template <Divergence D>
void Pipeline<D>::look_at_changed() {
  std::vector<uint32_t>& changed = divergence_.changed();
  for (size_t n = 0; n < changed.size(); n++) update(changed[n]);
  changed.clear();
}

/// Decides anew what a group waits for.
template <Divergence D>
void Pipeline<D>::update(uint32_t g) {
  Group& group = groups_[g];
  if (!divergence_.alive(g)) {
    set_state(g, State::Absent, Cause::IdleNoWarp);
    wants_fetch_.erase(g);
    drop_fetched(g);
    return;
  }
  if (group.state == State::Absent) {  // a new group under this number
    group.scheduler = static_cast<uint8_t>(divergence_.warp_of(g) % slots_.size());
    group.at_barrier = false;
    age_[g] = divergence_.age(g);
    warp_[g] = divergence_.warp_of(g);
  }
  if (!divergence_.ready(g)) {
    set_state(g, State::Held, group.at_barrier ? Cause::Barrier : Cause::ReconvergenceWait);
    return;
  }
  group.at_barrier = false;
  if constexpr (D::kAnyLane) group.buffered = 1;
  if (group.buffered == 0) {
    if (!group.fetching) wants_fetch_.insert(g);
    set_state(g, State::Fetching, Cause::Fetch);
    return;
  }
  const TimedOp& op = code_->ops[divergence_.place(g).pc];
  divergence_.threads(g, scratch_);
  uint32_t tile = 0;
  Verdict verdict = dependence_->check(g, scratch_, op, tile);
  if (verdict != Verdict::Free) {
    waiters_[tile].push_back(g);
    group.waits_at = tile;
    set_state(g, State::Blocked, verdict == Verdict::Memory ? Cause::Memory : Cause::Dependence);
    return;
  }
  Unit unit = config_.core.timing[static_cast<size_t>(op.cls)].unit;
  set_state(g, State::Eligible, structural(unit), unit);
}

/// One group's next instructions per cycle, in turn.
template <Divergence D>
void Pipeline<D>::fetch(Cycle now) {
  uint32_t g = wants_fetch_.next(fetch_next_);
  if (g == GroupSet::kMax) g = wants_fetch_.next(0);
  if (g == GroupSet::kMax) return;
  fetch_next_ = g + 1;
  wants_fetch_.erase(g);
  groups_[g].fetching = true;
  observe([&](Observer& o) {
    uint32_t room = config_.fetch.buffer - groups_[g].buffered;
    o.fetch_begins(now, sm_, g, std::min(room, config_.fetch.width));
  });
  wheel_.schedule(now, std::max(1u, config_.fetch.latency),
                  {Event::Kind::Fetched, g, groups_[g].fetch_epoch});
  counters_.icache_hits++;
}

/// What was fetched behind the last instruction is not what follows.
template <Divergence D>
void Pipeline<D>::drop_fetched(uint32_t g) {
  groups_[g].buffered = 0;
  groups_[g].fetch_epoch++;
  groups_[g].fetching = false;
  observe([&](Observer& o) { o.fetch_dropped(now_, sm_, g); });
}

template <Divergence D>
Cause Pipeline<D>::idle_cause(const Slot& slot) const {
  // The cause nearest to issuing: what, if it had been different, would have filled the slot.
  constexpr Cause kOrder[] = {
      Cause::StructuralSp, Cause::StructuralSfu, Cause::StructuralLsu, Cause::StructuralDp,
      Cause::Fetch,        Cause::Dependence,    Cause::Memory,        Cause::ReconvergenceWait,
      Cause::Barrier};
  for (Cause c : kOrder)
    if (slot.waiting[static_cast<size_t>(c)] > 0) return c;
  return resident_ > 0 ? Cause::Drain : Cause::IdleNoWarp;
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
  counters_.cycles += cycles;
  if (resident_ > 0) counters_.active_cycles += cycles;
  counters_.resident_warp_cycles += cycles * resident_ * resources_.warps();
  charged_ = now;
}

template <Divergence D>
void Pipeline<D>::plan_wake() {
  bool eligible = false;
  for (const Slot& s : slots_)
    for (const GroupSet& e : s.eligible) eligible |= !e.empty();
  if (eligible || !wants_fetch_.empty())
    wake_ = now_ + 1;
  else
    wake_ = std::min(wheel_.next(now_), std::max(now_ + 1, load_store_.next_work()));
}

template <Divergence D>
std::string Pipeline<D>::describe() const {
  std::string out;
  for (const auto& b : blocks_) {
    if (!b) continue;
    auto at = b->block.coordinates();
    out += fmt::format(" SM {}, block ({}, {}, {}), {} threads have not ended:\n{}", sm_, at[0],
                       at[1], at[2], b->block.live_threads(), b->rendezvous.describe());
  }
  for (uint32_t g = 0; g < groups_.size(); g++) {
    if (!divergence_.alive(g) || groups_[g].at_barrier) continue;
    Place p = divergence_.place(g);
    if (p == kNowhere) continue;
    Threads threads;
    divergence_.threads(g, threads);
    out += fmt::format(
        "  SM {}, group {} of {} threads, at {}:{} `{}`: {}\n", sm_, g, threads.size(),
        code_->kernel->module().source->name(), code_->kernel->line_of(p.pc),
        code_->kernel->text_of(p.pc),
        groups_[g].spins ? "spins: the same registers each time round" : "cannot go on");
  }
  return out;
}

}  // namespace heddle
