// Outcomes of instructions, made by hand, for tests that drive a divergence mechanism directly.
#pragma once

#include <initializer_list>

#include "numbers.hpp"
#include "sm/divergence/divergence.hpp"

namespace heddle::test {

struct Goes {
  Place to;
  uint32_t mask;  // threads of tile 0
};

inline Outcome goes(std::initializer_list<Goes> paths, Place reconvergence = kNowhere) {
  Outcome out;
  out.reconvergence = reconvergence;
  for (const Goes& g : paths) out.destinations.push_back({g.to, Threads(0_tile, g.mask)});
  return out;
}
inline Outcome exits(uint32_t mask) {
  Outcome out;
  out.exited.add(0_tile, mask);
  return out;
}
inline Outcome waits(uint32_t mask, Place resume) {
  Outcome out;
  out.blocked.add(0_tile, mask);
  out.resume = resume;
  return out;
}

/// The mask of a group's threads, which are in one tile.
template <class D>
uint32_t threads_of(const D& d, GroupId g) {
  Threads t;
  d.threads(g, t);
  return t.empty() ? 0 : t.begin()->mask;
}

/// A machine with hardware warps of four threads, as the papers draw them.
inline MachineConfig four_wide() {
  MachineConfig config;
  config.core.warp = config.core.lanes = 4;
  config.core.max_threads = 64;
  config.core.max_warps = 16;
  config.core.max_blocks = 4;
  for (UnitConfig& u : config.core.units) u.lanes = 4;
  return config;
}

}  // namespace heddle::test
