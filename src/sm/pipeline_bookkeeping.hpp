// Pipeline: construction, blocks, and the state of each group.
#pragma once

#include <fmt/format.h>

#include "base/error.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

/// Packets that a scheduler may issue in a cycle. Where a packet is a single thread, as many as the
/// packets of the machine that it bounds have threads: the units are the limit.
inline uint32_t packets_per_scheduler(const CoreConfig& core, bool any_lane) {
  return core.issue_per_scheduler * (any_lane ? core.warp : 1);
}

template <Divergence D>
Pipeline<D>::Pipeline(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                      CoreOptions options)
    : config_(config),
      sm_(sm),
      memory_(memory),
      options_(options),
      divergence_(config),
      dependence_(make_dependence(config)),
      front_end_(config, sm, divergence_.group_limit()),
      register_file_(D::kAnyLane || config.arch.temporal() ? RegisterFileConfig{}
                                                           : config.registers),
      register_layout_(register_layout(config)),
      datapath_(config, D::kAnyLane),
      lane_map_(config),
      temporal_(config),
      lane_registers_(config),
      lane_banks_(config.core.shared_banks, cycles_to_banks()),
      homes_(temporal_.homes(), temporal_.per_home(), divergence_.group_limit()),
      load_store_(config, sm, memory, D::kAnyLane),
      resources_(config, kMostTiles<D>),
      issue_width_(packets_per_scheduler(config.core, D::kAnyLane)),
      writeback_ports_(config.core.writeback_ports == 0
                           ? ~0u
                           : config.core.writeback_ports * (D::kAnyLane ? config.core.warp : 1)),
      groups_(divergence_.group_limit()),
      age_(groups_.size()),
      warp_(groups_.size()),
      view_(groups_.size()),
      team_(groups_.size()),
      slots_(config.core.schedulers),
      waiters_(resources_.tile_limit()),
      packing_(kPacks<D> ? groups_.size() : 0),
      barrel_(config.arch.dependence == "barrel"),
      secondary_(secondary_of(config.arch)),
      stages_(stages_before_execution()),
      unresolved_(resources_.tile_limit()),
      blocks_(config.core.max_blocks),
      block_at_tile_(resources_.tile_limit()) {
  for (Slot& s : slots_) {
    s.scheduler = make_scheduler(config);
    s.scheduler->count_in(counters_.schedule);
    s.watches_stalls = s.scheduler->looks_at_stalls();
    if (s.watches_stalls) missed_.resize(resources_.tile_limit());
    if (secondary_ == Secondary::BestFit) s.secondary = make_best_fit(config, sm);
  }
  std::ranges::copy(config.core.timing, scalar_timing_);
  if (config.arch.scalar_units)
    for (size_t cls = 0; cls < kOpClasses; cls++)  // one address goes the way of many
      if (!is_memory(static_cast<OpClass>(cls))) scalar_timing_[cls].unit = Unit::Scalar;
  looks_at_groups_ = slots_[0].scheduler->looks_at_groups() || secondary_ != Secondary::None;
  counters_.size_for(config.core.warp, config.core.schedulers * config.core.issue_per_scheduler);
  if constexpr (requires { divergence_.count_in(counters_); }) divergence_.count_in(counters_);
}

template <Divergence D>
bool Pipeline<D>::waits_long(uint32_t g) const {
  Threads threads;
  divergence_.threads(g, threads);
  return std::any_of(threads.begin(), threads.end(),
                     [&](Part p) { return (missed_[p.tile] & p.mask) != 0; });
}

template <Divergence D>
void Pipeline<D>::start(TimedCodePtr code, const Launch& launch) {
  code_ = std::move(code);
  resources_.start(*code_, launch);
  if (auto lack = resources_.refusal())
    throw UsageError(
        fmt::format("a block of kernel '{}' needs more {} than a core of '{}' has ({})",
                    code_->kernel->entry->name, lack->what, config_.name, lack->key));
  wheel_.clear();  // fetches for threads that have exited
  front_end_.start(code_->kernel);
  register_file_.start(code_->units);
  lane_registers_.start(code_->units);
  dependence_->start(resources_.tiles_used(), code_->slots, divergence_.group_limit());
  if (options_.check) {
    oracle_.start(resources_.tiles_used(), code_->slots, config_.core.warp);
    if (code_->scalarized()) scalars_.start(*code_, resources_.tiles_used(), config_.core.warp);
  }
  counters_.scalar.code = code_->ops.size();
  counters_.scalar.scalar_code = code_->scalar_instructions;
  counters_.scalar.vector_registers = code_->units;
  counters_.scalar.scalar_registers = code_->scalar_units;
  counters_.scalar.registers_per_warp =
      uint64_t{config_.core.warp} * code_->units + code_->scalar_units;
  branches_.assign(code_->ops.size(), {});
  if constexpr (requires { divergence_.start(*code_); }) divergence_.start(*code_);
}

template <Divergence D>
void Pipeline<D>::take(std::unique_ptr<ResidentBlock> block, Cycle now) {
  catch_up(now);
  uint32_t number = 0;
  while (blocks_[number]) number++;
  block->first_tile = resources_.take();
  block->tiles = resources_.tiles();
  counters_.temporal.oversized_warps += resources_.oversized();
  for (uint32_t t = 0; t < block->tiles; t++) {
    block_at_tile_[block->first_tile + t] = number;
    if (options_.check && code_->scalarized()) scalars_.begin(block->first_tile + t);
  }
  divergence_.arrive({block->first_tile, block->block.live_threads(), arrivals_++});
  blocks_[number] = std::move(block);
  resident_++;
  counters_.max_resident_blocks = std::max<uint64_t>(counters_.max_resident_blocks, resident_);
  counters_.max_resident_warps =
      std::max<uint64_t>(counters_.max_resident_warps, resources_.resident_warps());
  look_at_changed();
  wake_ = std::min(wake_, now);
}

template <Divergence D>
void Pipeline<D>::set_state(uint32_t g, State state, Cause cause, Unit unit) {
  Group& group = groups_[g];
  Slot& slot = slots_[group.scheduler];
  if (temporal_.exist()) move_in_home(g, state, cause);
  bool resident = group.state != State::Absent;
  if (resident) {
    slot.waiting[static_cast<size_t>(group.cause)]--;
    if (group.state == State::Eligible) {
      slot.eligible[static_cast<size_t>(group.unit)].erase(g);
      if (looks_at_groups_ && state != State::Eligible) slot.scheduler->left(g);
    }
    if (slot.watches_stalls && group.cause == Cause::Memory) slot.stalled.erase(g);
  }
  group.state = state;
  group.cause = cause;
  group.unit = unit;
  if (state == State::Absent) {
    slot.resident.erase(g);
    return;
  }
  if (!resident) slot.resident.insert(g);
  slot.waiting[static_cast<size_t>(cause)]++;
  if (state == State::Eligible) slot.eligible[static_cast<size_t>(unit)].insert(g);
  if (slot.watches_stalls && cause == Cause::Memory && waits_long(g)) slot.stalled.insert(g);
}

template <Divergence D>
bool Pipeline<D>::looks_at_loads() const {
  bool looks = !missed_.empty();
  if constexpr (requires { divergence_.looks_at_misses(); }) looks |= divergence_.looks_at_misses();
  if constexpr (requires { divergence_.looks_at_parts(); }) looks |= divergence_.looks_at_parts();
  return looks;
}

/// Single threads on any lane have records of their own: they do not wait for others of their warp.
template <Divergence D>
Issuer Pipeline<D>::issuer(uint32_t g) const {
  Issuer who{g, D::kAnyLane ? g : warp_[g], 0, now_};
  if constexpr (requires { divergence_.path_of(g); }) who.path = divergence_.path_of(g);
  return who;
}

/// What a mechanism has done besides changing groups: tells the dependence of warps whose paths
/// parted or came together, plans pops, counts.
template <Divergence D>
void Pipeline<D>::look_at_paths() {
  if constexpr (requires { divergence_.regrouped(); }) {
    for (uint32_t warp : divergence_.regrouped())
      if constexpr (requires { divergence_.path_masks(warp); })
        dependence_->regroup(warp, divergence_.path_masks(warp));
      else
        dependence_->regroup(warp, {});
    divergence_.regrouped().clear();
  }
  if constexpr (requires { divergence_.pops(); }) {
    const OpTiming& t = config_.core.timing[static_cast<size_t>(OpClass::Control)];
    for (uint32_t g : divergence_.pops())
      wheel_.schedule(now_, stages_ + t.latency, {Event::Kind::Popped, g, 0});
    divergence_.pops().clear();
  }
  if constexpr (requires { divergence_.regroupings(); }) {
    Regroupings& r = divergence_.regroupings();
    counters_.subdivisions += r.subdivisions;
    counters_.merges += r.merges;
    counters_.missed_reconvergences += r.missed;
    r = {};
  }
}

/// Threads that a mechanism keeps back become ready where others wait for them at a rendezvous.
template <Divergence D>
void Pipeline<D>::turn_to_others() {
  if constexpr (KeepsThreadsBack<D>) {
    std::vector<uint32_t>& stuck = divergence_.stuck();
    while (!stuck.empty()) {
      uint32_t warp = stuck.back();
      stuck.pop_back();
      divergence_.turn_to_others(warp, [&](const Threads& threads) {
        return std::ranges::any_of(releases_, [&](const PendingRelease& r) {
          return std::ranges::any_of(r.threads, [&](Part part) { return threads.meets(part); });
        });
      });
    }
  }
}

template <Divergence D>
void Pipeline<D>::look_at_changed() {
  turn_to_others();
  look_at_paths();
  std::vector<uint32_t>& changed = divergence_.changed();
  for (size_t n = 0; n < changed.size(); n++) update(changed[n]);
  changed.clear();
}

/// Threads that had parted are together from this cycle on.
template <Divergence D>
void Pipeline<D>::count_rejoined(Cycle from) {
  std::vector<Parting>& rejoined = divergence_.rejoined();
  for (const Parting& p : rejoined) {
    branches_[p.pc].reconvergences++;
    branches_[p.pc].reconverge_cycles += from - p.cycle;
  }
  rejoined.clear();
}

/// Decides anew what a group waits for.
template <Divergence D>
void Pipeline<D>::update(uint32_t g) {
  Group& group = groups_[g];
  if (!divergence_.alive(g)) {
    set_state(g, State::Absent, Cause::IdleNoWarp);
    drop_fetched(g);
    return;
  }
  // Where groups form anew with every instruction, numbers are reused at once.
  if (D::kResolvesAtCompletion) age_[g] = divergence_.age(g);
  if (group.state == State::Absent) {  // a new group under this number
    group.scheduler = static_cast<uint8_t>(divergence_.warp_of(g) % slots_.size());
    group.at_barrier = false;
    group.held_for = Cause::ReconvergenceWait;
    age_[g] = divergence_.age(g);
    warp_[g] = team_[g] = divergence_.warp_of(g);
    if constexpr (requires { divergence_.team_of(g); }) team_[g] = divergence_.team_of(g);
  }
  if (!divergence_.ready(g)) {
    if constexpr (requires { divergence_.suspended(g); })
      if (divergence_.suspended(g)) drop_fetched(g);
    if constexpr (KeepsThreadsBack<D>) group.at_barrier |= divergence_.at_rendezvous(g);
    set_state(g, State::Held, group.at_barrier ? Cause::Barrier : group.held_for);
    return;
  }
  group.at_barrier = false;
  uint32_t pc = divergence_.place(g).pc;
  const TimedOp& op = code_->ops[pc];
  if (waits_for_half(g)) return set_state(g, State::Held, Cause::ReconvergenceWait);
  bool decoded = false;
  if constexpr (kPacks<D>) decoded = packing_[g].begun;
  if (kFetches<D> && !decoded && !front_end_.has_instruction(g, pc)) {
    front_end_.want(g);
    set_state(g, State::Fetching, Cause::Fetch);
    return;
  }
  if constexpr (kPacks<D>) {
    if (waits_for_threads(g, op)) return;
  } else {
    divergence_.threads(g, scratch_);
    Answer answer = dependence_->check(issuer(g), scratch_, op);
    if (answer.verdict != Verdict::Free) {
      if (!D::kAnyLane) waiters_[answer.tile].push_back(g);
      group.waits_at = static_cast<uint32_t>(answer.tile);
      counters_.false_dependences += answer.is_false;
      set_state(g, State::Blocked,
                answer.verdict == Verdict::Memory ? Cause::Memory : Cause::Dependence);
      return;
    }
  }
  if (looks_at_groups_) {
    view_[g] = {pc, scratch_.size(), 0, secondary_ == Secondary::None ? 0 : lanes_of(scratch_, g)};
    if constexpr (requires { divergence_.passed(g); }) view_[g].passed = divergence_.passed(g);
    slots_[group.scheduler].scheduler->waits(g, view_[g]);
  }
  Unit unit = timing(op).unit;
  set_state(g, State::Eligible, structural(unit), unit);
}

/// Half of a group that a load has split stands before an instruction that needs both.
template <Divergence D>
bool Pipeline<D>::waits_for_half(uint32_t g) {
  if constexpr (requires { divergence_.meet(g); }) {
    if (!divergence_.is_half(g)) return false;
    const Op& op = code_->kernel->code[divergence_.place(g).pc];
    if (!may_part(op) && op.action != Action::Barrier && op.action != Action::WarpSync)
      return false;
    divergence_.meet(g);
    look_at_paths();
    return !divergence_.ready(g);
  }
  return false;
}

}  // namespace heddle
