// The rule by which instructions are scalar; scalarize.hpp describes the rules.
#pragma once

#include <compare>
#include <cstdint>

namespace heddle {

enum class ScalarRule : uint8_t { None, Convergent, Divergent };

struct ScalarizationOptions {
  ScalarRule rule = ScalarRule::Divergent;
  /// Resurrected registers get places of their own. False gives wrong code, to test the checker.
  bool keep_apart = true;
  /// Limits on the blocks visited while looking at the sides of branches, and on the pairs of
  /// registers kept apart. A function that needs more has no scalars.
  uint64_t visit_limit = 50'000'000, pair_limit = 10'000'000;

  auto operator<=>(const ScalarizationOptions&) const = default;
};

}  // namespace heddle
