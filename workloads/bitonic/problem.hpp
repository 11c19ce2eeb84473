// The input and the reference, shared with `cached_bitonic`.
#pragma once

#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class BitonicProblem : public Driver {
 public:
  BitonicProblem(const Setup& setup, std::string_view name)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), value("n"), uint64_t{1} << 32)),
        values_(buffer(input_)) {
    require(n_ >= block_, fmt::format("{}: 'n' must be at least 'block'", name));
  }

  std::string verify() const override {
    std::vector<uint32_t> expected = input_;
    std::ranges::sort(expected);
    return compare("values", values_.read(), expected);
  }

 protected:
  /// Both forms have the same two kernels; one needs shared memory for the first.
  void run_network(uint32_t shared_bytes) {
    LaunchConfig within{{n_ / block_}, {block_}, shared_bytes}, across{{n_ / block_}, {block_}};
    launch("sort_in_block", within, values_, 2u, block_);
    for (uint32_t size = 2 * block_; size <= n_; size *= 2) {
      for (uint32_t distance = size / 2; distance >= block_; distance /= 2)
        launch("exchange", across, values_, size, distance);
      launch("sort_in_block", within, values_, size, size);
    }
  }

  uint32_t n_ = value("n"), block_ = value("block");
  std::vector<uint32_t> input_;
  Buffer<uint32_t> values_;
};

}  // namespace heddle::workload
