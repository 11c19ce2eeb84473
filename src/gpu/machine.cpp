#include "gpu/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace heddle {

struct Machine::Grid {
  const Executable& kernel;
  const Launch& launch;
  Environment& environment;
  std::vector<std::byte> constants;
  uint64_t next = 0, total = 0, done = 0;
  std::vector<std::unique_ptr<ResidentBlock>> spare;  // blocks that ended, to be used again
  uint32_t next_sm = 0;
};

Machine::Machine(MachineConfig config, MachineOptions options)
    : config_(std::move(config)), options_(std::move(options)) {
  memory_ = make_memory_system(config_);
  for (uint32_t sm = 0; sm < config_.sms; sm++)
    cores_.push_back(make_core(config_, sm, *memory_, {.check = options_.check}));
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
      core.take(std::move(block), now);
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

void Machine::check_limits(const Grid& grid, Cycle now) {
  if (grid.environment.interrupted && grid.environment.interrupted->load(std::memory_order_relaxed))
    throw InterruptedError("interrupted");
  if (options_.progress) {
    uint64_t threads = 0;
    for (auto& core : cores_) threads += core->counters().thread_instructions;
    options_.progress({now, grid.done, grid.total, threads});
  }
}

LaunchResult Machine::run(const ExecutablePtr& kernel, const Launch& launch,
                          Environment& environment) {
  Grid grid{
      *kernel, launch, environment, launch_constants(*kernel, launch), 0, launch.grid.count(), 0,
      {},      0};
  TimedCodePtr code = make_timed_code(kernel);
  Cycle begin = now_;
  memory_->reset_counters();
  for (auto& core : cores_) {
    core->counters() = {};
    core->counters().size_for(config_.core.warp);
    core->catch_up(now_);
    core->counters() = {};
    core->counters().size_for(config_.core.warp);
    core->start(code, launch);
  }
  dispatch(grid, now_);
  uint64_t steps = 0;
  while (grid.done < grid.total) {
    memory_->tick(now_);
    bool ended = false;
    for (uint32_t sm = 0; sm < cores_.size(); sm++) {
      Core& core = *cores_[sm];
      if (core.next_wake() > now_ && memory_->events(sm).empty()) continue;
      core.tick(now_);
      ended |= !core.ended().empty();
    }
    if (ended) {
      collect(grid);
      dispatch(grid, now_ + 1);
    }
    if ((++steps & 0x3fff) == 0) check_limits(grid, now_);
    if (config_.max_cycles && now_ - begin > config_.max_cycles)
      throw UsageError(fmt::format("kernel '{}' passed the limit of {} cycles", kernel->entry->name,
                                   config_.max_cycles));
    Cycle next = next_cycle(now_);
    if (next == kNeverCycle && grid.done < grid.total) {
      std::string who;
      for (auto& core : cores_) who += core->describe();
      throw DeadlockError(fmt::format("kernel '{}': no thread can go on under '{}':\n{}",
                                      kernel->entry->name, config_.arch.divergence, who));
    }
    if (grid.done < grid.total) now_ = next;
  }
  now_++;
  return result(grid, begin, now_);
}

LaunchResult Machine::result(const Grid& grid, Cycle begin, Cycle end) {
  LaunchResult out;
  out.cycles = end - begin;
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
  return out;
}

}  // namespace heddle
