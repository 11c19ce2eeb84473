#include "../matmul/problem.hpp"

namespace heddle::workload {

namespace {

class CachedMatmul : public MatmulProblem<float> {
 public:
  explicit CachedMatmul(const Setup& setup) : MatmulProblem(setup) {
    require(n_ % tile_ == 0, "cached_matmul: 'n' must be a multiple of 'tile'");
  }

  void run() override {
    uint32_t tiles = n_ / tile_;
    launch("cached_matmul", {{tiles, tiles}, {tile_, tile_}}, device_a_, device_b_, c_, n_);
  }

 private:
  uint32_t tile_ = value("tile");
};

}  // namespace

std::unique_ptr<Driver> make_cached_matmul(const Setup& setup) {
  return std::make_unique<CachedMatmul>(setup);
}

}  // namespace heddle::workload
