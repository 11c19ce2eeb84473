#include "program/analysis/survivors.hpp"

#include <algorithm>

namespace heddle {

namespace {

constexpr uint32_t kUnranked = 0xffffffff;

/// The end that each block leads to: 0 for blocks that reach the preferred end, and so on.
class Ranks {
 public:
  Ranks(const Function& function, const Cfg& cfg) : cfg_(cfg), rank_(cfg.size(), kUnranked) {
    is_end_.resize(cfg.size(), 0);
    uint32_t next = 0;
    if (!function.is_entry) {
      for (uint32_t b : cfg.exit_predecessors())
        if (cfg.reachable(b) && returns(function, b)) mark(b, 0);
      next = 1;
    }
    std::vector<uint32_t> leaving(cfg.exit_predecessors().begin(), cfg.exit_predecessors().end());
    std::ranges::sort(leaving, std::greater{});
    for (uint32_t b : leaving)
      if (cfg.reachable(b) && rank_[b] == kUnranked) mark(b, next++);
  }

  bool keeps(uint32_t from, uint32_t to) const {
    if (to == cfg_.exit()) return is_end_[from] != 0;
    return rank_[from] == rank_[to];
  }

 private:
  bool returns(const Function& function, uint32_t block) const {
    return function.at(cfg_[block].last).flow == Flow::Return;
  }
  void mark(uint32_t end, uint32_t rank) {
    is_end_[end] = 1;
    if (rank_[end] != kUnranked) return;
    rank_[end] = rank;
    std::vector<uint32_t> work{end};
    while (!work.empty()) {
      uint32_t b = work.back();
      work.pop_back();
      for (uint32_t p : cfg_[b].predecessors) {
        if (rank_[p] != kUnranked) continue;
        rank_[p] = rank;
        work.push_back(p);
      }
    }
  }

  const Cfg& cfg_;
  std::vector<uint32_t> rank_;
  std::vector<uint8_t> is_end_;
};

}  // namespace

std::vector<FlatEdges::Edge> surviving_edges(const Function& function, const Cfg& cfg) {
  const Ranks ranks(function, cfg);
  std::vector<FlatEdges::Edge> edges = edges_of(cfg);
  std::erase_if(edges, [&](const FlatEdges::Edge& e) { return !ranks.keeps(e.from, e.to); });
  return edges;
}

}  // namespace heddle
