// The blocks on a core: which tiles name their threads, what of the core's resources they hold, and
// how many of their packets are in flight. A block ends when its threads have exited and nothing of
// it is in flight any more.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sm/core.hpp"
#include "sm/packet.hpp"
#include "sm/resources.hpp"

namespace heddle {

class ResidentBlocks {
 public:
  ResidentBlocks(const MachineConfig& config, uint32_t most_tiles)
      : warp_(config.core.warp),
        resources_(config, most_tiles),
        blocks_(config.core.max_blocks),
        block_at_tile_(resources_.tile_limit()) {}

  void start(const TimedCode& code, const Launch& launch) { resources_.start(code, launch); }
  const Resources& resources() const { return resources_; }
  uint32_t tile_limit() const { return resources_.tile_limit(); }
  bool empty() const { return count_ == 0; }

  /// Gives a block its tiles and registers; returns its threads as they arrive.
  Arrival admit(std::unique_ptr<ResidentBlock> block, CoreCounters& counters);

  ResidentBlock& at(TileId tile) { return *blocks_[block_at_tile_[tile]]; }
  const ResidentBlock& at(TileId tile) const { return *blocks_[block_at_tile_[tile]]; }
  /// The architectural warp of its block that a tile is.
  uint32_t warp_in_block(TileId tile) const { return tile - at(tile).first_tile; }
  Lanes& lanes(TileId tile) {
    ResidentBlock& b = at(tile);
    return b.block.lanes(tile - b.first_tile);
  }
  /// Those of the threads whose guard is true.
  uint32_t guarded(TileMask part, const Op& op) {
    uint32_t guard = *reinterpret_cast<const uint32_t*>(lanes(part.tile).tile + op.guard);
    return part.mask & (op.guard_negated ? ~guard : guard);
  }
  /// Calls f(block) for each.
  template <class F>
  void for_each(F f) const {
    for (const auto& b : blocks_)
      if (b) f(*b);
  }

  /// A packet of these threads is in flight. `mixes`: they may be of several blocks.
  template <bool mixes>
  void enter_flight(Packet& p, const Threads& threads) {
    p.block = block_at_tile_[threads.begin()->tile];
    if constexpr (mixes) {
      p.all = threads;
      for (TileMask part : p.all) at(part.tile).in_flight++;
    } else {
      blocks_[p.block]->in_flight++;
    }
  }
  template <bool mixes>
  void leave_flight(const Packet& p, CoreCounters& counters) {
    if constexpr (mixes) {
      for (TileMask part : p.all) {
        uint32_t number = block_at_tile_[part.tile];
        if (--blocks_[number]->in_flight == 0) end_if_done(number, counters);
      }
    } else {
      if (--blocks_[p.block]->in_flight == 0) end_if_done(p.block, counters);
    }
  }

  /// Warps whose threads have all exited give back their registers, where these are freed so.
  void free_warps(const Threads& exited) {
    if (resources_.frees_warps()) free_exited(exited);
  }

  /// Cycles pass with the blocks that there are now.
  void pass(uint64_t cycles) { cycles_ += cycles; }
  /// Adds those since the last call to the counters.
  void add_to(CoreCounters& counters) {
    count_cycles();
    counters.cycles += passed_.cycles;
    counters.active_cycles += passed_.active;
    counters.resident_warp_cycles += passed_.resident_warps;
    passed_ = {};
  }

  std::vector<std::unique_ptr<ResidentBlock>>& ended() { return ended_; }
  /// Whether there may be room for a block since the last call.
  bool made_room() { return std::exchange(made_room_, false); }

 private:
  /// Before blocks or warps come or go.
  void count_cycles() {
    passed_.cycles += cycles_;
    passed_.active += empty() ? 0 : cycles_;
    passed_.resident_warps += cycles_ * resources_.resident_warps();
    cycles_ = 0;
  }
  void end_if_done(uint32_t number, CoreCounters& counters);
  void free_exited(const Threads& exited);

  uint32_t warp_;  // threads of a hardware warp
  Resources resources_;
  std::vector<std::unique_ptr<ResidentBlock>> blocks_;
  IndexedBy<TileId, uint32_t> block_at_tile_;
  std::vector<std::unique_ptr<ResidentBlock>> ended_;
  uint32_t count_ = 0;
  uint64_t arrivals_ = 0;
  bool made_room_ = false;
  uint64_t cycles_ = 0;  // that have passed with these blocks
  struct {
    uint64_t cycles = 0, active = 0, resident_warps = 0;
  } passed_;  // with all, before that: in all, with any block, of all warps
};

}  // namespace heddle
