// How thorough the tests are. HEDDLE_QUICK: a sample, for sanitizer builds, which take twenty times
// as long and say nothing about speed; HEDDLE_FULL (`./test --full`): everything.
//
// A test whose input is large says so itself: it derives from LargeTest, or skips what a quick run
// does not need with GTEST_SKIP() << kTooLarge. Each has a smaller sibling that always runs.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace heddle {

inline bool quick_effort() { return std::getenv("HEDDLE_QUICK") != nullptr; }
inline bool full_effort() { return std::getenv("HEDDLE_FULL") != nullptr; }

inline constexpr const char* kTooLarge = "too large for a quick run (HEDDLE_QUICK)";

/// Not in quick runs. `using Name = LargeTest;` makes a suite of that name.
class LargeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (quick_effort()) GTEST_SKIP() << kTooLarge;
  }
};

template <typename Value>
class LargeTestWithParam : public LargeTest, public ::testing::WithParamInterface<Value> {};

/// Of tests that try every divergence mechanism: those that a quick run tries.
inline bool is_quick_mechanism(std::string_view name) {
  return name == "pdom" || name == "dwf" || name == "frontier" || name == "large_warp";
}

}  // namespace heddle
