// The numbers of warps or groups that nobody has, lowest first.
//
// A number decides a scheduler and a turn, so which one is handed out is part of the timing. It
// follows from the numbers in use alone and not from the order in which they came back: a launch on
// an empty core gets the same numbers whatever ran before.
//
// Where a warp may have several groups, the first has the warp's number, so that a warp with one
// group takes the turns that it would take on a stack.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

template <class Id>
class FreeNumbers {
 public:
  /// 0 to count - 1, all free. The first `reserved` are for those that want one of them.
  explicit FreeNumbers(size_t count, size_t reserved = 0)
      : words_(count / 64 + 1, ~uint64_t{0}), reserved_(static_cast<uint32_t>(reserved)) {
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
  /// This number, one of the reserved, if it is free; else the lowest free one behind those. One is
  /// free there if each who wants a number asks with it for every further one: then a warp of n
  /// threads, which has at most n groups, never has more than n - 1 there.
  Id take(Id wanted) {
    if (uint64_t& word = words_[wanted.value() / 64]; word & bit(wanted)) {
      word &= ~bit(wanted);
      return wanted;
    }
    uint32_t w = reserved_ / 64;
    uint64_t found = words_[w] & (~uint64_t{0} << (reserved_ % 64));
    while (found == 0) found = words_[++w];
    words_[w] &= ~(found & -found);
    return Id(w * 64 + static_cast<uint32_t>(std::countr_zero(found)));
  }
  void give_back(Id id) {
    words_[id.value() / 64] |= bit(id);
    first_ = std::min(first_, id.value() / 64);
  }

 private:
  static uint64_t bit(Id id) { return uint64_t{1} << (id.value() % 64); }

  std::vector<uint64_t> words_;  // bit n: whether n is free
  uint32_t reserved_;
  uint32_t first_ = 0;  // none is free in a word before it
};

}  // namespace heddle
