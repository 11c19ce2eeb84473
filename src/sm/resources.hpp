// What limits the blocks on a core: threads, warps, blocks, registers, shared memory. Registers and
// warps are freed with the block, or, with `registers.allocation`, with the warp; shared memory,
// scalar registers of a file of their own, and the block's number are freed with the block.
//
// A block has a run of tiles, by which its threads are named until it ends. There are enough of
// them, but for mechanisms that number their groups by tiles (`kTiles`): 64.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "exec/launch.hpp"
#include "sm/divergence/warps.hpp"
#include "sm/placement.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class Resources {
 public:
  explicit Resources(const MachineConfig& config, uint32_t most_tiles = ~0u)
      : config_(config),
        tile_limit_(std::min(Warps::tile_limit(config), most_tiles)),
        frees_warps_(config.registers.allocation != "block"),
        placed_(frees_warps_ || config.arch.temporal()),
        placement_(config) {}

  void start(const TimedCode& code, const Launch& launch) {
    const CoreConfig& core = config_.core;
    auto threads = static_cast<uint32_t>(launch.block.count());
    warps_ = (threads + core.warp - 1) / core.warp;
    threads_ = warps_ * core.warp;
    tiles_ = (threads_ + 31) / 32;
    // Scalar registers lie densely among the others, unless they have a file of their own.
    bool apart = config_.arch.scalar_units;
    uint32_t per_warp = apart ? 0 : code.scalar_units;
    scalars_ = apart ? uint64_t{warps_} * code.scalar_units : 0;
    uint32_t given = config_.registers.per_thread;
    uint32_t per_thread = given > 0 ? given : code.units;
    registers_ = warps_ * warp_registers(config_, core.warp, per_thread, per_warp);
    shared_ = uint64_t{code.kernel->attributes.static_shared_bytes} + launch.dynamic_shared;
    taken_.assign(std::min<uint64_t>(tile_limit_, uint64_t{core.max_blocks} * tiles_), false);
    blocks_ = 0;
    if (placed_) placement_.start(threads, per_thread, per_warp, tiles_used());
  }
  /// What not even one block has enough of, and the key that sets it.
  struct Lack {
    const char *what, *key;
    uint64_t needed = 0, available = 0;  // 0: not a matter of a number alone
  };
  std::optional<Lack> refusal() const {
    const CoreConfig& core = config_.core;
    if (threads_ > core.max_threads)
      return Lack{"threads", "core.max_threads", threads_, core.max_threads};
    if (warps_ > core.max_warps) return Lack{"warps", "core.max_warps", warps_, core.max_warps};
    // A lane's file may be too small for a warp, but not the whole core's.
    bool too_wide = placed_ && placement_.files() == 1 && placement_.oversized() > 0;
    if (too_wide || (placed_ && !placement_.fits()))
      return Lack{"registers", "registers.registers"};
    if (!placed_ && !registers_fit(1))
      return Lack{"registers", "registers.registers", registers_, config_.registers.registers};
    if (!scalars_fit(1))
      return Lack{"scalar registers", "registers.scalar_registers", scalars_,
                  config_.registers.scalar_registers};
    if (shared_ > core.shared_bytes)
      return Lack{"shared memory", "core.shared_bytes", shared_, core.shared_bytes};
    return std::nullopt;
  }
  bool has_room() const {
    const CoreConfig& core = config_.core;
    uint64_t n = blocks_ + 1;
    if (n > core.max_blocks || n * shared_ > core.shared_bytes || !scalars_fit(n)) return false;
    bool fits = placed_ ? placement_.fits()
                        : n * threads_ <= core.max_threads && n * warps_ <= core.max_warps &&
                              registers_fit(n);
    return fits && find_tiles().index() < taken_.size();
  }
  /// The first tile of a free range.
  TileId take() {
    TileId first = find_tiles();
    std::fill_n(taken_.begin() + first.value(), tiles_, true);
    blocks_++;
    if (placed_) placement_.take(thread_number(first, 0));
    return first;
  }
  void free(TileId first_tile) {
    std::fill_n(taken_.begin() + first_tile.value(), tiles_, false);
    blocks_--;
    if (placed_) placement_.free_block(thread_number(first_tile, 0));
  }
  bool frees_warps() const { return frees_warps_; }
  /// All threads of the warp of this one have exited.
  void free_warp(TileId tile, uint32_t thread) { placement_.free(thread_number(tile, thread)); }
  /// Which register file, of a core with several, has the warp of a thread.
  uint32_t file(TileId tile, uint32_t thread) const {
    return placement_.file(thread_number(tile, thread));
  }
  /// A thread among those that the core has at once.
  uint32_t number(TileId tile, uint32_t thread) const {
    uint32_t named = thread_number(tile, thread);
    return frees_warps_ ? placement_.number(named) : named;
  }
  /// Warps of a block that no file is large enough for.
  uint32_t oversized() const { return placed_ ? placement_.oversized() : 0; }
  uint32_t tiles() const { return tiles_; }
  uint32_t warps() const { return warps_; }
  uint64_t resident_warps() const { return placed_ ? placement_.resident() : blocks_ * warps_; }
  /// Tiles are numbered below this, and in the current kernel below the other.
  uint32_t tile_limit() const { return tile_limit_; }
  uint32_t tiles_used() const { return static_cast<uint32_t>(taken_.size()); }

 private:
  bool registers_fit(uint64_t blocks) const {
    return !config_.registers.limit_blocks || blocks * registers_ <= config_.registers.registers;
  }
  bool scalars_fit(uint64_t blocks) const {
    return !config_.registers.limit_blocks ||
           blocks * scalars_ <= config_.registers.scalar_registers;
  }
  TileId find_tiles() const {
    uint32_t run = 0;
    for (uint32_t t = 0; t < taken_.size(); t++) {
      run = taken_[t] ? 0 : run + 1;
      if (run == tiles_) return TileId(t + 1 - tiles_);
    }
    return TileId(static_cast<uint32_t>(taken_.size()));
  }

  const MachineConfig& config_;
  uint32_t tile_limit_;
  std::vector<bool> taken_;  // tiles
  uint32_t warps_ = 0, threads_ = 0, tiles_ = 0;
  uint64_t registers_ = 0, scalars_ = 0, shared_ = 0, blocks_ = 0;
  bool frees_warps_;
  bool placed_;  // warps one by one
  Placement placement_;
};

}  // namespace heddle
