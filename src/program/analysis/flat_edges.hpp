// The edges of a graph in one allocation, for walks that visit all of a large graph: following a
// vector of its own for each node would wait for memory at each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/analysis/cfg.hpp"

namespace heddle {

/// The edges out of each node, or into it, in one allocation.
class FlatEdges {
 public:
  struct Edge {
    uint32_t from, to;
  };
  /// Nodes keep the order in which the edges are given; `inverse`: the edges into each node.
  FlatEdges(uint32_t nodes, std::span<const Edge> edges, bool inverse)
      : begin_(nodes + 1, 0), ends_(edges.size()) {
    for (const Edge& e : edges) begin_[(inverse ? e.to : e.from) + 1]++;
    for (uint32_t n = 0; n < nodes; n++) begin_[n + 1] += begin_[n];
    std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (const Edge& e : edges) ends_[next[inverse ? e.to : e.from]++] = inverse ? e.from : e.to;
  }

  uint32_t nodes() const { return static_cast<uint32_t>(begin_.size() - 1); }
  std::span<const uint32_t> operator[](uint32_t node) const {
    return std::span(ends_).subspan(begin_[node], begin_[node + 1] - begin_[node]);
  }

 private:
  std::vector<uint32_t> begin_, ends_;
};

/// Of a control-flow graph, the virtual exit included.
inline std::vector<FlatEdges::Edge> edges_of(const Cfg& cfg) {
  std::vector<FlatEdges::Edge> edges;
  edges.reserve(2 * cfg.size());
  for (uint32_t b = 0; b < cfg.size(); b++)
    for (uint32_t s : cfg[b].successors) edges.push_back({b, s});
  return edges;
}

}  // namespace heddle
