// Which launches of a long program are simulated with timing. The others run functionally.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct LaunchChoice {
  std::vector<std::string> only;  // kernels whose C++ name has one of these parts; empty: any
  uint64_t first = 1, last = ~uint64_t{0};  // launches are counted from 1

  bool all() const { return only.empty() && first <= 1 && last == ~uint64_t{0}; }
  bool has(uint64_t number, std::string_view kernel) const;
};

/// "12", "3:", ":10" or "3:10" as the launches of a choice. Throws UsageError.
void choose_launches(std::string_view text, LaunchChoice& choice);

}  // namespace heddle
