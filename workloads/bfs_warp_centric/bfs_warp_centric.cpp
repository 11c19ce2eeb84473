#include "workload/check.hpp"
#include "workload/graph.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class BfsWarpCentric : public Driver {
 public:
  explicit BfsWarpCentric(const Setup& setup)
      : Driver(setup),
        graph_(random_graph(random(), n_, value("degree"))),
        starts_(buffer(graph_.starts)),
        edges_(buffer(graph_.edges)),
        more_(buffer<uint32_t>(1)) {
    require(block_ % width_ == 0, "bfs_warp_centric: 'block' must be a multiple of 'width'");
    std::vector<uint32_t> levels(n_, kUnreached);
    levels[graph_.source] = 0;
    levels_ = buffer(levels);
  }

  void run() override {
    uint64_t threads = uint64_t{blocks_for(n_, chunk_)} * width_;
    LaunchConfig config{{blocks_for(threads, block_)}, {block_}};
    uint32_t more = 1;
    for (uint32_t level = 0; more != 0; level++) {
      more_.write(std::vector<uint32_t>{0});
      launch("expand", config, starts_, edges_, levels_, more_, n_, level, width_, chunk_);
      more = more_.read()[0];
    }
  }

  std::string verify() const override {
    return compare("levels", levels_.read(), levels_of(graph_));
  }

 private:
  uint32_t n_ = value("nodes"), width_ = value("width"), chunk_ = value("chunk");
  uint32_t block_ = value("block");
  Graph graph_;
  Buffer<uint32_t> starts_, edges_, levels_, more_;
};

}  // namespace

std::unique_ptr<Driver> make_bfs_warp_centric(const Setup& setup) {
  return std::make_unique<BfsWarpCentric>(setup);
}

}  // namespace heddle::workload
