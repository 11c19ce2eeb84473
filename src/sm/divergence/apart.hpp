// Threads of a warp that parted and run by themselves, and where a stack would have joined them:
// for mechanisms that join threads as they happen to meet.
#pragma once

#include <algorithm>
#include <vector>

#include "sm/divergence/divergence.hpp"

namespace heddle {

class Apart {
 public:
  void clear() { partings_.clear(); }
  /// They part, to meet at `point`; kNowhere is none.
  void add(Place point, uint64_t mask, const Parting& parting) {
    if (point != kNowhere) partings_.push_back({point, mask, parting});
  }
  /// These have exited.
  void remove(uint64_t mask) {
    for (One& one : partings_) one.mask &= ~mask;
    std::erase_if(partings_, [](const One& one) { return one.mask == 0; });
  }
  /// These have come together at a place: partings of which they are all have healed.
  void gather(Place place, uint64_t mask, std::vector<Parting>& healed) {
    std::erase_if(partings_, [&](const One& one) {
      if (one.point != place || (one.mask & ~mask) != 0) return false;
      healed.push_back(one.parting);
      return true;
    });
  }
  /// These execute the instruction at a place; returns the partings that should have healed there
  /// and now never will.
  uint64_t leave(Place place, uint64_t mask) {
    if (partings_.empty()) return 0;
    return std::erase_if(
        partings_, [&](const One& one) { return one.point == place && (one.mask & mask) != 0; });
  }

 private:
  struct One {
    Place point;
    uint64_t mask = 0;
    Parting parting;
  };
  std::vector<One> partings_;
};

}  // namespace heddle
