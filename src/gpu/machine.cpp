#include "gpu/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "config/archs.hpp"
#include "gpu/spin_watch.hpp"
#include "sm/observer.hpp"

namespace heddle {

struct Machine::Grid {
  const Executable& kernel;
  const Launch& launch;
  Environment& environment;
  std::vector<std::byte> constants;
  Cycle begin = 0;
  uint64_t next = 0, total = 0, done = 0;
  std::vector<std::unique_ptr<ResidentBlock>> spare = {};  // blocks that ended, to be used again
  uint32_t next_sm = 0;
  SpinWatch watch{begin};
};

Machine::Machine(ValidMachine config, MachineOptions options)
    : valid_(std::move(config)), options_(std::move(options)) {
  build();
}

void Machine::build() {
  now_ = 0;
  cores_.clear();
  memory_ = make_memory_system(valid_);
  for (uint32_t sm = 0; sm < config_.sms; sm++)
    cores_.push_back(
        make_core(valid_, sm, *memory_, {.check = options_.check, .observer = options_.observer}));
  if (!cores_[0]->looks_at_loads()) memory_->report_only_ends();
}

Machine::~Machine() = default;

// One block per core and round, so that a small grid spreads over all cores.
void Machine::dispatch(Grid& grid, Cycle now) {
  for (uint32_t full = 0; grid.next < grid.total && full < cores_.size();) {
    Core& core = *cores_[grid.next_sm];
    if (core.has_room()) {
      std::unique_ptr<ResidentBlock> block;
      if (grid.spare.empty()) {
        block = std::make_unique<ResidentBlock>(grid.kernel, grid.launch, grid.constants.data(),
                                                grid.environment);
      } else {
        block = std::move(grid.spare.back());
        grid.spare.pop_back();
      }
      block->block.reset(grid.next++, grid.next_sm);
      block->rendezvous.reset();
      block->in_flight = 0;
      core.admit(std::move(block), now);
      full = 0;
    } else {
      full++;
    }
    grid.next_sm = (grid.next_sm + 1) % static_cast<uint32_t>(cores_.size());
  }
}

void Machine::collect(Grid& grid) {
  for (auto& core : cores_) {
    auto& ended = core->ended();
    grid.done += ended.size();
    for (auto& b : ended) grid.spare.push_back(std::move(b));
    ended.clear();
  }
}

Cycle Machine::next_cycle(Cycle now) const {
  Cycle next = memory_->next_event();
  for (const auto& core : cores_) next = std::min(next, core->next_wake());
  return std::max(next, now + 1);
}

void Machine::check_limits(const Grid& grid) {
  const Environment& environment = grid.environment;
  if (environment.interrupted && environment.interrupted->load(std::memory_order_relaxed))
    throw InterruptedError("interrupted");
  uint64_t threads = 0, warps = 0;
  for (auto& core : cores_) {
    threads += core->counters().thread_instructions;
    warps += core->counters().warp_instructions;
  }
  if (environment.max_warp_instructions && warps > environment.max_warp_instructions)
    throw LimitError(fmt::format("kernel '{}' passed the limit of {} warp instructions",
                                 demangled(grid.kernel.entry->name),
                                 environment.max_warp_instructions));
  if (options_.progress)
    options_.progress({grid.kernel.entry->name, grid.done, grid.total, threads, now_ - grid.begin});
}

void Machine::raise_deadlock(const Grid& grid, Stuck why) const {
  if (options_.check)  // a mechanism that loses threads looks like this too
    for (const auto& core : cores_) core->check_groups();
  DeadlockReport report(grid.kernel);
  for (const auto& core : cores_) core->describe(report);
  report.raise(why, arch_name(config_));
}

/// Samples that fall due before cycle `next` begins. Nothing happens in the cycles up to it.
void Machine::take_samples(const Grid& grid, Cycle next) {
  uint64_t every = options_.sample_every;
  uint64_t due = ((now_ - grid.begin) / every + 1) * every;
  for (; due <= next - grid.begin; due += every) {
    std::vector<Counters> sms;
    for (uint32_t sm = 0; sm < cores_.size(); sm++) {
      cores_[sm]->catch_up(grid.begin + due);
      sms.push_back({cores_[sm]->counters(), memory_->counters(sm)});
    }
    options_.sample(due, sms);
  }
}

/// What the previous launch left in flight arrives, then caches are emptied and rows closed.
void Machine::flush_caches(Grid& grid) {
  while (!memory_->idle()) {
    step(grid);
    now_ = next_cycle(now_);
  }
  memory_->flush();
  for (auto& core : cores_) core->flush_caches();
  grid.begin = now_;
}

void Machine::begin(Grid& grid, const ExecutablePtr& kernel) {
  TimedCodePtr code = make_timed_code(kernel, config_, grid.environment.interrupted);
  if (!config_.memory.keep_state) flush_caches(grid);
  memory_->reset_counters();
  auto reset = [&](CoreCounters& counters) {
    counters = {};
    counters.size_for(config_.core.warp,
                      config_.core.schedulers * config_.core.issue_per_scheduler);
  };
  for (auto& core : cores_) {
    reset(core->counters());
    core->catch_up(now_);
    reset(core->counters());
    core->watch_spinning(false);
    core->start(code, grid.launch);
  }
  if (options_.observer) options_.observer->launch_begins(now_, grid.kernel, grid.launch);
  dispatch(grid, now_);
}

void Machine::step(Grid& grid) {
  memory_->tick(now_);
  bool room = false;
  for (uint32_t sm = 0; sm < cores_.size(); sm++) {
    Core& core = *cores_[sm];
    if (core.next_wake() > now_ && memory_->events(sm).empty()) continue;
    room |= core.tick(now_);
  }
  if (room) {
    collect(grid);
    dispatch(grid, now_ + 1);
  }
}

void Machine::simulate(Grid& grid) {
  for (uint64_t steps = 1; grid.done < grid.total; steps++) {
    step(grid);
    if ((steps & 0xfff) == 0) {
      check_limits(grid);
      if (grid.watch.stuck(now_, grid.environment.changes, cores_))
        raise_deadlock(grid, Stuck::AllSpin);
    }
    if (config_.max_cycles && now_ - grid.begin > config_.max_cycles)
      throw LimitError(fmt::format("kernel '{}' passed the limit of {} cycles",
                                   demangled(grid.kernel.entry->name), config_.max_cycles));
    if (grid.done == grid.total) break;
    Cycle next = next_cycle(now_);
    if (next == kNeverCycle) raise_deadlock(grid, Stuck::AllWait);
    if (options_.sample_every) take_samples(grid, next);
    now_ = next;
  }
  now_++;
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
  result = {};
  result.kernel = kernel->entry->name;
  result.grid = launch.grid;
  result.block = launch.block;
  result.dynamic_shared = launch.dynamic_shared;
  try {
    begin(grid, kernel);
    simulate(grid);
  } catch (...) {
    result.partial = true;
    if (grid.next > 0) count_up(grid, now_ + 1, result);
    build();
    throw;
  }
  count_up(grid, now_, result);
  if (options_.check)
    for (auto& core : cores_) core->check_slots(result.cycles);
}

void Machine::count_up(const Grid& grid, Cycle end, LaunchResult& out) {
  if (options_.observer) options_.observer->launch_ends(end);
  out.cycles = end - grid.begin;
  out.blocks = grid.done;
  for (uint32_t sm = 0; sm < cores_.size(); sm++) {
    cores_[sm]->catch_up(end);
    out.sms.push_back({cores_[sm]->counters(), memory_->counters(sm)});
    const auto& branches = cores_[sm]->branches();
    if (out.branches.empty()) out.branches.resize(branches.size());
    for (size_t pc = 0; pc < branches.size(); pc++) {
      BranchCounters& to = out.branches[pc];
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
    out.branches[pc].line = grid.kernel.line_of(pc);
  }
  std::erase_if(out.branches, [](const BranchCounters& b) { return b.executed == 0; });
}

}  // namespace heddle
