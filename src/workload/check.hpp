// Helpers for drivers: random inputs, and comparisons of results with references.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "launch/fill.hpp"

namespace heddle::workload {

/// How far a float may be from the reference: |got - expected| <= absolute + relative * |expected|.
struct Tolerance {
  double absolute = 0, relative = 0;
};

inline std::vector<float> random_floats(Random random, size_t count, float low, float high) {
  std::vector<float> values(count);
  for (float& v : values) v = low + (high - low) * static_cast<float>(random.unit());
  return values;
}

/// Each from 0 to bound - 1.
template <class T>
std::vector<T> random_integers(Random random, size_t count, uint64_t bound) {
  std::vector<T> values(count);
  for (T& v : values) v = static_cast<T>(random.below(bound));
  return values;
}

/// Empty when all elements match; else the first element of `what` that differs, and how many
/// differ. Without a tolerance, elements must be equal.
template <class T>
std::string compare(std::string_view what, std::span<const T> got, std::span<const T> expected,
                    Tolerance tolerance = {}) {
  if (got.size() != expected.size())
    return fmt::format("{} has {} elements, not {}", what, got.size(), expected.size());
  auto equal = [&](T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      double distance = std::fabs(static_cast<double>(a) - static_cast<double>(b));
      return distance <= tolerance.absolute + tolerance.relative * std::fabs(double{b});
    } else {
      return a == b;
    }
  };
  size_t first = got.size(), differing = 0;
  for (size_t i = got.size(); i-- > 0;)
    if (!equal(got[i], expected[i])) {
      first = i;
      differing++;
    }
  if (differing == 0) return {};
  return fmt::format("{}[{}] is {}, not {}; {} of {} differ", what, first, got[first],
                     expected[first], differing, got.size());
}
template <class T>
std::string compare(std::string_view what, const std::vector<T>& got,
                    const std::vector<T>& expected, Tolerance tolerance = {}) {
  return compare(what, std::span<const T>(got), std::span<const T>(expected), tolerance);
}

}  // namespace heddle::workload
