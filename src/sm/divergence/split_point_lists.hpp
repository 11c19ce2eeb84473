// Lists of split points, each kept by whatever waits for its threads to come together again.
// Elements lie in one pool, so that lists cost no allocation once it has grown.
#pragma once

#include <vector>

#include "sm/divergence/divergence.hpp"

namespace heddle {

class SplitPointLists {
 public:
  static constexpr uint32_t kEnd = ~0u;  // of a list, and an empty one

  void add(uint32_t& list, const SplitPoint& split_point) {
    uint32_t n = free_;
    if (n == kEnd) {
      n = static_cast<uint32_t>(pool_.size());
      pool_.emplace_back();
    } else {
      free_ = pool_[n].next;
    }
    pool_[n] = {split_point, list};
    list = n;
  }
  /// The split points of a list have reconverged, or never will; it is empty afterwards.
  void close(uint32_t& list, bool reconverged) {
    while (list != kEnd) {
      Node& n = pool_[list];
      if (reconverged) reconverged_.push_back(n.split_point);
      uint32_t next = n.next;
      n.next = free_;
      free_ = list;
      list = next;
    }
  }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }

 private:
  struct Node {
    SplitPoint split_point;
    uint32_t next = kEnd;
  };
  std::vector<Node> pool_;
  uint32_t free_ = kEnd;
  std::vector<SplitPoint> reconverged_;
};

}  // namespace heddle
