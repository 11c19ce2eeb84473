#include "workload/check.hpp"
#include "workload/graph.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class BfsFrontier : public Driver {
 public:
  explicit BfsFrontier(const Setup& setup)
      : Driver(setup),
        graph_(random_graph(random(), n_, value("degree"))),
        starts_(buffer(graph_.starts)),
        edges_(buffer(graph_.edges)),
        frontiers_{buffer<uint32_t>(n_), buffer<uint32_t>(n_)},
        next_count_(buffer<uint32_t>(1)) {
    std::vector<uint32_t> levels(n_, kUnreached);
    levels[graph_.source] = 0;
    levels_ = buffer(levels);
    frontiers_[0].write(std::vector{graph_.source});
  }

  void run() override {
    uint32_t block = value("block");
    for (uint32_t level = 1, count = 1; count > 0; level++) {
      next_count_.write(std::vector<uint32_t>{0});
      launch("expand", {{blocks_for(count, block)}, {block}}, starts_, edges_, levels_,
             frontiers_[1 - level % 2], frontiers_[level % 2], next_count_, count, level);
      count = next_count_.read()[0];
    }
  }

  std::string verify() const override {
    return compare("levels", levels_.read(), levels_of(graph_));
  }

 private:
  uint32_t n_ = value("nodes");
  Graph graph_;
  Buffer<uint32_t> starts_, edges_, levels_, frontiers_[2], next_count_;
};

}  // namespace

std::unique_ptr<Driver> make_bfs_frontier(const Setup& setup) {
  return std::make_unique<BfsFrontier>(setup);
}

}  // namespace heddle::workload
