// The checker of every divergence mechanism: each live thread belongs to exactly one group, or
// waits at a rendezvous.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/strong_format.hpp"
#include "sm/check/invariant.hpp"
#include "sm/threads.hpp"

namespace heddle {

class GroupCoverage {
 public:
  /// Begins a check of a core with this many tiles.
  void begin(uint32_t tiles) { members_.assign(tiles, 0); }
  /// All threads of one group, and those of them that would issue.
  void add(GroupId group, const Threads& members, const Threads& active) {
    for (TileMask p : members) {
      if (uint32_t twice = members_[p.tile] & p.mask)
        fail(p.tile, twice, fmt::format("belong to group {} and to another", group));
      members_[p.tile] |= p.mask;
    }
    for (TileMask p : active) {
      uint32_t own = 0;
      for (TileMask m : members)
        if (m.tile == p.tile) own |= m.mask;
      if (uint32_t strange = p.mask & ~own)
        fail(p.tile, strange, fmt::format("would issue with group {} and are not its own", group));
    }
  }
  /// After all groups: the threads of a tile that have not exited, and those at a rendezvous.
  void check(TileId tile, uint32_t live, uint32_t waiting) const {
    if (uint32_t lost = live & ~(members_[tile] | waiting))
      fail(tile, lost, "live, and neither belong to a group nor wait at a rendezvous");
  }

 private:
  [[noreturn]] static void fail(TileId tile, uint32_t threads, std::string_view what) {
    throw InvariantError(fmt::format("groups: threads {:#x} of tile {} {}", threads, tile, what));
  }
  IndexedBy<TileId, uint32_t> members_;  // of groups seen so far
};

}  // namespace heddle
