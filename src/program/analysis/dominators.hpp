// Dominators and post-dominators of a control-flow graph.
//
// Block a dominates b when every path from the entry to b passes a; a post-dominates b when every
// path from b to the exit passes a. Both trees come from one routine, the simple version of
// Lengauer and Tarjan ("A Fast Algorithm for Finding Dominators in a Flowgraph", 1979), without
// recursion: O(edges × log blocks) on every graph. The iterative data-flow method and semi-NCA are
// simpler and often faster, but both are quadratic on some graphs.
//
// Post-dominance is a statement about paths to the exit, and an endless loop has none. Each group
// of blocks that can reach one another and nothing else gets one edge to the exit, from its block
// that comes last in the code: that is the latch of a loop as compilers lay it out, so branches
// inside the body still reconverge inside it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/cfg.hpp"
#include "program/analysis/flat_edges.hpp"

namespace heddle {

/// A tree over the nodes of a flow graph. Nodes that the root does not reach are not in it.
class DominatorTree {
 public:
  /// `successors` and its inverse `predecessors` per node.
  DominatorTree(const FlatEdges& successors, const FlatEdges& predecessors, uint32_t root,
                Interrupt interrupt = {});

  uint32_t root() const { return root_; }
  /// kNoBlock for the root and for nodes outside the tree.
  uint32_t parent(uint32_t node) const { return parent_[node]; }
  bool contains(uint32_t node) const { return last_[node] != 0; }
  /// Every node dominates itself. Constant time.
  bool dominates(uint32_t a, uint32_t b) const {
    return contains(a) && contains(b) && first_[a] <= first_[b] && last_[b] <= last_[a];
  }

 private:
  void number_tree(const std::vector<uint32_t>& preorder);

  uint32_t root_;
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> first_, last_;  // interval of the node's subtree; last 0: not in the tree
};

/// Towards the entry. The virtual exit is a node too. Needs at least one block.
DominatorTree dominators(const Cfg& cfg, Interrupt interrupt = {});
/// Towards the virtual exit, which is the root. Every block is in the tree.
DominatorTree post_dominators(const Cfg& cfg, Interrupt interrupt = {});
/// The same of a graph that has these edges only. The exit's number is the number of blocks.
DominatorTree post_dominators(uint32_t exit, std::vector<FlatEdges::Edge> edges,
                              Interrupt interrupt = {});
/// The blocks that post-dominance connects to the exit although they do not lead there.
std::vector<uint32_t> endless_blocks(const Cfg& cfg);

}  // namespace heddle
