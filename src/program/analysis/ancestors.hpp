// Questions about ancestors in a tree, in logarithmic time and linear space: each node has, besides
// its parent, a jump to an ancestor further up, chosen so that any ancestor is a logarithmic number
// of steps away (Myers, "An applicative random-access stack", 1983).
#pragma once

#include <cstdint>
#include <vector>

namespace heddle {

class AncestorTree {
 public:
  /// Node 0 is the root. Nodes must be added after their parents, in the order of their numbers.
  AncestorTree() : parent_{0}, jump_{0}, depth_{0} {}

  uint32_t add(uint32_t parent) {
    const uint32_t jump = jump_[parent];
    const bool equal = depth_[parent] - depth_[jump] == depth_[jump] - depth_[jump_[jump]];
    parent_.push_back(parent);
    jump_.push_back(equal ? jump_[jump] : parent);
    depth_.push_back(depth_[parent] + 1);
    return static_cast<uint32_t>(parent_.size() - 1);
  }

  uint32_t parent(uint32_t node) const { return parent_[node]; }
  uint32_t depth(uint32_t node) const { return depth_[node]; }

  /// The ancestor at this depth, which must not be below the node.
  uint32_t at_depth(uint32_t node, uint32_t depth) const {
    while (depth_[node] > depth) node = depth_[jump_[node]] >= depth ? jump_[node] : parent_[node];
    return node;
  }
  /// The lowest node that both are below, or that one of them is.
  uint32_t common(uint32_t a, uint32_t b) const {
    if (depth_[a] > depth_[b]) a = at_depth(a, depth_[b]);
    if (depth_[b] > depth_[a]) b = at_depth(b, depth_[a]);
    while (a != b) {
      const bool jump = jump_[a] != jump_[b];
      a = jump ? jump_[a] : parent_[a];
      b = jump ? jump_[b] : parent_[b];
    }
    return a;
  }

 private:
  std::vector<uint32_t> parent_, jump_, depth_;
};

}  // namespace heddle
