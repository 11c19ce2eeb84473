// The input and the reference, shared with `spmd_reduction`.
#pragma once

#include <numeric>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

/// Ones and zeros, stored as T.
template <class T>
class ReductionProblem : public Driver {
 public:
  explicit ReductionProblem(const Setup& setup)
      : Driver(setup), input_(random_integers<T>(random(), n_, 2)), values_(buffer(input_)) {}

 protected:
  std::string verify(uint32_t sum) const {
    std::vector<uint32_t> expected{std::accumulate(input_.begin(), input_.end(), 0u)};
    return compare("sum", std::vector<uint32_t>{sum}, expected);
  }

  uint32_t n_ = value("n");
  std::vector<T> input_;
  Buffer<T> values_;
};

}  // namespace heddle::workload
