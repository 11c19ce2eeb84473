#include "problem.hpp"

namespace heddle::workload {

namespace {

class Bfs : public BfsProblem {
 public:
  using BfsProblem::BfsProblem;

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
};

}  // namespace

std::unique_ptr<Driver> make_bfs(const Setup& setup) { return std::make_unique<Bfs>(setup); }

}  // namespace heddle::workload
