// Lists of partings, each kept by whatever waits for its threads to come together again. Elements
// lie in one pool, so that lists cost no allocation once it has grown.
#pragma once

#include <vector>

#include "sm/divergence/divergence.hpp"

namespace heddle {

class PartingLists {
 public:
  static constexpr uint32_t kEnd = ~0u;  // of a list, and an empty one

  void add(uint32_t& list, const Parting& parting) {
    uint32_t n = free_;
    if (n == kEnd) {
      n = static_cast<uint32_t>(pool_.size());
      pool_.emplace_back();
    } else {
      free_ = pool_[n].next;
    }
    pool_[n] = {parting, list};
    list = n;
  }
  /// The partings of a list have healed, or never will; it is empty afterwards.
  void close(uint32_t& list, bool healed) {
    while (list != kEnd) {
      Node& n = pool_[list];
      if (healed) rejoined_.push_back(n.parting);
      uint32_t next = n.next;
      n.next = free_;
      free_ = list;
      list = next;
    }
  }
  std::vector<Parting>& rejoined() { return rejoined_; }

 private:
  struct Node {
    Parting parting;
    uint32_t next = kEnd;
  };
  std::vector<Node> pool_;
  uint32_t free_ = kEnd;
  std::vector<Parting> rejoined_;
};

}  // namespace heddle
