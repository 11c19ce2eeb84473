#include "program/analysis/loop_forest.hpp"

#include <algorithm>
#include <numeric>

#include "program/analysis/ancestors.hpp"

namespace heddle {

namespace {

/// Works on preorder numbers: a block is an ancestor of those from its number up to its last.
class LoopFinder {
 public:
  LoopFinder(const Cfg& cfg, Interrupt interrupt) : cfg_(cfg), interrupt_(interrupt) {}

  LoopForest run() {
    search();
    const auto n = static_cast<uint32_t>(forest_.preorder.size());
    sort_edges();
    leader_.resize(n);
    std::iota(leader_.begin(), leader_.end(), 0u);
    in_body_.assign(n, n);
    forest_.is_header.assign(cfg_.size(), 0);
    forest_.around.assign(cfg_.size(), kNoBlock);
    for (uint32_t header = n; header-- > 0;) {
      interrupt_.check();
      for (uint32_t e = late_begin_[header]; e < late_begin_[header + 1]; e++)
        sources_[find(late_[e].to)].push_back(late_[e].from);
      collapse(header);
    }
    return std::move(forest_);
  }

 private:
  struct Edge {
    uint32_t from, to;
  };

  /// Depth-first from the entry, the successors of a block in code order.
  void search() {
    number_.assign(cfg_.size() + 1, kNoBlock);
    struct Visit {
      uint32_t block;
      std::vector<uint32_t> successors;
      size_t next = 0;
    };
    std::vector<Visit> path;
    const auto enter = [&](uint32_t block) {
      const auto number = static_cast<uint32_t>(forest_.preorder.size());
      number_[block] = number;
      if (number > 0) tree_.add(number_[path.back().block]);
      forest_.preorder.push_back(block);
      last_.push_back(number);
      std::vector<uint32_t> successors = cfg_[block].successors;
      std::sort(successors.begin(), successors.end());
      path.push_back({block, std::move(successors)});
    };
    enter(cfg_.entry());
    while (!path.empty()) {
      Visit& visit = path.back();
      if (visit.next == visit.successors.size()) {
        last_[number_[visit.block]] = static_cast<uint32_t>(forest_.preorder.size() - 1);
        path.pop_back();
        continue;
      }
      const uint32_t s = visit.successors[visit.next++];
      if (s != cfg_.exit() && number_[s] == kNoBlock) enter(s);
    }
  }

  bool is_ancestor(uint32_t a, uint32_t b) const { return a <= b && b <= last_[a]; }

  /// Edges back are kept with their target, the others with the common ancestor of their ends.
  void sort_edges() {
    const auto n = static_cast<uint32_t>(forest_.preorder.size());
    back_.resize(n);
    sources_.resize(n);
    late_begin_.assign(n + 2, 0);
    std::vector<std::pair<uint32_t, Edge>> late;
    for (uint32_t from = 0; from < n; from++)
      for (uint32_t s : cfg_[forest_.preorder[from]].successors) {
        if (s == cfg_.exit()) continue;
        const uint32_t to = number_[s];
        if (is_ancestor(to, from))
          back_[to].push_back(from);
        else
          late.push_back({is_ancestor(from, to) ? from : tree_.common(from, to), {from, to}});
      }
    for (const auto& [at, edge] : late) late_begin_[at + 2]++;
    for (uint32_t v = 0; v < n; v++) late_begin_[v + 2] += late_begin_[v + 1];
    late_.resize(late.size());
    for (const auto& [at, edge] : late) late_[late_begin_[at + 1]++] = edge;
  }

  /// The header of the outermost loop found so far around this block.
  uint32_t find(uint32_t v) {
    while (leader_[v] != v) v = leader_[v] = leader_[leader_[v]];
    return v;
  }

  void collapse(uint32_t header) {
    if (back_[header].empty()) return;
    forest_.is_header[forest_.preorder[header]] = 1;
    body_.clear();
    const auto reach = [&](uint32_t v) {
      v = find(v);
      if (v == header || in_body_[v] == header) return;
      in_body_[v] = header;
      body_.push_back(v);
    };
    for (uint32_t from : back_[header]) reach(from);
    for (size_t k = 0; k < body_.size(); k++)
      for (uint32_t from : sources_[body_[k]]) reach(from);
    for (uint32_t v : body_) {
      leader_[v] = header;
      forest_.around[forest_.preorder[v]] = forest_.preorder[header];
    }
  }

  const Cfg& cfg_;
  const Interrupt interrupt_;
  LoopForest forest_;
  AncestorTree tree_;
  std::vector<uint32_t> number_, last_;
  std::vector<std::vector<uint32_t>> back_;     // per block: sources of edges back to it
  std::vector<std::vector<uint32_t>> sources_;  // per block: sources of edges that count by now
  std::vector<Edge> late_;                      // by the block from which on they count
  std::vector<uint32_t> late_begin_;
  std::vector<uint32_t> leader_, in_body_, body_;
};

}  // namespace

LoopForest find_loops(const Cfg& cfg, Interrupt interrupt) {
  if (cfg.size() == 0) return {};
  return LoopFinder(cfg, interrupt).run();
}

}  // namespace heddle
