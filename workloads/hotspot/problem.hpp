// The input and the reference, shared with `spmd_hotspot`.
#pragma once

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class HotspotProblem : public Driver {
 public:
  explicit HotspotProblem(const Setup& setup)
      : Driver(setup),
        power_(random_floats(random(0), size_t{n_} * n_, 0, 10)),
        start_(random_floats(random(1), size_t{n_} * n_, 60, 90)),
        device_power_(buffer(power_)),
        states_{buffer(start_), buffer<float>(start_.size())} {}

 protected:
  /// The reference for `got` after the given number of steps.
  std::string verify(const Buffer<float>& got, uint32_t steps) const {
    std::vector<float> now = start_, next = start_;
    for (uint32_t i = 0; i < steps; i++) {
      for (uint32_t y = 0; y < n_; y++)
        for (uint32_t x = 0; x < n_; x++) next[size_t{y} * n_ + x] = update(now, x, y);
      now.swap(next);
    }
    return compare("temperatures", got.read(), now, {.relative = 1e-5});
  }

  uint32_t n_ = value("n"), steps_ = value("steps");
  std::vector<float> power_, start_;
  Buffer<float> device_power_, states_[2];

 private:
  float update(const std::vector<float>& from, uint32_t x, uint32_t y) const {
    auto at = [&](uint32_t column, uint32_t row) {
      return double{from[size_t{row} * n_ + column]};
    };
    double here = at(x, y);
    double west = x > 0 ? at(x - 1, y) : here, east = x < n_ - 1 ? at(x + 1, y) : here;
    double north = y > 0 ? at(x, y - 1) : here, south = y < n_ - 1 ? at(x, y + 1) : here;
    return static_cast<float>(here + 0.1 * (power_[size_t{y} * n_ + x] +
                                            0.8 * (north + south + east + west - 4 * here) +
                                            0.05 * (80 - here)));
  }
};

}  // namespace heddle::workload
