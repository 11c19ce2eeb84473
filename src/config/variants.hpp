// The names of the variants that other folders implement: divergence mechanisms, dependences,
// schedulers and memory models. They are listed here because this folder validates a machine before
// any variant is built. Each implementing list checks at compile time that it has exactly these
// names in this order (`same_names`).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "config/mechanisms.hpp"

namespace heddle {

inline constexpr auto kDivergenceNames = [] {
  std::array<std::string_view, kMechanisms.size()> names;
  for (size_t n = 0; n < names.size(); n++) names[n] = kMechanisms[n].name;
  return names;
}();
inline constexpr auto kDependenceNames =
    std::to_array<std::string_view>({"exact", "scoreboard", "per-path", "matrix", "barrel"});
inline constexpr auto kSchedulerNames = std::to_array<std::string_view>(
    {"loose-round-robin", "sticky-round-robin", "oldest", "oldest-instruction",
     "greedy-then-oldest", "two-level", "majority", "minority", "pdom-priority", "lowest-pc"});
inline constexpr auto kMemoryModelNames =
    std::to_array<std::string_view>({"ideal", "fixed", "open-row", "full"});

/// Whether the members `name` of the entries of `list` are these names in this order.
template <class List, size_t N>
constexpr bool same_names(const List& list, const std::array<std::string_view, N>& names) {
  if (std::size(list) != N) return false;
  size_t i = 0;
  for (const auto& entry : list)
    if (names[i++] != entry.name) return false;
  return true;
}

}  // namespace heddle
