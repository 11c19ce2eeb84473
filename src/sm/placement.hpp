// Where the warps of blocks lie in register files: which lane's, where each temporal lane has its
// own (lucas2015 §3.1, §3.7), and what is left there.
//
// Warp slots are numbered, and slot s lies in file s mod files. The warps of a block take free
// slots in this order, each one whose file has room for all its registers. With
// `registers.allocation` = thread, a partial warp goes to a file that has partial warps, and room,
// as long as those have fewer threads together than a whole one: the others stay free for whole
// warps. A warp that needs more registers than a lane's file has gets one of its own: a compiler
// would have spilled the rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "sm/units/temporal_lanes.hpp"

namespace heddle {

/// The registers of a warp: those of each thread, and those that the warp has once.
inline uint64_t warp_registers(const MachineConfig& config, uint32_t threads, uint32_t per_thread,
                               uint32_t per_warp) {
  bool by_thread = config.registers.allocation == "thread";
  uint64_t count = uint64_t{by_thread ? threads : config.core.warp} * per_thread + per_warp;
  uint64_t unit = by_thread ? 1 : config.registers.granularity;
  return (count + unit - 1) / unit * unit;
}

class Placement {
 public:
  explicit Placement(const MachineConfig& config)
      : config_(config),
        files_(std::max(1u, TemporalLanes(config).lane_sets())),
        capacity_(config.registers.limit_blocks ? config.registers.registers / files_ : ~0u),
        by_thread_(config.registers.allocation == "thread") {}

  /// A kernel begins: threads of a block, registers per thread and per warp.
  void start(uint32_t threads, uint32_t per_thread, uint32_t per_warp, uint32_t tiles) {
    const CoreConfig& core = config_.core;
    sizes_.clear();
    oversized_ = 0;
    for (uint32_t done = 0; done < threads; done += core.warp) {
      uint32_t held = std::min(core.warp, threads - done);
      uint64_t registers = warp_registers(config_, held, per_thread, per_warp);
      oversized_ += registers > capacity_;
      sizes_.push_back({static_cast<uint32_t>(std::min<uint64_t>(registers, capacity_)),
                        by_thread_ && held < core.warp ? held : 0});
    }
    state_.taken.assign(std::min(core.max_warps, core.max_threads / core.warp), false);
    state_.left.assign(files_, capacity_);
    state_.partial.assign(files_, 0);
    state_.resident = 0;
    warps_.assign(size_t{tiles} * 32 / std::min(core.warp, 32u), {});
    plan();
  }
  /// Whether a block fits whole.
  bool fits() const { return fits_; }
  /// A block comes whose first thread has this number in the core.
  void take(uint32_t first_thread) {
    uint32_t first = first_thread, width = config_.core.warp;
    for (size_t w = 0; w < sizes_.size(); w++, first += width) {
      for (uint32_t t = first; t < first + width; t += std::min(width, 32u))
        at(t) = {planned_[w], sizes_[w], first, t == first};
      put(state_, planned_[w], sizes_[w]);
    }
    plan();
  }
  /// The warp of this thread needs its registers no longer; once is enough.
  void free(uint32_t thread) {
    if (release(at(thread))) plan();
  }
  void free_block(uint32_t first_thread) {
    for (size_t w = 0; w < sizes_.size(); w++)
      release(at(first_thread + static_cast<uint32_t>(w) * config_.core.warp));
    plan();
  }
  uint32_t files() const { return files_; }
  uint32_t file(uint32_t thread) const { return warps_[index(thread)].slot % files_; }
  /// Of a thread, in its warp's slot.
  uint32_t number(uint32_t thread) const {
    const Warp& warp = warps_[index(thread)];
    return warp.slot * config_.core.warp + thread - warp.first;
  }
  /// Warps that have their registers.
  uint32_t resident() const { return state_.resident; }
  /// Warps of a block that get a file of their own, which is smaller than they need.
  uint32_t oversized() const { return oversized_; }

 private:
  struct Size {
    uint32_t registers = 0;
    uint32_t partial = 0;  // threads, of a partial warp
  };
  struct Warp {
    uint32_t slot = 0;
    Size size;
    uint32_t first = 0;  // thread
    bool here = false;   // has its registers; the first tile of a wide warp knows
  };
  struct State {
    std::vector<bool> taken;        // per slot
    std::vector<uint32_t> left;     // registers, per file
    std::vector<uint32_t> partial;  // threads of partial warps, per file
    uint32_t resident = 0;          // slots taken
  };

  size_t index(uint32_t thread) const { return thread / std::min(config_.core.warp, 32u); }
  Warp& at(uint32_t thread) { return warps_[index(thread)]; }
  void put(State& s, uint32_t slot, Size size) const {
    s.taken[slot] = true;
    s.left[slot % files_] -= size.registers;
    s.partial[slot % files_] += size.partial;
    s.resident++;
  }
  /// Whether it had them still.
  bool release(Warp& warp) {
    if (!warp.here) return false;
    warp.here = false;
    uint32_t file = warp.slot % files_;
    state_.taken[warp.slot] = false;
    state_.left[file] += warp.size.registers;
    state_.partial[file] -= warp.size.partial;
    state_.resident--;
    return true;
  }
  /// Where the next block's warps would lie.
  void plan() {
    scratch_ = state_;
    planned_.clear();
    uint32_t from = 0;
    fits_ = false;
    for (Size size : sizes_) {
      uint32_t slot = find(size, from);
      if (slot == scratch_.taken.size()) return;
      put(scratch_, slot, size);
      planned_.push_back(slot);
      from = slot + 1;
    }
    fits_ = true;
  }
  /// The first slot from there on, round and round; the number of slots when there is none.
  uint32_t find(Size size, uint32_t from) const {
    auto slots = static_cast<uint32_t>(scratch_.taken.size()), found = slots;
    for (uint32_t n = 0; n < slots; n++) {
      uint32_t slot = (from + n) % slots, file = slot % files_;
      if (scratch_.taken[slot] || scratch_.left[file] < size.registers) continue;
      uint32_t beside = scratch_.partial[file];
      if (size.partial == 0 || (beside > 0 && beside < config_.core.warp)) return slot;
      if (found == slots) found = slot;
    }
    return found;
  }

  const MachineConfig& config_;
  uint32_t files_, capacity_;
  bool by_thread_;
  std::vector<Size> sizes_;  // of the warps of a block
  uint32_t oversized_ = 0;
  State state_, scratch_;
  std::vector<uint32_t> planned_;  // slots of the next block
  bool fits_ = false;
  std::vector<Warp> warps_;  // by the numbers of their threads: a warp's, or a tile's
};

}  // namespace heddle
