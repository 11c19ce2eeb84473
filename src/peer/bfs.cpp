// Breadth-first search of a random graph, one launch per level: data-dependent loops and addresses.
#include <fmt/format.h>

#include "peer/makers.hpp"

namespace heddle::peer {

namespace {

constexpr int kNodes = 65536, kDegree = 6;

struct Graph {
  std::vector<int> rows, columns;
  int source = 1;
};

Graph random_graph() {
  uint32_t state = 12345;
  auto random = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>(state >> 8);
  };
  Graph g;
  g.rows.resize(kNodes + 1);
  for (int i = 0; i < kNodes; i++) {
    g.rows[i] = static_cast<int>(g.columns.size());
    int degree = random() % (2 * kDegree + 1);
    for (int k = 0; k < degree; k++) g.columns.push_back(random() % kNodes);
  }
  g.rows[kNodes] = static_cast<int>(g.columns.size());
  while (g.rows[g.source + 1] - g.rows[g.source] < 4) g.source++;
  return g;
}

std::vector<int> levels_of(const Graph& g) {
  std::vector<int> levels(kNodes, -1), queue{g.source};
  levels[g.source] = 0;
  for (size_t i = 0; i < queue.size(); i++) {
    int node = queue[i];
    for (int k = g.rows[node]; k < g.rows[node + 1]; k++)
      if (int next = g.columns[k]; levels[next] < 0) {
        levels[next] = levels[node] + 1;
        queue.push_back(next);
      }
  }
  return levels;
}

class Bfs : public Workload {
 public:
  Bfs(Device& device, const std::filesystem::path& folder)
      : device_(device),
        kernel_(device.load_file(folder / "bfs.ptx").kernel()),
        graph_(random_graph()),
        expected_(levels_of(graph_)),
        rows_(device.buffer(graph_.rows, "rowptr")),
        columns_(device.buffer(graph_.columns, "col")),
        levels_(device.buffer<int>(kNodes, "level")),
        changed_(device.buffer<int>(1, "changed")) {}
  void reset() override {
    std::vector<int> levels(kNodes, -1);
    levels[graph_.source] = 0;
    levels_.write(levels);
  }
  RunCounts run() override {
    RunCounts total;
    int changed = 1;
    for (int level = 0; changed; level++) {
      changed = 0;
      changed_.write({&changed, 1});
      total += device_.launch(kernel_, {{kNodes / 256}, {256}}, rows_, columns_, levels_, level,
                              changed_, kNodes);
      changed_.read({&changed, 1});
    }
    return total;
  }
  std::string verify() const override {
    std::vector<int> levels = levels_.read();
    for (int i = 0; i < kNodes; i++)
      if (levels[i] != expected_[i])
        return fmt::format("node {} has level {}, not {}", i, levels[i], expected_[i]);
    return {};
  }

 private:
  Device& device_;
  Kernel kernel_;
  Graph graph_;
  std::vector<int> expected_;
  Buffer<int> rows_, columns_, levels_, changed_;
};

}  // namespace

std::unique_ptr<Workload> make_bfs(Device& device, const std::filesystem::path& folder) {
  return std::make_unique<Bfs>(device, folder);
}

}  // namespace heddle::peer
