// How thorough randomised and exhaustive tests are. HEDDLE_QUICK: a sample, for sanitizer builds,
// which take twenty times as long; HEDDLE_FULL (`./test --full`): everything.
#pragma once

#include <cstdlib>

namespace heddle {

inline bool quick_effort() { return std::getenv("HEDDLE_QUICK") != nullptr; }
inline bool full_effort() { return std::getenv("HEDDLE_FULL") != nullptr; }

}  // namespace heddle
