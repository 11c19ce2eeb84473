// The secondary scheduler of simultaneous warp interweaving (brunie2012 §4): of the instructions
// that fit beside the first of a cycle, the one with the most threads; among equals a random one,
// so that it seldom wants what the primary scheduler, which goes by age, wants next.
#pragma once

#include "sm/schedule/scheduler.hpp"

namespace heddle {

/// What a scheduler issues besides its own choice.
enum class Secondary : uint8_t { None, SameWarp, BestFit };
Secondary secondary_of(const ArchConfig& arch);

std::unique_ptr<Scheduler> make_best_fit(const MachineConfig& config, uint32_t sm);

/// The warps that it looks at are a set, named by the number of the first one's warp (§4, "Limited
/// associativity"): the set behind its own, so that the two never share a bank of the instruction
/// buffer.
inline bool in_lookup_set(const MachineConfig& config, WarpId warp, WarpId first) {
  uint32_t warps = config.core.max_threads / config.core.warp, ways = config.arch.lookup_ways;
  if (ways == 0 || ways >= warps) return true;
  uint32_t sets = warps / ways;
  return warp.value() % sets == (first + 1).value() % sets;
}

}  // namespace heddle
