// Pipeline: construction, the start of a kernel, and the arrival of a block.
#pragma once

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D, class U, class I>
Pipeline<D, U, I>::Pipeline(const MachineConfig& config, uint32_t sm, MemoryPort& memory,
                            CoreOptions options)
    : config_(config),
      port_(sm, memory, options.observer),
      checker_(options.check),
      divergence_(config),
      issue_(config, sm, divergence_.group_limit()),
      units_(config, divergence_.group_limit()),
      blocks_(config, most_tiles<D>()),
      ready_(config, divergence_.group_limit(), blocks_.tile_limit(), I::kSharesLanes, kAnyLane,
             counters_.schedule),
      dependence_(make_dependence(config)),
      front_end_(config, sm, divergence_.group_limit(),
                 options.observer != nullptr || ready_.are_viewed() || ready_.rank_instructions()),
      load_store_(config, port_),
      rendezvous_(blocks_.tile_limit()),
      spin_(blocks_.tile_limit()),
      register_traffic_(config),
      writeback_(config.core),
      issue_width_(I::packets_per_scheduler(config.core)) {
  counters_.size_for(config.core.warp, config.core.schedulers * config.core.issue_per_scheduler);
  if constexpr (kCan<Capability::Counts>) divergence_.count_in(counters_);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::start(TimedCodePtr code, const Launch& launch) {
  bring_counters();
  code_ = std::move(code);
  register_traffic_.start(*code_);
  blocks_.start(*code_, launch);
  if (auto lack = blocks_.resources().refusal()) {
    std::string numbers =
        lack->needed ? fmt::format(": {} of {}", lack->needed, lack->available) : "";
    throw UsageError(fmt::format(
        "a block of kernel '{}' needs more {} than a core of '{}' has{} ({})",
        demangled(code_->kernel->entry->name), lack->what, config_.name, numbers, lack->key));
  }
  events_.clear();  // fetches for threads that have exited
  front_end_.start(code_->kernel);
  units_.start(code_->units);
  uint32_t tiles = blocks_.resources().tiles_used();
  dependence_->start(tiles, code_->slots, divergence_.group_limit());
  checker_.start(*code_, tiles, config_.core.warp);
  branches_.start(*code_);
  if constexpr (kCan<Capability::OrdersSplits>) divergence_.start(*code_);
  ScalarCounters& scalar = counters_.scalar;
  scalar.code = code_->ops.size();
  scalar.scalar_code = code_->scalar_instructions;
  scalar.vector_registers = code_->units;
  scalar.scalar_registers = code_->scalar_units;
  scalar.registers_per_warp = uint64_t{config_.core.warp} * code_->units + code_->scalar_units;
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::admit(std::unique_ptr<ResidentBlock> block, Cycle now) {
  catch_up(now);
  Arrival arrival = blocks_.admit(std::move(block), counters_);
  checker_.admit(arrival, blocks_.resources().tiles());
  divergence_.arrive(arrival);
  update_changed();
  wake_ = std::min(wake_, now);
}

template <Divergence D, class U, class I>
bool Pipeline<D, U, I>::looks_at_loads() const {
  bool looks = ready_.tracks_misses();
  if constexpr (kCan<Capability::NoticesStalls>) looks |= divergence_.looks_at_misses();
  if constexpr (kCan<Capability::SplitsOnPartialReturn>)
    looks |= divergence_.splits_on_partial_return();
  return looks;
}

}  // namespace heddle
