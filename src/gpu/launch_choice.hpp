// Which launches of a long program are simulated with timing. The others run functionally.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

struct LaunchChoice {
  std::vector<std::string> only;  // kernels whose C++ name has one of these parts; empty: any
  uint64_t first = 1, last = ~uint64_t{0};  // launches are counted from 1
  bool warm = false;                        // the others leave the L2 as if they had been timed

  bool all() const { return only.empty() && first <= 1 && last == ~uint64_t{0}; }
  bool has(uint64_t number, std::string_view kernel) const;
};

/// "12", "3:", ":10" or "3:10" as the launches of a choice. Throws UsageError.
void choose_launches(std::string_view text, LaunchChoice& choice);

/// Throws UsageError if the choice asks to warm an L2 that the machine does not have or keep.
void check_warming(const LaunchChoice& choice, const MachineConfig& config);

}  // namespace heddle
