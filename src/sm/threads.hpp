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
#include <type_traits>

#include "exec/op.hpp"
#include "sm/ids.hpp"

namespace heddle {

/// Where a thread is: program counter and call depth. Groups merge, and stacks reconverge, only at
/// equal places, so that recursion is right.
struct Place {
  LinkedPc pc;
  uint32_t depth = 0;
  bool operator==(const Place&) const = default;
};
inline constexpr Place kEntryPlace{LinkedPc{0}, 0};  // where a kernel begins
inline constexpr Place kNowhere{kNoLinkedPc, 0xffffffff};

/// The hardware warp that a lane of a tile is in, where warps are so wide: its number in the tile,
/// and its threads there.
constexpr uint32_t warp_index(uint32_t lane, uint32_t width) { return lane / width; }
constexpr uint32_t warp_mask(uint32_t lane, uint32_t width) {
  return width >= 32 ? ~0u : ((1u << width) - 1) << (lane & ~(width - 1));
}

/// Some threads of one tile.
struct TileMask {
  TileId tile;
  uint32_t mask = 0;
};

/// Any threads of a core, as parts of tiles. Copies only what it holds.
class Threads {
 public:
  static constexpr uint32_t kMaxParts = 32;

  Threads() {}  // not defaulted: `{}` would then clear all of it
  Threads(TileId tile, uint32_t mask) { add(tile, mask); }
  Threads(const Threads& o) { *this = o; }
  Threads& operator=(const Threads& o) {
    count_ = o.count_;
    for (uint32_t i = 0; i < count_; i++) parts_[i] = o.parts_[i];
    return *this;
  }

  void clear() { count_ = 0; }
  bool empty() const { return count_ == 0; }
  uint32_t parts() const { return count_; }
  void add(TileId tile, uint32_t mask) {
    if (mask == 0) return;
    for (uint32_t i = 0; i < count_; i++)
      if (parts_[i].tile == tile) {
        parts_[i].mask |= mask;
        return;
      }
    parts_[count_++] = {tile, mask};
  }
  /// Adds threads of a tile that has none in the set yet.
  void append(TileId tile, uint32_t mask) {
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
  TileMask* begin() { return parts_; }
  TileMask* end() { return parts_ + count_; }
  const TileMask* begin() const { return parts_; }
  const TileMask* end() const { return parts_ + count_; }
  bool has_tile(TileId tile) const {
    for (const TileMask& p : *this)
      if (p.tile == tile) return true;
    return false;
  }
  bool meets(TileMask part) const {
    for (const TileMask& p : *this)
      if (p.tile == part.tile && (p.mask & part.mask) != 0) return true;
    return false;
  }
  /// One of the threads, to represent all of them; empty if the set is.
  Threads first() const {
    if (empty()) return {};
    return {parts_[0].tile, parts_[0].mask & (~parts_[0].mask + 1)};
  }
  uint32_t size() const {
    if (count_ == 1) [[likely]]
      return static_cast<uint32_t>(std::popcount(parts_[0].mask));
    uint32_t n = 0;
    for (const TileMask& p : *this) n += static_cast<uint32_t>(std::popcount(p.mask));
    return n;
  }

 private:
  uint32_t count_ = 0;
  // A member of a union is made when it is first assigned: every instruction makes such sets, most
  // of one part, and would otherwise clear all parts of them.
  union {
    TileMask parts_[kMaxParts];
  };
};
static_assert(std::is_trivially_copyable_v<TileMask>);

/// A set of groups of a core, iterated in order. It looks only at words up to the highest that has
/// ever been in it: mechanisms that might have many groups seldom do.
class GroupSet {
 public:
  static constexpr uint32_t kMax = kNoGroup.value();  // members are below

  void insert(GroupId g) {
    while (used_ <= word(g)) words_[used_++] = 0;
    words_[word(g)] |= bit(g);
  }
  void erase(GroupId g) {
    if (word(g) < used_) words_[word(g)] &= ~bit(g);
  }
  bool has(GroupId g) const { return word(g) < used_ && (words_[word(g)] & bit(g)) != 0; }
  void assign(const GroupSet& o) {  // in place of =, which would copy all words
    used_ = o.used_;
    for (uint32_t w = 0; w < used_; w++) words_[w] = o.words_[w];
  }
  bool empty() const {
    for (uint32_t w = 0; w < used_; w++)
      if (words_[w]) return false;
    return true;
  }
  /// The first member at or behind `from`, or kNoGroup.
  GroupId next(GroupId from) const {
    uint32_t w = word(from);
    if (w >= used_) return kNoGroup;
    uint64_t bits = words_[w] & (~uint64_t{0} << (from.value() % 64));
    while (bits == 0) {
      if (++w >= used_) return kNoGroup;
      bits = words_[w];
    }
    return GroupId(w * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
  }
  template <class F>
  void for_each(F f) const {
    for (uint32_t w = 0; w < used_; w++)
      for (uint64_t bits = words_[w]; bits != 0; bits &= bits - 1)
        f(GroupId(w * 64 + static_cast<uint32_t>(std::countr_zero(bits))));
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
  static constexpr uint64_t bit(GroupId g) { return uint64_t{1} << (g.value() % 64); }
  static constexpr uint32_t word(GroupId g) { return g.value() / 64; }
  uint32_t used_ = 0;  // before the words: mostly all that is looked at lies in one line of a cache
  std::array<uint64_t, kMax / 64> words_{};  // meaningless from used_ on
};

}  // namespace heddle
