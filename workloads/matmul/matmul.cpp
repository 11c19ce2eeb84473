#include "problem.hpp"

namespace heddle::workload {

namespace {

class Matmul : public MatmulProblem<float> {
 public:
  explicit Matmul(const Setup& setup) : MatmulProblem(setup) {
    require(n_ % tile_ == 0, "matmul: 'n' must be a multiple of 'tile'");
  }

  void run() override {
    uint32_t tiles = n_ / tile_;
    launch("matmul", {{tiles, tiles}, {tile_, tile_}, tile_ * tile_ * 8}, device_a_, device_b_, c_,
           n_);
  }

 private:
  uint32_t tile_ = value("tile");
};

}  // namespace

std::unique_ptr<Driver> make_matmul(const Setup& setup) { return std::make_unique<Matmul>(setup); }

}  // namespace heddle::workload
