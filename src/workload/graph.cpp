#include "workload/graph.hpp"

namespace heddle::workload {

Graph random_graph(Random random, uint32_t nodes, uint32_t degree) {
  Graph graph;
  graph.starts.push_back(0);
  for (uint32_t i = 0; i < nodes; i++) {
    uint64_t count = random.below(2 * degree + 1);
    if (random.below(16) == 0) count *= 8;
    if (i == graph.source && count == 0) count = degree;
    for (uint64_t k = 0; k < count; k++)
      graph.edges.push_back(static_cast<uint32_t>(random.below(nodes)));
    graph.starts.push_back(static_cast<uint32_t>(graph.edges.size()));
  }
  return graph;
}

std::vector<uint32_t> levels_of(const Graph& graph) {
  std::vector<uint32_t> levels(graph.starts.size() - 1, kUnreached), queue{graph.source};
  levels[graph.source] = 0;
  for (size_t i = 0; i < queue.size(); i++) {
    uint32_t node = queue[i];
    for (uint32_t k = graph.starts[node]; k < graph.starts[node + 1]; k++)
      if (uint32_t next = graph.edges[k]; levels[next] == kUnreached) {
        levels[next] = levels[node] + 1;
        queue.push_back(next);
      }
  }
  return levels;
}

}  // namespace heddle::workload
