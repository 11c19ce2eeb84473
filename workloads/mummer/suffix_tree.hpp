// The suffix tree of a DNA text, built from its suffix array: a node is an interval of suffixes
// that share a prefix. The text ends with a terminator that is not a base, so every suffix has a
// leaf.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "workload/genome.hpp"

namespace heddle::workload {

constexpr uint8_t kTerminator = 4;

class SuffixTree {
 public:
  // As in mummer.cu.
  struct Node {
    uint32_t children[4] = {};
    uint32_t edge = 0, depth = 0, link = 0, unused = 0;
  };
  struct Kin {
    uint32_t first_child = 0, sibling = 0, parent = 0, suffix = 0;
  };

  SuffixTree(std::span<const uint8_t> text, std::span<const uint32_t> suffixes)
      : text_(text),
        suffixes_(suffixes),
        shared_(common_prefixes(text, suffixes)),
        leaf_of_(text.size()) {
    add(0, text.size(), 0);
    for (uint32_t node = 1; node < nodes_.size(); node++)
      if (kin_[node].first_child != 0) nodes_[node].link = link_of(node);
  }

  /// The root first.
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Kin>& kin() const { return kin_; }
  /// The number of leaves below a node.
  uint32_t leaves(uint32_t node) const { return leaves_[node]; }

 private:
  /// Adds the node for an interval of the suffix array, and all nodes below it.
  uint32_t add(size_t first, size_t last, uint32_t parent) {
    auto node = static_cast<uint32_t>(nodes_.size());
    uint32_t suffix = suffixes_[first], above = node == 0 ? 0 : nodes_[parent].depth;
    nodes_.emplace_back().edge = suffix + above;
    kin_.push_back({.parent = parent, .suffix = suffix});
    leaves_.push_back(static_cast<uint32_t>(last - first));
    if (last - first == 1) {
      nodes_[node].depth = static_cast<uint32_t>(text_.size()) - suffix + 1;
      leaf_of_[suffix] = node;
      return node;
    }
    auto inner = std::span(shared_).subspan(first + 1, last - first - 1);
    uint32_t depth = node == 0 ? 0 : *std::ranges::min_element(inner);
    nodes_[node].depth = depth;
    uint32_t previous = 0;
    for (size_t from = first, to = first + 1; to <= last; to++) {
      if (to < last && shared_[to] > depth) continue;
      uint32_t child = add(from, to, node), at = suffixes_[from] + depth;
      if (at < text_.size()) nodes_[node].children[text_[at]] = child;
      (previous == 0 ? kin_[node].first_child : kin_[previous].sibling) = child;
      previous = child;
      from = to;
    }
    return node;
  }

  /// The suffix link: the node for the node's characters without the first.
  uint32_t link_of(uint32_t node) const {
    uint32_t leaf = kin_[node].first_child;  // its suffix is the node's first
    uint32_t suffix = kin_[leaf].suffix;
    if (suffix + 1 == text_.size()) suffix = kin_[kin_[leaf].sibling].suffix;
    uint32_t link = leaf_of_[suffix + 1];
    while (nodes_[link].depth >= nodes_[node].depth) link = kin_[link].parent;
    return link;
  }

  std::span<const uint8_t> text_;
  std::span<const uint32_t> suffixes_;
  std::vector<uint32_t> shared_, leaf_of_;
  std::vector<Node> nodes_;
  std::vector<Kin> kin_;
  std::vector<uint32_t> leaves_;
};

}  // namespace heddle::workload
