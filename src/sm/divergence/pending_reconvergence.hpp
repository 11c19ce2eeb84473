// Threads of a warp that diverged and run on their own, and where a stack would have joined them:
// for mechanisms that join threads as they happen to meet.
#pragma once

#include <algorithm>
#include <vector>

#include "sm/divergence/divergence.hpp"

namespace heddle {

class PendingReconvergence {
 public:
  void clear() { split_points_.clear(); }
  /// They part, to meet at `point`; kNowhere is none.
  void add(Place point, uint64_t mask, const SplitPoint& split_point) {
    if (point != kNowhere) split_points_.push_back({point, mask, split_point});
  }
  /// These have exited.
  void remove(uint64_t mask) {
    for (One& one : split_points_) one.mask &= ~mask;
    std::erase_if(split_points_, [](const One& one) { return one.mask == 0; });
  }
  /// These threads are together at a place: split points with no other threads have reconverged.
  void gather(Place place, uint64_t mask, std::vector<SplitPoint>& reconverged) {
    std::erase_if(split_points_, [&](const One& one) {
      if (one.point != place || (one.mask & ~mask) != 0) return false;
      reconverged.push_back(one.split_point);
      return true;
    });
  }
  /// These execute the instruction at a place; returns the split points that should have
  /// reconverged there and now never will.
  uint64_t leave(Place place, uint64_t mask) {
    if (split_points_.empty()) return 0;
    return std::erase_if(split_points_, [&](const One& one) {
      return one.point == place && (one.mask & mask) != 0;
    });
  }

 private:
  struct One {
    Place point;
    uint64_t mask = 0;
    SplitPoint split_point;
  };
  std::vector<One> split_points_;
};

}  // namespace heddle
