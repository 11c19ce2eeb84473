// The table of all statistics: name, unit, description, how values merge, and the counter or the
// formula. JSON, CSV, the terminal table, samples and docs/statistics.md are all written from this
// table, in its order. Names with dots nest: "l1.reads" is `reads` of `l1`.
//
// To add a statistic, add a member to counters/counters.hpp and a row to schema_core.cpp,
// schema_memory.cpp, schema_derived.cpp or the file of its mechanism.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "counters/counters.hpp"

namespace heddle {

enum class Merge : uint8_t {
  Sum,     // over SMs and over launches
  Peak,    // the maximum over SMs and launches
  Shared,  // counted once for the machine (the same for each SM); summed over launches
};

/// What a formula may use in addition to the counters.
struct Scope {
  const MachineConfig& config;
  uint32_t sms = 1;  // number of SMs that were counted
};

using StatisticValue = std::variant<uint64_t, double>;

struct Statistic {
  std::string name;
  std::string unit;
  std::string sentence;
  Merge merge = Merge::Sum;
  /// A counter has both; null when these counters lack it (a bucket of a wider histogram).
  std::function<const uint64_t*(const Counters&)> read;
  std::function<uint64_t*(Counters&)> write;
  /// A derived value has a formula instead; nothing when it would divide by zero.
  std::function<std::optional<StatisticValue>(const Counters&, const Scope&)> formula;

  bool is_derived() const { return formula != nullptr; }
  std::optional<StatisticValue> value(const Counters& counters, const Scope& scope) const;
};

const std::vector<Statistic>& statistics();
/// Null for an unknown name.
const Statistic* find_statistic(std::string_view name);
/// Takes names, prefixes such as "slots.*", or "*". Throws UsageError with a suggestion.
std::vector<const Statistic*> select_statistics(std::span<const std::string> names);

std::string_view cause_name(Cause cause);

/// Merge by the table's rules: another SM of the same launch, or another launch.
void add_sm(Counters& to, const Counters& from);
void add_launch(Counters& to, const Counters& from);
/// The counts between two moments; peaks keep their value.
Counters difference(const Counters& after, const Counters& before);
/// Adds by pc; the result is sorted.
void add_branches(std::vector<BranchCounters>& to, std::span<const BranchCounters> from);

/// Checks that every issue slot has exactly one cause. Empty, or a description of the mismatch.
std::string check_slots_add_up(const Counters& counters, const Scope& scope);

/// docs/statistics.md.
std::string statistics_markdown();

}  // namespace heddle
