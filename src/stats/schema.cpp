#include "stats/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "stats/schema_rows.hpp"

namespace heddle {

namespace {

struct Table {
  std::vector<Statistic> rows;
  std::map<std::string, size_t, std::less<>> by_name;
};

const Table& table() {
  static const Table built = [] {
    Table t;
    add_core_statistics(t.rows);
    add_dwf_statistics(t.rows);
    add_frontier_statistics(t.rows);
    add_temporal_statistics(t.rows);
    add_scalar_statistics(t.rows);
    add_memory_statistics(t.rows);
    add_derived_statistics(t.rows);
    add_energy_statistics(t.rows);
    for (size_t i = 0; i < t.rows.size(); i++) t.by_name.emplace(t.rows[i].name, i);
    return t;
  }();
  return built;
}

/// Calls `combine(to, from, how)` for every counter.
template <class Combine>
void for_each_counter(Counters& to, const Counters& from, Combine combine) {
  to.core.widen_to(from.core);
  for (const Statistic& row : statistics()) {
    if (row.is_derived()) continue;
    const uint64_t* source = row.read(from);
    if (source) combine(*row.write(to), *source, row.merge);
  }
}

}  // namespace

std::optional<StatisticValue> Statistic::value(const Counters& counters, const Scope& scope) const {
  if (is_derived()) return formula(counters, scope);
  const uint64_t* counted = read(counters);
  return counted ? std::optional<StatisticValue>(*counted) : std::nullopt;
}

const std::vector<Statistic>& statistics() { return table().rows; }

const Statistic* find_statistic(std::string_view name) {
  auto found = table().by_name.find(name);
  return found == table().by_name.end() ? nullptr : &table().rows[found->second];
}

std::vector<const Statistic*> select_statistics(std::span<const std::string> names) {
  std::vector<const Statistic*> selected;
  auto take = [&](const Statistic& row) {
    if (std::find(selected.begin(), selected.end(), &row) == selected.end())
      selected.push_back(&row);
  };
  for (const std::string& name : names) {
    size_t before = selected.size();
    bool is_prefix = name.ends_with('*'), any = false;
    std::string_view prefix = std::string_view(name).substr(0, name.size() - is_prefix);
    for (const Statistic& row : statistics())
      if (is_prefix ? row.name.starts_with(prefix) : row.name == name) {
        take(row);
        any = true;
      }
    if (any || selected.size() > before) continue;
    const auto& rows = statistics();
    throw UsageError(fmt::format(
        "unknown statistic '{}'{}", name,
        suggest(name, rows.size(), [&](size_t i) -> std::string_view { return rows[i].name; })));
  }
  return selected;
}

void add_sm(Counters& to, const Counters& from) {
  for_each_counter(to, from, [](uint64_t& t, uint64_t f, Merge how) {
    t = how == Merge::Sum ? t + f : std::max(t, f);
  });
}

void add_launch(Counters& to, const Counters& from) {
  for_each_counter(to, from, [](uint64_t& t, uint64_t f, Merge how) {
    t = how == Merge::Peak ? std::max(t, f) : t + f;
  });
}

Counters difference(const Counters& after, const Counters& before) {
  Counters result = after;
  for_each_counter(result, before, [](uint64_t& t, uint64_t f, Merge how) {
    if (how != Merge::Peak) t -= f;
  });
  return result;
}

void add_branches(std::vector<BranchCounters>& to, std::span<const BranchCounters> from) {
  std::map<uint32_t, BranchCounters> by_pc;
  for (const BranchCounters& b : to) by_pc[b.pc] = b;
  for (const BranchCounters& b : from) {
    BranchCounters& sum = by_pc[b.pc];
    sum.pc = b.pc;
    sum.line = b.line;
    sum.executed += b.executed;
    sum.diverged += b.diverged;
    sum.interleavable += b.interleavable;
    sum.taken += b.taken;
    sum.not_taken += b.not_taken;
    sum.reconverge_cycles += b.reconverge_cycles;
    sum.reconvergences += b.reconvergences;
  }
  to.clear();
  for (const auto& [pc, b] : by_pc) to.push_back(b);
}

std::string check_slots_add_up(const Counters& counters, const Scope& scope) {
  const CoreCounters& core = counters.core;
  uint64_t charged = std::accumulate(core.slots.begin(), core.slots.end(), uint64_t{0});
  if (charged != core.issue_slots)
    return fmt::format("{} issue slots have a cause, but there were {}", charged, core.issue_slots);
  uint64_t offered = core.cycles * scope.sms * scope.config.core.schedulers *
                     scope.config.core.issue_per_scheduler;
  if (offered != core.issue_slots)
    return fmt::format("{} issue slots were counted, but {} cycles of {} SMs offered {}",
                       core.issue_slots, core.cycles, scope.sms, offered);
  return {};
}

}  // namespace heddle
