// The input and the reference, shared with `splash_lu`.
#pragma once

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class LudProblem : public Driver {
 public:
  LudProblem(const Setup& setup, std::string_view name) : Driver(setup) {
    require(n_ % tile_ == 0, fmt::format("{}: 'n' must be a multiple of 'tile'", name));
    input_ = random_floats(random(), size_t{n_} * n_, -1, 1);
    for (uint32_t i = 0; i < n_; i++) input_[i * size_t{n_} + i] += static_cast<float>(n_);
    matrix_ = buffer(input_);
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

 protected:
  uint32_t n_ = value("n"), tile_ = value("tile");
  std::vector<float> input_;
  Buffer<float> matrix_;
};

}  // namespace heddle::workload
