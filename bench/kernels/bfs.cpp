// Breadth-first search of a random graph, one launch per level: data-dependent loops and addresses.
#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::bench {

namespace {

constexpr int kNodes = 65536, kDegree = 6;

struct RandomGraph {
  std::vector<int> rows, columns;
  int source = 1;
};

RandomGraph random_graph() {
  uint32_t state = 12345;
  auto random = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>(state >> 8);
  };
  RandomGraph g;
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

std::vector<int> levels_of(const RandomGraph& g) {
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

class Bfs : public workload::Driver {
 public:
  explicit Bfs(const workload::Setup& setup)
      : Driver(setup),
        graph_(random_graph()),
        rows_(buffer(graph_.rows)),
        columns_(buffer(graph_.columns)),
        levels_(buffer<int>(kNodes)),
        changed_(buffer<int>(1)) {
    std::vector<int> levels(kNodes, -1);
    levels[graph_.source] = 0;
    levels_.write(levels);
  }

  void run() override {
    int changed = 1;
    for (int level = 0; changed; level++) {
      changed = 0;
      changed_.write({&changed, 1});
      launch("bfs", {{kNodes / 256}, {256}}, rows_, columns_, levels_, level, changed_, kNodes);
      changed_.read({&changed, 1});
    }
  }

  std::string verify() const override {
    return workload::compare("level", levels_.read(), levels_of(graph_));
  }

 private:
  RandomGraph graph_;
  Buffer<int> rows_, columns_, levels_, changed_;
};

}  // namespace

std::unique_ptr<workload::Driver> make_bfs(const workload::Setup& setup) {
  return std::make_unique<Bfs>(setup);
}

}  // namespace heddle::bench
