// The input and the reference, shared with `cached_matmul` and `spmd_matmul`.
#pragma once

#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

/// T: float or uint32_t, whose products are exact (modulo 2^32).
template <class T>
class MatmulProblem : public Driver {
 public:
  explicit MatmulProblem(const Setup& setup)
      : Driver(setup),
        a_(random_matrix(0)),
        b_(random_matrix(1)),
        device_a_(buffer(a_)),
        device_b_(buffer(b_)),
        c_(buffer<T>(a_.size())) {}

  std::string verify() const override {
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, T>;
    std::vector<T> expected(a_.size());
    std::vector<Sum> row(n_);
    for (uint32_t i = 0; i < n_; i++) {
      std::ranges::fill(row, Sum{0});
      for (uint32_t k = 0; k < n_; k++)
        for (uint32_t j = 0; j < n_; j++)
          row[j] += Sum{a_[size_t{i} * n_ + k]} * b_[size_t{k} * n_ + j];
      for (uint32_t j = 0; j < n_; j++) expected[size_t{i} * n_ + j] = static_cast<T>(row[j]);
    }
    return compare("c", c_.read(), expected, {.absolute = 1e-6 * n_});
  }

 protected:
  uint32_t n_ = value("n");
  std::vector<T> a_, b_;
  Buffer<T> device_a_, device_b_, c_;

 private:
  std::vector<T> random_matrix(uint64_t stream) const {
    if constexpr (std::is_floating_point_v<T>)
      return random_floats(random(stream), size_t{n_} * n_, -1, 1);
    else
      return random_integers<T>(random(stream), size_t{n_} * n_, uint64_t{1} << 32);
  }
};

}  // namespace heddle::workload
