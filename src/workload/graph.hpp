// Random graphs for the workloads that search them, and the reference search.
#pragma once

#include <cstdint>
#include <vector>

#include "launch/fill.hpp"

namespace heddle::workload {

/// Neighbours of node i: edges[starts[i]] up to edges[starts[i + 1]].
struct Graph {
  std::vector<uint32_t> starts, edges;
  uint32_t source = 0;  // has at least one neighbour
};

inline constexpr uint32_t kUnreached = ~uint32_t{0};

/// Nodes have 0 to 2 * degree neighbours; one in sixteen has eight times as many.
Graph random_graph(Random random, uint32_t nodes, uint32_t degree);

/// Steps from the source to each node; kUnreached where no path exists.
std::vector<uint32_t> levels_of(const Graph& graph);

}  // namespace heddle::workload
