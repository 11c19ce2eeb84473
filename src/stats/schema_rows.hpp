// Helpers that make the rows of the table.
#pragma once

#include "stats/schema.hpp"

namespace heddle {

/// `access` returns a pointer to the counter, for constant and for mutable counters.
template <class Access>
Statistic counter(std::string name, std::string unit, Merge merge, std::string sentence,
                  Access access) {
  return {std::move(name),
          std::move(unit),
          std::move(sentence),
          merge,
          [access](const Counters& c) -> const uint64_t* { return access(c); },
          [access](Counters& c) -> uint64_t* { return access(c); },
          nullptr};
}

/// `formula` computes a value from counters and a scope, or nothing.
template <class Formula>
Statistic derived(std::string name, std::string unit, std::string sentence, Formula formula) {
  return {std::move(name), std::move(unit), std::move(sentence), Merge::Sum, nullptr,
          nullptr,         formula};
}
inline std::optional<double> ratio(double part, double whole) {
  if (whole == 0) return std::nullopt;
  return part / whole;
}
inline std::optional<double> ratio(uint64_t part, uint64_t whole) {
  return ratio(static_cast<double>(part), static_cast<double>(whole));
}

/// Each adds its section of the table.
void add_core_statistics(std::vector<Statistic>& rows);
void add_dwf_statistics(std::vector<Statistic>& rows);
void add_frontier_statistics(std::vector<Statistic>& rows);
void add_temporal_statistics(std::vector<Statistic>& rows);
void add_scalar_statistics(std::vector<Statistic>& rows);
void add_memory_statistics(std::vector<Statistic>& rows);
void add_derived_statistics(std::vector<Statistic>& rows);
void add_energy_statistics(std::vector<Statistic>& rows);

}  // namespace heddle
