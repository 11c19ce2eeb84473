#include "workload/check.hpp"
#include "workload/graph.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Bfs : public Driver {
 public:
  explicit Bfs(const Setup& setup)
      : Driver(setup),
        graph_(random_graph(random(), n_, value("degree"))),
        starts_(buffer(graph_.starts)),
        edges_(buffer(graph_.edges)) {
    std::vector<uint8_t> first(n_);
    std::vector<uint32_t> levels(n_, kUnreached);
    first[graph_.source] = 1;
    levels[graph_.source] = 0;
    frontier_ = buffer(first);
    visited_ = buffer(first);
    marked_ = buffer<uint8_t>(n_);
    levels_ = buffer(levels);
    more_ = buffer<uint32_t>(1);
  }

  void run() override {
    uint32_t block = value("block");
    LaunchConfig config{{blocks_for(n_, block)}, {block}};
    for (uint32_t more = 1; more != 0;) {
      more_.write(std::vector<uint32_t>{0});
      launch("expand", config, starts_, edges_, frontier_, marked_, visited_, levels_, n_);
      launch("advance", config, frontier_, marked_, visited_, more_, n_);
      more = more_.read()[0];
    }
  }

  std::string verify() const override {
    return compare("levels", levels_.read(), levels_of(graph_));
  }

 private:
  uint32_t n_ = value("nodes");
  Graph graph_;
  Buffer<uint32_t> starts_, edges_, levels_, more_;
  Buffer<uint8_t> frontier_, marked_, visited_;
};

}  // namespace

std::unique_ptr<Driver> make_bfs(const Setup& setup) { return std::make_unique<Bfs>(setup); }

}  // namespace heddle::workload
