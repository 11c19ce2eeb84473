#include "program/analysis/dominators.hpp"

#include <algorithm>

#include "program/analysis/components.hpp"

namespace heddle {

namespace {

using Adjacency = std::vector<std::vector<uint32_t>>;

/// Depth-first numbers from a root, in preorder, and each node's parent in that search.
struct Search {
  std::vector<uint32_t> preorder;  // number to node
  std::vector<uint32_t> number;    // node to number; kNoBlock when not reached
  std::vector<uint32_t> parent;    // number to number
};

Search search(const Adjacency& successors, uint32_t root) {
  Search s;
  s.number.assign(successors.size(), kNoBlock);
  std::vector<std::pair<uint32_t, uint32_t>> work{{root, 0}};  // node, number of its parent
  while (!work.empty()) {
    const auto [node, parent] = work.back();
    work.pop_back();
    if (s.number[node] != kNoBlock) continue;
    const auto number = static_cast<uint32_t>(s.preorder.size());
    s.number[node] = number;
    s.preorder.push_back(node);
    s.parent.push_back(parent);
    const auto& next = successors[node];
    for (auto it = next.rbegin(); it != next.rend(); ++it)
      if (s.number[*it] == kNoBlock) work.push_back({*it, number});
  }
  return s;
}

/// The forest of Lengauer and Tarjan: the node of least semidominator on the path to the root of
/// the linked part, with path compression.
class LinkForest {
 public:
  explicit LinkForest(const std::vector<uint32_t>& parent)
      : ancestor_(parent), label_(parent.size()), semi_(parent.size()) {
    for (uint32_t v = 0; v < parent.size(); v++) label_[v] = semi_[v] = v;
  }

  uint32_t semi(uint32_t v) const { return semi_[v]; }
  void set_semi(uint32_t v, uint32_t semi) { semi_[v] = semi; }

  /// Nodes numbered `linked` and above are linked to their parents.
  uint32_t evaluate(uint32_t v, uint32_t linked) {
    if (v < linked) return v;
    path_.clear();
    for (uint32_t u = v; ancestor_[u] >= linked; u = ancestor_[u]) path_.push_back(u);
    for (auto it = path_.rbegin(); it != path_.rend(); ++it) {
      const uint32_t up = ancestor_[*it];
      if (semi_[label_[up]] < semi_[label_[*it]]) label_[*it] = label_[up];
      ancestor_[*it] = ancestor_[up];
    }
    return label_[v];
  }

 private:
  std::vector<uint32_t> ancestor_, label_, semi_;
  std::vector<uint32_t> path_;
};

struct Graph {
  Adjacency successors, predecessors;
};

Graph graph_of(const Cfg& cfg) {
  Graph g;
  g.successors.resize(cfg.size() + 1);
  g.predecessors.resize(cfg.size() + 1);
  for (uint32_t b = 0; b < cfg.size(); b++) {
    g.successors[b] = cfg[b].successors;
    g.predecessors[b] = cfg[b].predecessors;
  }
  g.predecessors[cfg.exit()].assign(cfg.exit_predecessors().begin(), cfg.exit_predecessors().end());
  return g;
}

}  // namespace

DominatorTree::DominatorTree(const Adjacency& successors, const Adjacency& predecessors,
                             uint32_t root)
    : root_(root),
      parent_(successors.size(), kNoBlock),
      first_(successors.size(), 0),
      last_(successors.size(), 0) {
  const Search s = search(successors, root);
  const auto n = static_cast<uint32_t>(s.preorder.size());
  LinkForest forest(s.parent);
  for (uint32_t w = n - 1; w > 0; w--) {
    uint32_t semi = s.parent[w];
    for (uint32_t p : predecessors[s.preorder[w]]) {
      const uint32_t v = s.number[p];
      if (v != kNoBlock) semi = std::min(semi, forest.semi(forest.evaluate(v, w + 1)));
    }
    forest.set_semi(w, semi);
  }
  // The immediate dominator is the nearest common ancestor of the parent and the semidominator.
  std::vector<uint32_t> idom(n, 0);
  for (uint32_t w = 1; w < n; w++) {
    uint32_t d = s.parent[w];
    while (d > forest.semi(w)) d = idom[d];
    idom[w] = d;
    parent_[s.preorder[w]] = s.preorder[d];
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

DominatorTree dominators(const Cfg& cfg) {
  const Graph g = graph_of(cfg);
  return DominatorTree(g.successors, g.predecessors, cfg.entry());
}

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

DominatorTree post_dominators(const Cfg& cfg) {
  Graph g = graph_of(cfg);
  for (uint32_t b : endless_blocks(cfg)) {
    g.successors[b].push_back(cfg.exit());
    g.predecessors[cfg.exit()].push_back(b);
  }
  return DominatorTree(g.predecessors, g.successors, cfg.exit());
}

}  // namespace heddle
