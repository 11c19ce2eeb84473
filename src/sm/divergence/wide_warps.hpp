// Runs of consecutive threads of a block that are wider than a warp and have one control flow:
// large warps, and the blocks of thread block compaction. What Warps is for warps of up to 64.
#pragma once

#include <algorithm>
#include <vector>

#include "sm/divergence/warps.hpp"
#include "sm/divergence/wide_mask.hpp"

namespace heddle {

class WideWarps {
 public:
  using Mask = WideMask;

  WideWarps(const MachineConfig& config, uint32_t size)
      : size_(size),
        tiles_(size / 32),
        first_tile_(limit(config, size)),
        free_(limit(config, size)) {
    warp_at_.resize(Warps::tile_limit(config) + tiles_);
  }

  /// Enough for blocks whose last warp is partly empty or, where registers are freed with the warp,
  /// for blocks with one warp left each.
  static uint32_t limit(const MachineConfig& config, uint32_t size) {
    const CoreConfig& core = config.core;
    uint32_t count = config.registers.allocation == "block"
                         ? (core.max_threads + size - 1) / std::max(size, 1u) + core.max_blocks
                         : core.max_threads / core.warp;
    return std::min(count, GroupSet::kMax);
  }
  uint32_t limit() const { return static_cast<uint32_t>(first_tile_.size()); }

  /// Makes them of a block's threads and calls f(warp, mask) for each.
  template <class F>
  void form(const Arrival& arrival, F f) {
    for (uint32_t done = 0; done < arrival.threads; done += size_) {
      WarpId warp = free_.take();
      first_tile_[warp] = arrival.first_tile + done / 32;
      uint32_t left = std::min(size_, arrival.threads - done);
      WideMask mask;
      for (uint32_t n = 0; n * 32 < left; n++) {
        mask[n] = left - n * 32 >= 32 ? ~0u : (1u << (left % 32)) - 1;
        warp_at_[first_tile_[warp] + n] = warp;
      }
      f(warp, mask);
    }
  }
  void free(WarpId warp) { free_.give_back(warp); }

  TileId first_tile(WarpId warp) const { return first_tile_[warp]; }
  void threads(WarpId warp, const WideMask& mask, Threads& out) const {
    out.clear();
    for (uint32_t n = 0; n < tiles_; n++) out.add(first_tile_[warp] + n, mask[n]);
  }
  /// The warp's mask of those threads that are its own.
  WideMask mask_of(WarpId warp, const Threads& threads) const {
    WideMask mask;
    for (TileMask p : threads) {
      uint32_t n = p.tile - first_tile_[warp];
      if (n < tiles_) mask[n] |= p.mask;
    }
    return mask;
  }
  /// Calls f(warp, mask) for each warp that has some of the threads.
  template <class F>
  void for_each_warp(const Threads& threads, F f) const {
    Threads left = threads;
    for (TileMask& p : left) {
      if (p.mask == 0) continue;
      WarpId warp = warp_at_[p.tile];
      WideMask mask = mask_of(warp, left);
      for (TileMask& q : left)
        if (warp_at_[q.tile] == warp) q.mask = 0;
      f(warp, mask);
    }
  }

 private:
  uint32_t size_, tiles_;
  IndexedBy<WarpId, TileId> first_tile_;
  FreeNumbers<WarpId> free_;
  IndexedBy<TileId, WarpId> warp_at_;
};

}  // namespace heddle
