#include "gpu/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "config/archs.hpp"
#include "gpu/grid.hpp"
#include "gpu/l2_warming.hpp"
#include "sm/observer.hpp"

namespace heddle {

namespace {

/// Rounds of a launch before other host threads join in.
constexpr uint64_t kRoundsAlone = 200;

}  // namespace

Machine::Machine(ValidMachine config, MachineOptions options)
    : valid_(std::move(config)), options_(std::move(options)) {
  build();
}

void Machine::build() {
  now_ = Cycle{0};
  sorted_ = false;
  sms_.clear();
  board_.resize(config_.sms);
  memory_ = make_shared_memory(valid_);
  memory_->share_work(threads_.get());
  for (uint32_t sm = 0; sm < config_.sms; sm++)
    sms_.emplace_back(make_core(valid_, sm, memory_->port(sm),
                                {.check = options_.check, .observer = options_.observer}),
                      memory_->port(sm));
  if (!sms_[0].core().looks_at_loads())
    for (uint32_t sm = 0; sm < config_.sms; sm++) memory_->port(sm).report_only_ends();
}

Machine::~Machine() = default;

/// With dispatch = even, SMs leave each other their shares of the last blocks. Where nothing has
/// diverged, they are not ahead because of that, and the first takes what there is.
bool Machine::may_take(const Grid& grid, uint32_t sm) {
  return grid.has_more_for(sm) &&
         (!grid.has_share(sm) || sms_[sm].core().counters().divergent_branches == 0);
}

// One block per core at a time, so that a small grid spreads over all cores. Only cores that
// stopped for a block in cycle `room_at` take part.
void Machine::dispatch(Grid& grid, Cycle now, Cycle room_at) {
  for (uint32_t full = 0; grid.has_more() && full < sms_.size();) {
    Sm& sm = sms_[grid.next_sm];
    if (sm.room_at() == room_at && may_take(grid, grid.next_sm) && sm.core().has_room()) {
      std::unique_ptr<ResidentBlock> block;
      if (grid.spare.empty()) {
        block = std::make_unique<ResidentBlock>(grid.kernel, grid.launch, grid.constants.data(),
                                                grid.environment);
      } else {
        block = std::move(grid.spare.back());
        grid.spare.pop_back();
      }
      block->block.reset(grid.take_for(grid.next_sm), grid.next_sm);
      block->block.count_changes_in(sm.changes());
      block->rendezvous.reset();
      block->in_flight = 0;
      sorted_ &= !sm.empty();
      sm.core().admit(std::move(block), now);
      sm.admitted();
      full = 0;
    } else {
      full++;
    }
    grid.next_sm = (grid.next_sm + 1) % static_cast<uint32_t>(sms_.size());
  }
  for (uint32_t n = 0; n < sms_.size(); n++) {
    if (sms_[n].room_at() != room_at) continue;
    sms_[n].go_on();
    board_.look_at(n, sms_[n]);
  }
}

void Machine::collect(Grid& grid) {
  for (uint32_t n : tally_.ended) {
    auto& ended = sms_[n].take_ended();
    for (auto& b : ended) {
      grid.has_ended(b->block.index(), n);
      grid.spare.push_back(std::move(b));
    }
    ended.clear();
  }
}

/// Starts the host threads, if the launch may use them.
void Machine::share_work(const Grid& grid) {
  auto threads = std::min(options_.threads, static_cast<uint32_t>(sms_.size()));
  if (!threads_ && threads > 1 && !grid.in_turn) {
    threads_ = std::make_unique<HostThreads>(threads);
    tallies_.resize(threads);
    memory_->share_work(threads_.get());
  }
}

void Machine::check_limits(Grid& grid) {
  const Environment& environment = grid.environment;
  if (environment.interrupted && environment.interrupted->load(std::memory_order_relaxed))
    throw InterruptedError("interrupted");
  constexpr uint64_t kEvery = 4096;
  if (++grid.rounds == kRoundsAlone) share_work(grid);
  if (now_ < grid.checked + kEvery && grid.rounds % kEvery != 0) return;
  grid.checked = now_;
  check_counts(grid);
  uint64_t changes = environment.changes;
  for (Sm& sm : sms_) changes += sm.changes();
  if (grid.watch.stuck(now_, changes, sms_)) raise_deadlock(grid, Stuck::AllSpin);
}

/// Cores add up their counters over the code, so this is done less often for large kernels, and
/// only if somebody wants to know.
void Machine::check_counts(Grid& grid) {
  const Environment& environment = grid.environment;
  if (!environment.max_warp_instructions && !options_.progress) return;
  if (now_ < grid.counted) return;
  grid.counted = now_ + grid.kernel.code.size();
  uint64_t threads = 0, warps = 0;
  for (Sm& sm : sms_) {
    const CoreCounters& counters = sm.core().counters();
    threads += counters.thread_instructions;
    warps += counters.warp_instructions;
  }
  if (environment.max_warp_instructions && warps > environment.max_warp_instructions)
    throw LimitError(fmt::format("kernel '{}' passed the limit of {} warp instructions",
                                 demangled(grid.kernel.entry->name),
                                 environment.max_warp_instructions));
  if (options_.progress)
    options_.progress({grid.kernel.entry->name, grid.done, grid.total, threads, now_ - grid.begin});
}

void Machine::raise_deadlock(const Grid& grid, Stuck why) {
  if (options_.check)  // a mechanism that loses threads looks like this too
    for (Sm& sm : sms_) sm.core().check_groups();
  DeadlockReport report(grid.kernel);
  for (const Sm& sm : sms_) sm.core().describe(report);
  report.raise(why, arch_name(config_));
}

/// Samples that fall due before cycle `quiet`; nothing happens in the cycles up to it.
void Machine::take_samples(Grid& grid, Cycle quiet) {
  for (; grid.sample_at <= quiet; grid.sample_at += options_.sample_every) {
    advance_memory(grid.sample_at);
    std::vector<Counters> sms;
    for (uint32_t sm = 0; sm < sms_.size(); sm++) {
      sms_[sm].core().catch_up(grid.sample_at);
      sms.push_back({sms_[sm].core().counters(), memory_->counters(sm)});
    }
    options_.sample(grid.sample_at - grid.begin, sms);
  }
}

/// What the previous launch left in flight arrives, then caches are emptied and rows closed.
void Machine::flush_caches(Grid& grid) {
  while (!memory_->idle()) {
    Cycle quiet = next_of_all();
    memory_->advance(memory_->reach(quiet));
    for (Sm& sm : sms_) sm.run(quiet + 1, false);
    now_ = quiet + 1;
    memory_->advance(now_);
  }
  if (Cycle quiet = next_of_all(); quiet != kNeverCycle) now_ = std::max(now_, quiet);
  for (Sm& sm : sms_) sm.start(now_);
  memory_->flush();
  for (Sm& sm : sms_) sm.core().flush_caches();
  grid.begin = now_;
}

/// Some effects of a kernel cannot wait for the end of a round.
static bool must_run_in_turn(const Executable& kernel, const MachineOptions& options) {
  return options.check || options.observer != nullptr ||
         std::ranges::any_of(kernel.functions,
                             [](const auto& f) { return f.builtin != Builtin::None; });
}

/// The minimum number of cycles from the issue of an access of device memory to its result. A
/// packet with generic addresses has the latency of shared memory if its first thread accesses
/// that.
static uint64_t result_latency(const TimedCode& code, const MachineConfig& config,
                               uint32_t least_latency) {
  bool generic = false;
  for (LinkedPc pc; pc < code.ops.end_id(); ++pc)
    generic |= is_memory(code.ops[pc].cls) && code.kernel->code[pc].source->space == Space::Generic;
  if (generic && config.arch.temporal()) return 1;
  return 1 + (generic ? std::min(least_latency, config.core.shared_latency) : least_latency);
}

void Machine::begin(Grid& grid, const ExecutablePtr& kernel) {
  TimedCodePtr code = make_timed_code(kernel, config_, grid.environment.interrupted);
  for (Sm& sm : sms_) sm.start(now_);
  if (!config_.memory.keep_state) flush_caches(grid);
  memory_->reset_counters();
  grid.in_turn = must_run_in_turn(*kernel, options_);
  grid.result_latency = result_latency(*code, config_, memory_->least_latency());
  tally_.clear();
  failed_ = false;
  if (options_.sample_every) grid.sample_at = now_ + options_.sample_every;
  grid.checked = now_;
  auto reset = [&](CoreCounters& counters) {
    counters = {};
    counters.size_for(config_.core.warp,
                      config_.core.schedulers * config_.core.issue_per_scheduler);
  };
  for (Sm& sm : sms_) {
    Core& core = sm.core();
    reset(core.counters());
    core.catch_up(now_);
    reset(core.counters());
    core.watch_spinning(false);
    core.put_off_effects(!grid.in_turn);
    core.start(code, grid.launch);
  }
  if (options_.observer) options_.observer->launch_begins(now_, grid.kernel, grid.launch);
  if (config_.dispatch == "fixed") {
    grid.next_on.resize(sms_.size());
    std::iota(grid.next_on.begin(), grid.next_on.end(), 0);
  }
  look_at_all();
  dispatch(grid, now_, kNeverCycle);
  if (config_.dispatch == "even") grid.share_last(sms_.size());
}

void Machine::simulate(Grid& grid) {
  Cycle last = config_.max_cycles ? grid.begin + config_.max_cycles : kNeverCycle;
  while (!grid.ended()) {
    Cycle quiet = quiet_until();
    if (quiet == kNeverCycle) raise_deadlock(grid, Stuck::AllWait);
    now_ = quiet;
    take_samples(grid, quiet);
    if (quiet > last)
      throw LimitError(fmt::format("kernel '{}' passed the limit of {} cycles",
                                   demangled(grid.kernel.entry->name), config_.max_cycles));
    check_limits(grid);
    advance_memory(memory_->reach(quiet));
    run_cores(grid, limit_of_round(grid, quiet));
    settle(grid);
  }
  finish(grid);
}

/// Runs every core and the memory up to the cycle in which the last block ended.
void Machine::finish(const Grid& grid) {
  leave_board();
  now_ = grid.begin;
  for (const Sm& sm : sms_) now_ = std::max(now_, sm.last_end() + 1);
  for (Cycle time; time < now_;) {
    time = now_;
    for (Sm& sm : sms_) {
      sm.run(now_, false);
      time = std::min(time, sm.time());
    }
    memory_->advance(std::min(memory_->reach(time), now_));
  }
  for (uint32_t n = 0; n < sms_.size(); n++) board_.look_at_effects(n, sms_[n]);
  finish_effects(kNeverCycle);
}

LaunchResult Machine::run(const ExecutablePtr& kernel, const Launch& launch,
                          Environment& environment) {
  LaunchResult result;
  run(kernel, launch, environment, result);
  return result;
}

void Machine::run(const ExecutablePtr& kernel, const Launch& request, Environment& environment,
                  LaunchResult& result) {
  Launch launch = request;
  launch.sms = config_.sms;
  Grid grid{*kernel, launch, environment,        launch_constants(*kernel, launch),
            now_,    0,      launch.grid.count()};
  const uint64_t number = result.number;
  result = {};
  result.number = number;
  result.kernel = kernel->entry->name;
  result.grid = launch.grid;
  result.block = launch.block;
  result.dynamic_shared = launch.dynamic_shared;
  try {
    begin(grid, kernel);
    simulate(grid);
  } catch (...) {
    result.partial = true;
    leave_board();
    for (const Sm& sm : sms_) now_ = std::max(now_, sm.time());
    if (grid.dispatched > 0) count_up(grid, now_ + 1, result);
    build();
    throw;
  }
  count_up(grid, now_, result);
  if (options_.check)
    for (Sm& sm : sms_) sm.core().check_slots(result.cycles);
}

RunCounts Machine::run_untimed(const Executable& kernel, Launch launch, Environment& environment,
                               bool warm) {
  launch.sms = config_.sms;
  if (!warm) return run_functional(kernel, launch, environment);
  L2Warming warming(*memory_);
  return run_functional(kernel, launch, environment, warming);
}

void Machine::count_up(const Grid& grid, Cycle end, LaunchResult& out) {
  if (options_.observer) options_.observer->launch_ends(end);
  out.cycles = end - grid.begin;
  out.blocks = grid.done;
  for (uint32_t sm = 0; sm < sms_.size(); sm++) {
    Core& core = sms_[sm].core();
    core.catch_up(end);
    out.sms.push_back({core.counters(), memory_->counters(sm)});
    const auto& branches = core.branches();
    if (out.branches.empty()) out.branches.resize(branches.size());
    for (LinkedPc pc; pc < branches.end_id(); ++pc) {
      BranchCounters& to = out.branches[pc.index()];
      const BranchCounters& from = branches[pc];
      to.executed += from.executed;
      to.diverged += from.diverged;
      to.interleavable += from.interleavable;
      to.taken += from.taken;
      to.not_taken += from.not_taken;
      to.reconverge_cycles += from.reconverge_cycles;
      to.reconvergences += from.reconvergences;
    }
  }
  for (uint32_t pc = 0; pc < out.branches.size(); pc++) {
    out.branches[pc].pc = pc;
    out.branches[pc].line = grid.kernel.line_of(LinkedPc(pc));
  }
  std::erase_if(out.branches, [](const BranchCounters& b) { return b.executed == 0; });
}

}  // namespace heddle
