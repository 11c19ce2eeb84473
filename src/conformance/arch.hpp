// What a corpus can be run under. Each is one line of the list in arch.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/heddle.hpp"

namespace heddle {

struct Arch {
  std::string_view name;
  std::string_view summary;
  RunCounts (*launch)(Device&, const Kernel&, const LaunchConfig&, std::span<const ArgumentView>);
};

std::span<const Arch> all_archs();

/// "functional", "a,b" or "all". Throws UsageError naming the known ones.
std::vector<const Arch*> parse_archs(std::string_view names);

}  // namespace heddle
