// The words of the core: which threads, where, together.
//
// Threads of a core are named by tile and lane: a tile is the 32 threads of one architectural warp,
// whose registers lie together (exec/op.hpp). What the hardware calls a warp may be part of a tile,
// a tile, or several.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

/// Where a thread is: program counter and call depth. Groups merge, and stacks reconverge, only at
/// equal places, so that recursion is right.
struct Place {
  uint32_t pc = 0;
  uint32_t depth = 0;
  bool operator==(const Place&) const = default;
};
inline constexpr Place kNowhere{0xffffffff, 0xffffffff};

/// The hardware warp that a lane of a tile is in, where warps are so wide: its number in the tile,
/// and its threads there.
constexpr uint32_t warp_index(uint32_t lane, uint32_t width) { return lane / width; }
constexpr uint32_t warp_mask(uint32_t lane, uint32_t width) {
  return width >= 32 ? ~0u : ((1u << width) - 1) << (lane & ~(width - 1));
}

/// Some threads of one tile.
struct TileMask {
  uint32_t tile = 0;
  uint32_t mask = 0;
};

/// Any threads of a core, as parts of tiles. Copies only what it holds.
class Threads {
 public:
  static constexpr uint32_t kMaxParts = 32;

  Threads() {}  // not defaulted: `{}` would then clear all parts
  Threads(uint32_t tile, uint32_t mask) { add(tile, mask); }
  Threads(const Threads& o) { *this = o; }
  Threads& operator=(const Threads& o) {
    count_ = o.count_;
    for (uint32_t i = 0; i < count_; i++) parts_[i] = o.parts_[i];
    return *this;
  }

  void clear() { count_ = 0; }
  bool empty() const { return count_ == 0; }
  void add(uint32_t tile, uint32_t mask) {
    if (mask == 0) return;
    for (uint32_t i = 0; i < count_; i++)
      if (parts_[i].tile == tile) {
        parts_[i].mask |= mask;
        return;
      }
    parts_[count_++] = {tile, mask};
  }
  /// Adds threads of a tile that has none in the set yet.
  void append(uint32_t tile, uint32_t mask) {
    if (mask != 0) parts_[count_++] = {tile, mask};
  }
  void add(const Threads& o) {
    for (const TileMask& p : o) add(p.tile, p.mask);
  }
  /// Takes the threads of another set out; parts may become empty but stay.
  void remove(const Threads& o) {
    for (TileMask& p : *this)
      for (const TileMask& q : o)
        if (p.tile == q.tile) p.mask &= ~q.mask;
  }
  TileMask* begin() { return parts_.data(); }
  TileMask* end() { return parts_.data() + count_; }
  const TileMask* begin() const { return parts_.data(); }
  const TileMask* end() const { return parts_.data() + count_; }
  bool has_tile(uint32_t tile) const {
    for (const TileMask& p : *this)
      if (p.tile == tile) return true;
    return false;
  }
  bool meets(TileMask part) const {
    for (const TileMask& p : *this)
      if (p.tile == part.tile && (p.mask & part.mask) != 0) return true;
    return false;
  }
  /// One of them, which stands for all; none where there are none.
  Threads first() const {
    if (empty()) return {};
    return {parts_[0].tile, parts_[0].mask & (~parts_[0].mask + 1)};
  }
  uint32_t size() const {
    uint32_t n = 0;
    for (const TileMask& p : *this) n += static_cast<uint32_t>(std::popcount(p.mask));
    return n;
  }

 private:
  uint32_t count_ = 0;
  std::array<TileMask, kMaxParts> parts_;
};

/// A set of small numbers (groups of a core), iterated in order. It looks only at words up to the
/// highest that has ever been in it: mechanisms that might have many groups seldom do.
class GroupSet {
 public:
  static constexpr uint32_t kMax = 2048;

  void insert(uint32_t g) {
    while (used_ <= g / 64) words_[used_++] = 0;
    words_[g / 64] |= bit(g);
  }
  void erase(uint32_t g) {
    if (g / 64 < used_) words_[g / 64] &= ~bit(g);
  }
  bool has(uint32_t g) const { return g / 64 < used_ && (words_[g / 64] & bit(g)) != 0; }
  void assign(const GroupSet& o) {  // in place of =, which would copy all words
    used_ = o.used_;
    for (uint32_t w = 0; w < used_; w++) words_[w] = o.words_[w];
  }
  bool empty() const {
    for (uint32_t w = 0; w < used_; w++)
      if (words_[w]) return false;
    return true;
  }
  /// The first member at or behind `from`, or kMax.
  uint32_t next(uint32_t from) const {
    uint32_t w = from / 64;
    if (w >= used_) return kMax;
    uint64_t word = words_[w] & (~uint64_t{0} << (from % 64));
    while (word == 0) {
      if (++w >= used_) return kMax;
      word = words_[w];
    }
    return w * 64 + static_cast<uint32_t>(std::countr_zero(word));
  }
  template <class F>
  void for_each(F f) const {
    for (uint32_t w = 0; w < used_; w++)
      for (uint64_t word = words_[w]; word != 0; word &= word - 1)
        f(w * 64 + static_cast<uint32_t>(std::countr_zero(word)));
  }
  uint32_t count_common(const GroupSet& o) const {
    uint32_t n = 0;
    for (uint32_t w = 0; w < std::min(used_, o.used_); w++)
      n += static_cast<uint32_t>(std::popcount(words_[w] & o.words_[w]));
    return n;
  }
  GroupSet& operator|=(const GroupSet& o) {
    while (used_ < o.used_) words_[used_++] = 0;
    for (uint32_t w = 0; w < o.used_; w++) words_[w] |= o.words_[w];
    return *this;
  }
  GroupSet& operator&=(const GroupSet& o) {
    used_ = std::min(used_, o.used_);
    for (uint32_t w = 0; w < used_; w++) words_[w] &= o.words_[w];
    return *this;
  }
  GroupSet& operator-=(const GroupSet& o) {
    for (uint32_t w = 0; w < std::min(used_, o.used_); w++) words_[w] &= ~o.words_[w];
    return *this;
  }

 private:
  static constexpr uint64_t bit(uint32_t g) { return uint64_t{1} << (g % 64); }
  uint32_t used_ = 0;  // before the words: mostly all that is looked at lies in one line of a cache
  std::array<uint64_t, kMax / 64> words_{};  // meaningless from used_ on
};

}  // namespace heddle
