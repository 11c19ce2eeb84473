// The input and the reference, shared with `spmd_needleman_wunsch`.
#pragma once

#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class NeedlemanWunschProblem : public Driver {
 public:
  explicit NeedlemanWunschProblem(const Setup& setup)
      : Driver(setup),
        down_(random_integers<uint8_t>(random(0), n_, 4)),
        across_(random_integers<uint8_t>(random(1), n_, 4)),
        start_(size_t{n_ + 1} * (n_ + 1)),
        device_down_(buffer(down_)),
        device_across_(buffer(across_)) {
    for (size_t i = 0; i <= n_; i++) start_[i] = start_[i * (n_ + 1)] = -kGap * static_cast<int>(i);
  }

 protected:
  static constexpr int kGap = 4;

  /// The table, row by row.
  std::string verify(const std::vector<int>& got) const {
    std::vector<int> table = start_;
    size_t pitch = n_ + 1;
    for (size_t y = 0; y < n_; y++)
      for (size_t x = 0; x < n_; x++) {
        int* at = &table[(y + 1) * pitch + x + 1];
        *at = std::max({*(at - pitch - 1) + (down_[y] == across_[x] ? 5 : -3), *(at - 1) - kGap,
                        *(at - pitch) - kGap});
      }
    return compare("table", got, table);
  }

  uint32_t n_ = value("n");
  std::vector<uint8_t> down_, across_;
  std::vector<int> start_;  // the first row and column; zeros elsewhere
  Buffer<uint8_t> device_down_, device_across_;
};

}  // namespace heddle::workload
