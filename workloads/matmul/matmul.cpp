#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Matmul : public Driver {
 public:
  explicit Matmul(const Setup& setup)
      : Driver(setup),
        a_(random_floats(random(0), size_t{n_} * n_, -1, 1)),
        b_(random_floats(random(1), size_t{n_} * n_, -1, 1)),
        device_a_(buffer(a_)),
        device_b_(buffer(b_)),
        c_(buffer<float>(a_.size())) {
    require(n_ % tile_ == 0, "matmul: 'n' must be a multiple of 'tile'");
  }

  void run() override {
    uint32_t tiles = n_ / tile_;
    launch("matmul", {{tiles, tiles}, {tile_, tile_}, tile_ * tile_ * 8}, device_a_, device_b_, c_,
           n_);
  }

  std::string verify() const override {
    std::vector<float> expected(a_.size());
    std::vector<double> row(n_);
    for (uint32_t i = 0; i < n_; i++) {
      std::ranges::fill(row, 0.0);
      for (uint32_t k = 0; k < n_; k++)
        for (uint32_t j = 0; j < n_; j++)
          row[j] += double{a_[size_t{i} * n_ + k]} * b_[size_t{k} * n_ + j];
      for (uint32_t j = 0; j < n_; j++) expected[size_t{i} * n_ + j] = static_cast<float>(row[j]);
    }
    return compare("c", c_.read(), expected, {.absolute = 1e-6 * n_});
  }

 private:
  uint32_t n_ = value("n"), tile_ = value("tile");
  std::vector<float> a_, b_;
  Buffer<float> device_a_, device_b_, c_;
};

}  // namespace

std::unique_ptr<Driver> make_matmul(const Setup& setup) { return std::make_unique<Matmul>(setup); }

}  // namespace heddle::workload
