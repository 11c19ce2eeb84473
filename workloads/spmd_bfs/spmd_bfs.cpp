#include "../bfs/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdBfs : public BfsProblem {
 public:
  using BfsProblem::BfsProblem;

  void run() override {
    launch("spmd_bfs", {{1}, {value("threads")}}, starts_, edges_, frontier_, marked_, visited_,
           levels_, more_, n_);
  }
};

}  // namespace

std::unique_ptr<Driver> make_spmd_bfs(const Setup& setup) {
  return std::make_unique<SpmdBfs>(setup);
}

}  // namespace heddle::workload
