// A set of ports of a crossbar: up to 64 per word. Most machines need one word, and a crossbar
// works on its sets in every tick, so their width is known at compile time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle {

template <size_t kWords>
class PortSet {
 public:
  static constexpr uint32_t kMax = 64 * kWords;

  static PortSet all() {
    PortSet result;
    result.words_.fill(~uint64_t{0});
    return result;
  }
  bool has(uint32_t port) const { return words_[port / 64] >> (port % 64) & 1; }
  void insert(uint32_t port) { words_[port / 64] |= bit(port); }
  void erase(uint32_t port) { words_[port / 64] &= ~bit(port); }
  bool empty() const {
    uint64_t any = 0;
    for (uint64_t w : words_) any |= w;
    return any == 0;
  }
  uint32_t size() const {
    int count = 0;
    for (uint64_t w : words_) count += std::popcount(w);
    return static_cast<uint32_t>(count);
  }
  /// The port that has `n` smaller ones in the set; there are more than n.
  uint32_t at(uint32_t n) const {
    size_t word = 0;
    for (uint32_t here; (here = static_cast<uint32_t>(std::popcount(words_[word]))) <= n; ++word)
      n -= here;
    uint64_t w = words_[word];
    for (; n > 0; --n) w &= w - 1;
    return static_cast<uint32_t>(word * 64) + static_cast<uint32_t>(std::countr_zero(w));
  }
  PortSet operator&(const PortSet& other) const {
    PortSet result;
    for (size_t i = 0; i < words_.size(); ++i) result.words_[i] = words_[i] & other.words_[i];
    return result;
  }
  PortSet without(const PortSet& other) const {
    PortSet result;
    for (size_t i = 0; i < words_.size(); ++i) result.words_[i] = words_[i] & ~other.words_[i];
    return result;
  }
  /// Calls f(port) in ascending order; ports that f removes are visited all the same.
  template <class F>
  void for_each(F&& f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t w = words_[i]; w != 0; w &= w - 1)
        f(static_cast<uint32_t>(i * 64) + static_cast<uint32_t>(std::countr_zero(w)));
  }

 private:
  static uint64_t bit(uint32_t port) { return uint64_t{1} << (port % 64); }
  std::array<uint64_t, kWords> words_{};
};

}  // namespace heddle
