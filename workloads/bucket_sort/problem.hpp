// The input and the reference, shared with `spmd_bucket_sort`.
#pragma once

#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class BucketSortProblem : public Driver {
 public:
  explicit BucketSortProblem(const Setup& setup)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), n_, uint64_t{1} << 32)),
        values_(buffer(input_)),
        parts_(buffer<uint32_t>(n_)) {}

 protected:
  std::string verify(const Buffer<uint32_t>& sorted) const {
    std::vector<uint32_t> expected = input_;
    std::ranges::sort(expected);
    return compare("sorted", sorted.read(), expected);
  }

  uint32_t n_ = value("n");
  std::vector<uint32_t> input_;
  Buffer<uint32_t> values_, parts_;
};

}  // namespace heddle::workload
