#include "program/analysis/dominators.hpp"

#include <algorithm>
#include <utility>

#include "program/analysis/components.hpp"

namespace heddle {

namespace {

/// Depth-first numbers from a root, in preorder, and each node's parent in that search.
struct Search {
  std::vector<uint32_t> preorder;  // number to node
  std::vector<uint32_t> number;    // node to number; kNoBlock when not reached
  std::vector<uint32_t> parent;    // number to number
};

Search search(const FlatEdges& successors, uint32_t root) {
  Search s;
  s.number.assign(successors.nodes(), kNoBlock);
  std::vector<std::pair<uint32_t, uint32_t>> work{{root, 0}};  // node, number of its parent
  while (!work.empty()) {
    const auto [node, parent] = work.back();
    work.pop_back();
    if (s.number[node] != kNoBlock) continue;
    const auto number = static_cast<uint32_t>(s.preorder.size());
    s.number[node] = number;
    s.preorder.push_back(node);
    s.parent.push_back(parent);
    const auto next = successors[node];
    for (auto it = next.rbegin(); it != next.rend(); ++it)
      if (s.number[*it] == kNoBlock) work.push_back({*it, number});
  }
  return s;
}

/// The forest of Lengauer and Tarjan: the node of least semidominator on the path to the root of
/// the linked part, with path compression.
class LinkForest {
 public:
  explicit LinkForest(const std::vector<uint32_t>& parent) : nodes_(parent.size()) {
    for (uint32_t v = 0; v < parent.size(); v++) nodes_[v] = {parent[v], v, v, v};
  }

  uint32_t semi(uint32_t v) const { return nodes_[v].semi; }
  /// Before v is linked.
  void set_semi(uint32_t v, uint32_t semi) { nodes_[v].semi = nodes_[v].label_semi = semi; }

  /// Nodes numbered `linked` and above are linked to their parents.
  uint32_t evaluate(uint32_t v, uint32_t linked) {
    if (v < linked) return v;
    path_.clear();
    for (uint32_t u = v; nodes_[u].ancestor >= linked; u = nodes_[u].ancestor) path_.push_back(u);
    for (auto it = path_.rbegin(); it != path_.rend(); ++it) {
      Node& node = nodes_[*it];
      const Node& up = nodes_[node.ancestor];
      if (up.label_semi < node.label_semi) {
        node.label = up.label;
        node.label_semi = up.label_semi;
      }
      node.ancestor = up.ancestor;
    }
    return nodes_[v].label;
  }

 private:
  struct Node {
    uint32_t ancestor;
    uint32_t label, label_semi;  // the node found so far, and its semidominator
    uint32_t semi;
  };
  std::vector<Node> nodes_;
  std::vector<uint32_t> path_;
};

}  // namespace

DominatorTree::DominatorTree(const FlatEdges& successors, const FlatEdges& predecessors,
                             uint32_t root, Interrupt interrupt)
    : root_(root),
      parent_(successors.nodes(), kNoBlock),
      first_(successors.nodes(), 0),
      last_(successors.nodes(), 0) {
  const Search s = search(successors, root);
  const auto n = static_cast<uint32_t>(s.preorder.size());
  LinkForest forest(s.parent);
  std::vector<uint32_t> idom(n, 0);
  // The nodes of one semidominator form a list: `bucket` has the first, `next` links the others.
  std::vector<uint32_t> bucket(n, 0), next(n, 0);
  for (uint32_t w = n - 1; w > 0; w--) {
    interrupt.check();
    uint32_t semi = s.parent[w];
    for (uint32_t p : predecessors[s.preorder[w]]) {
      const uint32_t v = s.number[p];
      if (v != kNoBlock) semi = std::min(semi, forest.semi(forest.evaluate(v, w + 1)));
    }
    forest.set_semi(w, semi);
    next[w] = bucket[semi];
    bucket[semi] = w;
    // With w linked, the paths from its parent to the nodes that the parent semidominates are
    // known.
    for (uint32_t v = std::exchange(bucket[s.parent[w]], 0); v != 0; v = next[v]) {
      const uint32_t u = forest.evaluate(v, w);
      idom[v] = forest.semi(u) < forest.semi(v) ? u : s.parent[w];
    }
  }
  for (uint32_t w = 1; w < n; w++) {
    if (idom[w] != forest.semi(w)) idom[w] = idom[idom[w]];
    parent_[s.preorder[w]] = s.preorder[idom[w]];
  }
  number_tree(s.preorder);
}

/// A parent comes before its children in `preorder`, so sizes add up backwards and intervals are
/// dealt out forwards.
void DominatorTree::number_tree(const std::vector<uint32_t>& preorder) {
  std::vector<uint32_t> size(parent_.size(), 1), next(parent_.size(), 0);
  for (auto it = preorder.rbegin(); it != preorder.rend(); ++it)
    if (parent_[*it] != kNoBlock) size[parent_[*it]] += size[*it];
  for (uint32_t node : preorder) {
    const uint32_t up = parent_[node];
    first_[node] = up == kNoBlock ? 1 : next[up];
    last_[node] = first_[node] + size[node] - 1;
    next[node] = first_[node] + 1;
    if (up != kNoBlock) next[up] += size[node];
  }
}

DominatorTree dominators(const Cfg& cfg, Interrupt interrupt) {
  const auto edges = edges_of(cfg);
  const uint32_t nodes = cfg.size() + 1;
  return DominatorTree({nodes, edges, false}, {nodes, edges, true}, cfg.entry(), interrupt);
}

namespace {

/// Whether every node reaches the exit, as in nearly all code.
bool all_leave(uint32_t exit, const FlatEdges& predecessors) {
  std::vector<uint8_t> leaves(exit + 1, 0);
  std::vector<uint32_t> found{exit};
  leaves[exit] = 1;
  for (size_t k = 0; k < found.size(); k++)
    for (uint32_t p : predecessors[found[k]])
      if (std::exchange(leaves[p], uint8_t{1}) == 0) found.push_back(p);
  return found.size() == leaves.size();
}

Cfg graph_of(uint32_t blocks, std::span<const FlatEdges::Edge> edges) {
  std::vector<std::vector<uint32_t>> successors(blocks);
  for (const FlatEdges::Edge& e : edges) successors[e.from].push_back(e.to);
  return Cfg(std::move(successors));
}

}  // namespace

std::vector<uint32_t> endless_blocks(const Cfg& cfg) {
  std::vector<uint32_t> all(cfg.size());
  for (uint32_t b = 0; b < cfg.size(); b++) all[b] = b;
  const Components parts = strong_components(cfg, all);
  std::vector<uint8_t> leaves(parts.count, 0);
  std::vector<uint32_t> last(parts.count, 0);
  for (uint32_t b : all) {
    const uint32_t c = parts.of[b];
    last[c] = std::max(last[c], b);
    for (uint32_t s : cfg[b].successors)
      if (s == cfg.exit() || parts.of[s] != c) leaves[c] = 1;
  }
  std::vector<uint32_t> found;
  for (uint32_t c = 0; c < parts.count; c++)
    if (!leaves[c]) found.push_back(last[c]);
  std::sort(found.begin(), found.end());
  return found;
}

DominatorTree post_dominators(const Cfg& cfg, Interrupt interrupt) {
  return post_dominators(cfg.size(), edges_of(cfg), interrupt);
}

DominatorTree post_dominators(uint32_t exit, std::vector<FlatEdges::Edge> edges,
                              Interrupt interrupt) {
  std::vector<uint8_t> leads_on(exit, 0);
  for (const FlatEdges::Edge& e : edges) leads_on[e.from] = 1;
  for (uint32_t b = 0; b < exit; b++)
    if (!leads_on[b]) edges.push_back({b, exit});
  FlatEdges predecessors(exit + 1, edges, true);
  if (!all_leave(exit, predecessors)) {
    for (uint32_t b : endless_blocks(graph_of(exit, edges))) edges.push_back({b, exit});
    predecessors = FlatEdges(exit + 1, edges, true);
  }
  return DominatorTree(predecessors, {exit + 1, edges, false}, exit, interrupt);
}

}  // namespace heddle
