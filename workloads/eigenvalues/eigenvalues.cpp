#include <algorithm>
#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr float kPrecision = 1e-4f;

struct Bounds {
  float low, high;
};

class Eigenvalues : public Driver {
 public:
  explicit Eigenvalues(const Setup& setup)
      : Driver(setup),
        diagonals_(random_floats(random(0), size_t{n_} * matrices_, -4, 4)),
        besides_(random_floats(random(1), size_t{n_} * matrices_, 0.01f, 1)) {
    for (uint32_t m = 0; m < matrices_; m++) besides_[size_t{m} * n_] = 0;
    std::vector<Bounds> bounds;  // Gershgorin bounds
    for (uint32_t m = 0; m < matrices_; m++) bounds.push_back({-6.5f, 6.5f});
    device_diagonals_ = buffer(diagonals_);
    device_besides_ = buffer(besides_);
    bounds_ = buffer(bounds);
    values_ = buffer<float>(diagonals_.size());
  }

  void run() override {
    launch("bisect", {{matrices_}, {n_}, n_ * 32}, device_diagonals_, device_besides_, bounds_,
           values_, n_, kPrecision);
  }

  std::string verify() const override {
    std::vector<float> expected;
    for (uint32_t m = 0; m < matrices_; m++)
      for (uint32_t k = 0; k < n_; k++) expected.push_back(static_cast<float>(eigenvalue(m, k)));
    return compare("values", values_.read(), expected, {.absolute = 3 * kPrecision});
  }

 private:
  /// The k-th smallest eigenvalue; `besides_` holds the squares of the off-diagonal elements.
  double eigenvalue(uint32_t matrix, uint32_t k) const {
    double low = -6.5, high = 6.5;
    while (high - low > 1e-8) {
      double middle = (low + high) / 2, d = 1;
      uint32_t below = 0;
      for (size_t i = size_t{matrix} * n_; i < size_t{matrix + 1} * n_; i++) {
        d = diagonals_[i] - middle - besides_[i] / d;
        if (d == 0) d = 1e-30;
        below += d < 0;
      }
      (below > k ? high : low) = middle;
    }
    return low;
  }

  uint32_t n_ = value("n"), matrices_ = value("matrices");
  std::vector<float> diagonals_, besides_;
  Buffer<float> device_diagonals_, device_besides_, values_;
  Buffer<Bounds> bounds_;
};

}  // namespace

std::unique_ptr<Driver> make_eigenvalues(const Setup& setup) {
  return std::make_unique<Eigenvalues>(setup);
}

}  // namespace heddle::workload
