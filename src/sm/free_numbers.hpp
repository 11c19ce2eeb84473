// The numbers of warps or groups that nobody has, lowest first.
//
// A number decides a scheduler and a turn, so which one is handed out is part of the timing. It
// follows from the numbers in use alone and not from the order in which they came back: a launch on
// an empty core gets the same numbers whatever ran before.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace heddle {

template <class Id>
class FreeNumbers {
 public:
  /// 0 to count - 1, all free.
  explicit FreeNumbers(uint32_t count) : words_(count / 64 + 1, ~uint64_t{0}) {
    words_.back() = (uint64_t{1} << (count % 64)) - 1;
  }
  /// One must be free.
  Id take() {
    while (words_[first_] == 0) first_++;
    uint64_t& word = words_[first_];
    Id id(first_ * 64 + static_cast<uint32_t>(std::countr_zero(word)));
    word &= word - 1;
    return id;
  }
  /// This number if it is free, else the lowest free one of at least `least`, or of all if none is.
  Id take(Id wanted, uint32_t least) {
    uint64_t& its_word = words_[wanted.value() / 64];
    if (uint64_t bit = uint64_t{1} << (wanted.value() % 64); its_word & bit) {
      its_word &= ~bit;
      return wanted;
    }
    for (size_t w = least / 64; w < words_.size(); w++) {
      uint64_t found = words_[w];
      if (w == least / 64) found &= ~uint64_t{0} << (least % 64);
      if (found == 0) continue;
      words_[w] &= ~(found & -found);
      return Id(static_cast<uint32_t>(w * 64) + static_cast<uint32_t>(std::countr_zero(found)));
    }
    return take();
  }
  void give_back(Id id) {
    words_[id.value() / 64] |= uint64_t{1} << (id.value() % 64);
    first_ = std::min(first_, id.value() / 64);
  }

 private:
  std::vector<uint64_t> words_;  // bit n: whether n is free
  uint32_t first_ = 0;           // none is free in a word before it
};

}  // namespace heddle
