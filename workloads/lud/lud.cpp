#include "problem.hpp"

namespace heddle::workload {

namespace {

class Lud : public LudProblem {
 public:
  explicit Lud(const Setup& setup) : LudProblem(setup, "lud") {}

  void run() override {
    uint32_t bytes = tile_ * tile_ * 4;
    for (uint32_t offset = 0; offset < n_; offset += tile_) {
      launch("diagonal", {{1}, {tile_}, bytes}, matrix_, n_, offset);
      uint32_t left = (n_ - offset) / tile_ - 1;
      if (left == 0) break;
      launch("perimeter", {{left}, {2 * tile_}, 3 * bytes}, matrix_, n_, offset);
      launch("internal", {{left, left}, {tile_, tile_}, 2 * bytes}, matrix_, n_, offset);
    }
  }
};

}  // namespace

std::unique_ptr<Driver> make_lud(const Setup& setup) { return std::make_unique<Lud>(setup); }

}  // namespace heddle::workload
