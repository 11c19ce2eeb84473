#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Lud : public Driver {
 public:
  explicit Lud(const Setup& setup) : Driver(setup) {
    require(n_ % tile_ == 0, "lud: 'n' must be a multiple of 'tile'");
    input_ = random_floats(random(), size_t{n_} * n_, -1, 1);
    for (uint32_t i = 0; i < n_; i++) input_[i * size_t{n_} + i] += static_cast<float>(n_);
    matrix_ = buffer(input_);
  }

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

  std::string verify() const override {
    std::vector<double> lu(input_.begin(), input_.end());
    for (size_t k = 0; k < n_; k++)
      for (size_t i = k + 1; i < n_; i++) {
        double factor = lu[i * n_ + k] /= lu[k * n_ + k];
        for (size_t j = k + 1; j < n_; j++) lu[i * n_ + j] -= factor * lu[k * n_ + j];
      }
    std::vector<float> expected(lu.begin(), lu.end());
    return compare("matrix", matrix_.read(), expected, {.absolute = 1e-5, .relative = 1e-5});
  }

 private:
  uint32_t n_ = value("n"), tile_ = value("tile");
  std::vector<float> input_;
  Buffer<float> matrix_;
};

}  // namespace

std::unique_ptr<Driver> make_lud(const Setup& setup) { return std::make_unique<Lud>(setup); }

}  // namespace heddle::workload
