// The input and the reference, shared with `spmd_kmeans`.
#pragma once

#include <cstdlib>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class KmeansProblem : public Driver {
 public:
  explicit KmeansProblem(const Setup& setup)
      : Driver(setup),
        points_(random_points()),
        device_points_(buffer(points_)),
        centres_(buffer(first_centres())),
        clusters_(buffer(std::vector<uint32_t>(n_, k_))) {}

  std::string verify() const override {
    std::vector<uint32_t> centres = first_centres(), clusters(n_, k_);
    for (uint32_t i = 0; i < iterations_; i++) {
      std::vector<uint32_t> sums(k_), counts(k_), before = clusters;
      for (uint32_t p = 0; p < n_; p++) {
        clusters[p] = nearest(points_[p], centres);
        sums[clusters[p]] += points_[p];
        counts[clusters[p]]++;
      }
      if (clusters == before) break;
      for (uint32_t c = 0; c < k_; c++)
        if (counts[c] > 0) centres[c] = sums[c] * kScale / counts[c];
    }
    std::string wrong = compare("centres", centres_.read(), centres);
    return wrong.empty() ? compare("clusters", clusters_.read(), clusters) : wrong;
  }

 protected:
  uint32_t n_ = value("points"), k_ = value("clusters"), iterations_ = value("iterations");
  std::vector<uint8_t> points_;
  Buffer<uint8_t> device_points_;
  Buffer<uint32_t> centres_, clusters_;

 private:
  static constexpr uint32_t kScale = 16;

  /// Clusters of different widths around a few points.
  std::vector<uint8_t> random_points() const {
    Random source = random();
    std::vector<uint8_t> points(n_);
    for (uint8_t& p : points) {
      uint64_t heap = source.below(5), width = 8 + 12 * heap;
      uint64_t offset = source.below(width) + source.below(width);
      p = static_cast<uint8_t>(std::min<uint64_t>(255, 30 * heap + offset));
    }
    return points;
  }
  std::vector<uint32_t> first_centres() const {
    std::vector<uint32_t> centres(k_);
    for (uint32_t c = 0; c < k_; c++) centres[c] = (256 * kScale * c + 128 * kScale) / k_;
    return centres;
  }
  /// The nearest centre; the last one if several are equally near.
  static uint32_t nearest(uint32_t point, const std::vector<uint32_t>& centres) {
    uint32_t best = 0;
    auto distance = [&](uint32_t c) {
      return std::abs(static_cast<int>(point * kScale) - static_cast<int>(centres[c]));
    };
    for (uint32_t c = 1; c < centres.size(); c++)
      if (distance(c) <= distance(best)) best = c;
    return best;
  }
};

}  // namespace heddle::workload
