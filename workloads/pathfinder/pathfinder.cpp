#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Pathfinder : public Driver {
 public:
  explicit Pathfinder(const Setup& setup)
      : Driver(setup),
        costs_(random_integers<uint32_t>(random(), size_t{rows_} * columns_, 10)),
        device_costs_(buffer(costs_)),
        best_{buffer(std::vector(costs_.begin(), costs_.begin() + columns_)),
              buffer<uint32_t>(columns_)} {
    require(block_ > 2 * steps_, "pathfinder: 'block' must be more than twice 'steps'");
  }

  void run() override {
    LaunchConfig config{{blocks_for(columns_, block_ - 2 * steps_)}, {block_}, block_ * 4};
    for (uint32_t row = 1; row < rows_; row += steps_) {
      launch("pathfinder", config, device_costs_, best_[result_], best_[1 - result_], columns_, row,
             std::min(steps_, rows_ - row), steps_);
      result_ = 1 - result_;
    }
  }

  std::string verify() const override {
    std::vector<uint32_t> best(costs_.begin(), costs_.begin() + columns_), next(columns_);
    for (uint32_t row = 1; row < rows_; row++) {
      for (uint32_t x = 0; x < columns_; x++) {
        uint32_t left = x > 0 ? x - 1 : 0, right = std::min(x + 1, columns_ - 1);
        next[x] = std::min({best[left], best[x], best[right]}) + costs_[size_t{row} * columns_ + x];
      }
      best.swap(next);
    }
    return compare("best", best_[result_].read(), best);
  }

 private:
  uint32_t columns_ = value("columns"), rows_ = value("rows"), steps_ = value("steps");
  uint32_t block_ = value("block"), result_ = 0;
  std::vector<uint32_t> costs_;
  Buffer<uint32_t> device_costs_, best_[2];
};

}  // namespace

std::unique_ptr<Driver> make_pathfinder(const Setup& setup) {
  return std::make_unique<Pathfinder>(setup);
}

}  // namespace heddle::workload
