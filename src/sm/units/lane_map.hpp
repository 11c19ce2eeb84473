// Which lane of a row a thread of a warp has (brunie2012 §4, Table 1): a permutation that differs
// from warp to warp, so that threads that are busy in the same place of every warp meet in
// different lanes.
#pragma once

#include <bit>
#include <cstdint>

#include "config/machine.hpp"
#include "sm/ids.hpp"

namespace heddle {

class LaneMap {
 public:
  explicit LaneMap(const MachineConfig& config)
      : width_(config.core.warp), warps_(config.core.max_threads / config.core.warp) {
    const std::string& name = config.arch.lane_map;
    if (name == "mirror-odd") kind_ = Kind::MirrorOdd;
    if (name == "mirror-half") kind_ = Kind::MirrorHalf;
    if (name == "xor") kind_ = Kind::Xor;
    if (name == "xor-rev") kind_ = Kind::XorRev;
  }

  uint32_t lane(uint32_t thread, WarpId warp) const { return thread ^ flips(warp); }

  /// The lanes of the threads of a mask, of warps of at most 64.
  uint64_t lanes(uint64_t threads, WarpId warp) const {
    uint32_t flips = this->flips(warp);
    for (uint32_t bit = 0; flips >> bit != 0; bit++)
      if ((flips >> bit) & 1) threads = swap(threads, bit);
    return threads;
  }

 private:
  enum class Kind : uint8_t { Identity, MirrorOdd, MirrorHalf, Xor, XorRev };

  /// All these permutations flip bits of the thread's number: n - 1 - tid flips all of them.
  uint32_t flips(WarpId warp) const {
    switch (kind_) {
      case Kind::Identity: return 0;
      case Kind::MirrorOdd: return warp.value() % 2 == 1 ? width_ - 1 : 0;
      case Kind::MirrorHalf: return warp.value() >= warps_ / 2 ? width_ - 1 : 0;
      case Kind::Xor: return warp.value() % width_;
      case Kind::XorRev: return reversed(warp.value() % width_);
    }
    return 0;
  }
  uint32_t reversed(uint32_t number) const {
    uint32_t out = 0;
    for (uint32_t low = 1, high = width_ / 2; high != 0; low *= 2, high /= 2)
      if (number & low) out |= high;
    return out;
  }
  /// Exchanges the neighbouring runs of 2^bit lanes.
  static uint64_t swap(uint64_t lanes, uint32_t bit) {
    constexpr uint64_t kUpper[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                   0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    uint32_t by = 1u << bit;
    return (lanes & kUpper[bit]) >> by | (lanes & ~kUpper[bit]) << by;
  }

  uint32_t width_, warps_;
  Kind kind_ = Kind::Identity;
};

}  // namespace heddle
