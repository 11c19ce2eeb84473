// Hardware warps: which consecutive threads of a block form one, and where they lie in tiles.
//
// A warp may be narrower than a tile (fung2007's 16), as wide (32), or wider (brunie2012's 64). The
// threads of a warp are named by a 64-bit mask, bit n being thread n of the warp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "sm/divergence/divergence.hpp"
#include "sm/free_numbers.hpp"

namespace heddle {

class Warps {
 public:
  using Mask = uint64_t;

  explicit Warps(const MachineConfig& config)
      : width_(config.core.warp),
        per_tile_(width_ < 32 ? 32 / width_ : 1),
        first_thread_(limit(config.core), 0),
        free_(limit(config.core)),
        warp_at_(tile_limit(config) * per_tile_) {}

  /// Enough for the threads of a core, in blocks that leave the last warp or tile of each partly
  /// empty.
  static uint32_t tile_limit(const CoreConfig& core) {
    return (core.max_threads + 31) / 32 + core.max_blocks * std::max(1u, core.warp / 32);
  }
  /// A block keeps its tiles until it ends. Where registers are freed with each warp, enough for
  /// blocks with one warp left each.
  static uint32_t tile_limit(const MachineConfig& config) {
    const CoreConfig& core = config.core;
    if (config.registers.allocation == "block") return tile_limit(core);
    return (core.max_threads + 31) / 32 * std::min(core.max_blocks, core.max_warps);
  }
  static uint32_t limit(const CoreConfig& core) {
    return std::min((core.max_threads + core.warp - 1) / core.warp + core.max_blocks,
                    GroupSet::kMax);
  }

  /// Makes warps of a block's threads and calls f(warp, mask) for each.
  template <class F>
  void form(const Arrival& arrival, F f) {
    for (uint32_t done = 0; done < arrival.threads; done += width_) {
      WarpId warp = free_.take();
      uint32_t first = thread_number(arrival.first_tile, done);
      first_thread_[warp] = first;
      for (uint32_t t = first; t < first + width_; t += std::min(width_, 32u))
        if (slot(t) < warp_at_.size()) warp_at_[slot(t)] = warp;
      uint32_t left = arrival.threads - done;
      f(warp, left >= width_ ? full() : (uint64_t{1} << left) - 1);
    }
  }
  void free(WarpId warp) { free_.give_back(warp); }

  WarpId warp_of(TileId tile, uint32_t lane) const {
    return warp_at_[slot(thread_number(tile, lane))];
  }
  [[gnu::always_inline]] void threads(WarpId warp, uint64_t mask, Threads& out) const {
    out.clear();
    uint32_t first = first_thread_[warp];
    if (width_ <= 32) {
      out.append(tile_of(first), static_cast<uint32_t>(mask) << (first % 32));
      return;
    }
    for (uint32_t n = 0; n < width_ / 32; n++)
      out.append(tile_of(first) + n, static_cast<uint32_t>(mask >> (32 * n)));
  }
  /// The warp's mask of the threads in `part` that are its own.
  uint64_t mask_of(WarpId warp, TileMask part) const {
    uint32_t first = first_thread_[warp];
    if (width_ < 32) {
      if (part.tile != tile_of(first)) return 0;
      return (part.mask >> (first % 32)) & full();
    }
    uint32_t n = part.tile - tile_of(first);
    return n < width_ / 32 ? uint64_t{part.mask} << (32 * n) : 0;
  }
  uint64_t mask_of(WarpId warp, const Threads& threads) const {
    uint64_t mask = 0;
    for (TileMask p : threads) mask |= mask_of(warp, p);
    return mask;
  }
  /// Calls f(warp, mask) for each warp that has some of the threads.
  template <class F>
  void for_each_warp(const Threads& threads, F f) const {
    Threads left = threads;
    for (TileMask& p : left) {
      while (p.mask != 0) {
        WarpId warp = warp_of(p.tile, static_cast<uint32_t>(std::countr_zero(p.mask)));
        uint64_t mask = mask_of(warp, left);
        Threads own;
        this->threads(warp, mask, own);
        left.remove(own);
        f(warp, mask);
      }
    }
  }

 private:
  uint64_t full() const { return width_ == 64 ? ~uint64_t{0} : (uint64_t{1} << width_) - 1; }
  uint32_t slot(uint32_t thread) const { return thread / (32 / per_tile_); }

  uint32_t width_, per_tile_;
  IndexedBy<WarpId, uint32_t> first_thread_;  // thread_number
  FreeNumbers<WarpId> free_;
  std::vector<WarpId> warp_at_;  // by slot
};

}  // namespace heddle
