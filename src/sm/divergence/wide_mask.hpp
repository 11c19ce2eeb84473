// Threads of something wider than a warp: a large warp, or a block whose warps are compacted. Up to
// 1024 consecutive threads of a block, 32 to a word, so that words are tiles.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

class WideMask {
 public:
  static constexpr uint32_t kWords = 32;

  uint32_t& operator[](uint32_t tile) { return words_[tile]; }
  uint32_t operator[](uint32_t tile) const { return words_[tile]; }
  bool operator==(const WideMask&) const = default;

  bool empty() const {
    uint32_t any = 0;
    for (uint32_t w : words_) any |= w;
    return any == 0;
  }
  uint32_t size() const {
    uint32_t n = 0;
    for (uint32_t w : words_) n += static_cast<uint32_t>(std::popcount(w));
    return n;
  }
  bool meets(const WideMask& o) const {
    uint32_t any = 0;
    for (uint32_t n = 0; n < kWords; n++) any |= words_[n] & o.words_[n];
    return any != 0;
  }
  WideMask& operator|=(const WideMask& o) {
    for (uint32_t n = 0; n < kWords; n++) words_[n] |= o.words_[n];
    return *this;
  }
  void keep(const WideMask& o) {
    for (uint32_t n = 0; n < kWords; n++) words_[n] &= o.words_[n];
  }
  void remove(const WideMask& o) {
    for (uint32_t n = 0; n < kWords; n++) words_[n] &= ~o.words_[n];
  }

 private:
  std::array<uint32_t, kWords> words_{};
};

/// One thread of each column, the first: what a priority encoder per lane picks. Threads lie in
/// rows of `columns`, a power of two.
inline WideMask first_of_columns(const WideMask& threads, uint32_t columns) {
  WideMask out;
  if (columns >= 32) {
    uint32_t per_row = columns / 32;
    for (uint32_t first = 0; first < std::min(per_row, WideMask::kWords); first++) {
      uint32_t taken = 0;
      for (uint32_t w = first; w < WideMask::kWords; w += per_row) {
        out[w] = threads[w] & ~taken;
        taken |= out[w];
      }
    }
    return out;
  }
  uint32_t row = (1u << columns) - 1, taken = 0;
  for (uint32_t w = 0; w < WideMask::kWords; w++)
    for (uint32_t at = 0; at < 32; at += columns) {
      uint32_t picked = (threads[w] >> at) & row & ~taken;
      taken |= picked;
      out[w] |= picked << at;
    }
  return out;
}

// What a stack asks of a mask, be it wide or that of a warp.
inline bool is_empty(uint64_t mask) { return mask == 0; }
inline bool is_empty(const WideMask& mask) { return mask.empty(); }
inline void take_out(uint64_t& mask, uint64_t threads) { mask &= ~threads; }
inline void take_out(WideMask& mask, const WideMask& threads) { mask.remove(threads); }

}  // namespace heddle
