// Barriers and `.sync` operations of a core. Threads arrive when their packet issues; those that an
// arrival or an exit sets free continue after the latency of a barrier, but never before the packet
// with which they arrived has resolved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sm/packet.hpp"
#include "sm/resident_blocks.hpp"

namespace heddle {

class RendezvousUnit {
 public:
  /// Threads that are free to continue at a place.
  struct Pending {
    Threads threads;
    Place place;
  };

  explicit RendezvousUnit(uint32_t tiles) : unresolved_(tiles) {}

  /// The threads of a packet arrive. Its outcome: those of `all` that do not arrive, or are free at
  /// once, go to `next`; the others wait.
  void arrive(Packet& p, const Threads& all, Place next, bool next_joins, ResidentBlocks& blocks);
  /// Threads of a tile have exited: nobody waits for them any more.
  void exited(TileId tile, ResidentBlocks& blocks);
  /// The packet with which these threads arrived has resolved.
  void resolved(const Threads& threads) {
    for (TileMask part : threads) unresolved_[part.tile] &= ~part.mask;
  }

  /// Calls later(number) for each set of threads that has been set free since the last call; they
  /// continue when they are handed back by `take`.
  template <class F>
  void release(ResidentBlocks& blocks, F later) {
    if (released_.empty()) return;
    for (const Freed& r : released_)
      if (r.mask != 0) add_pending(r, blocks.at(r.tile), later);
    released_.clear();
  }
  /// Null: the packet of some of the threads has not resolved yet.
  const Pending* ready(uint32_t number) const;
  void done(uint32_t number) {
    pending_[number].threads.clear();
    free_.push_back(number);
  }

  /// Some of these threads have been set free.
  bool releases(const Threads& threads) const;
  /// Set free and not done; free entries have no threads.
  const std::vector<Pending>& pending() const { return pending_; }
  /// Threads of a tile whose arrival has not resolved.
  uint32_t unresolved(TileId tile) const { return unresolved_[tile]; }

 private:
  struct Freed {
    TileId tile;
    uint32_t mask = 0;
    LinkedPc pc;
  };
  /// A rendezvous names warps of its block; the core names tiles.
  void name_tiles(const ResidentBlock& block) {
    for (const Release& r : of_block_)
      released_.push_back({block.first_tile + r.warp, r.mask, r.pc});
    of_block_.clear();
  }
  template <class F>
  void add_pending(const Freed& r, const ResidentBlock& b, F later);

  std::vector<Release> of_block_;  // as the block's own rendezvous says it
  std::vector<Freed> released_;    // by the packet that is issuing
  std::vector<Pending> pending_;
  std::vector<uint32_t> free_;
  IndexedBy<TileId, uint32_t> unresolved_;
};

/// Threads at different call depths are at different places.
template <class F>
void RendezvousUnit::add_pending(const Freed& r, const ResidentBlock& b, F later) {
  uint32_t first = (r.tile - b.first_tile) * 32;
  for (uint32_t m = r.mask; m != 0;) {
    uint32_t depth = b.block.call_depth(first + std::countr_zero(m)), same = 0;
    for (uint32_t k = m; k != 0; k &= k - 1)
      if (b.block.call_depth(first + std::countr_zero(k)) == depth)
        same |= 1u << std::countr_zero(k);
    m &= ~same;
    if (free_.empty()) {
      pending_.emplace_back();
      free_.push_back(static_cast<uint32_t>(pending_.size() - 1));
    }
    uint32_t n = free_.back();
    free_.pop_back();
    pending_[n].threads = Threads(r.tile, same);
    pending_[n].place = {r.pc + 1, depth};
    later(n);
  }
}

}  // namespace heddle
