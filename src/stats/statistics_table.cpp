// The statistics for a terminal: the most important values, causes as shares of all issue slots,
// and the branches that diverge most. The JSON has everything else.
#include <fmt/format.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "energy/energy.hpp"
#include "stats/run_statistics.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

constexpr size_t kBarWidth = 30, kMostBranches = 10;
/// With more launches than this, launches of one kernel are shown together.
constexpr size_t kMostLaunches = 4;

std::string shown(const Statistic& s, const std::optional<StatisticValue>& value) {
  if (!value) return "-";
  if (const auto* count = std::get_if<uint64_t>(&*value)) return grouped(*count);
  double number = std::get<double>(*value);
  return s.unit == "ratio" ? fmt::format("{:.1f} %", number * 100) : fmt::format("{:.3f}", number);
}

void add_values(std::string& out, std::initializer_list<std::string_view> names,
                const Counters& counters, const Scope& scope) {
  for (std::string_view name : names) {
    const Statistic* s = find_statistic(name);
    if (!s) continue;
    auto value = s->value(counters, scope);
    if (!value) continue;
    std::string_view label = name.substr(name.starts_with("derived.") ? 8 : 0);
    out += fmt::format("  {:<28}{:>18}  {}\n", label, shown(*s, value),
                       s->unit == "ratio" ? "" : s->unit);
  }
}

std::string bar(double share) {
  return std::string(static_cast<size_t>(share * kBarWidth + 0.5), '#');
}

void add_causes(std::string& out, const CoreCounters& core) {
  if (core.issue_slots == 0) return;
  out += fmt::format("\n  where the {} issue slots went\n", grouped(core.issue_slots));
  for (size_t i = 0; i < kCauses; i++) {
    if (core.slots[i] == 0) continue;
    double share = static_cast<double>(core.slots[i]) / static_cast<double>(core.issue_slots);
    out += fmt::format("  {:<28}{:>18}  {:5.1f} % {}\n", cause_name(static_cast<Cause>(i)),
                       grouped(core.slots[i]), share * 100, bar(share));
  }
}

/// Microjoules, and each part as a share of the total.
void add_energy(std::string& out, const Counters& c, const Scope& scope) {
  Energy energy = energy_of(c, scope.config, scope.sms);
  auto total = static_cast<double>(energy.total());
  if (total == 0) return;
  out += fmt::format("\n  where the {:.3f} µJ went\n", total / 1e9);
  add_values(out, {"energy.power", "energy.edp"}, c, scope);
  for (size_t i = 0; i < kEnergyParts; i++) {
    if (energy.parts[i] == 0) continue;
    double share = static_cast<double>(energy.parts[i]) / total;
    out += fmt::format("  {:<28}{:>15.3f} µJ  {:5.1f} % {}\n",
                       energy_part_text(static_cast<EnergyPart>(i)).name,
                       static_cast<double>(energy.parts[i]) / 1e9, share * 100, bar(share));
  }
}

void add_branch_table(std::string& out, std::vector<BranchCounters> branches) {
  std::erase_if(branches, [](const BranchCounters& b) { return b.diverged == 0; });
  if (branches.empty()) return;
  std::stable_sort(
      branches.begin(), branches.end(),
      [](const BranchCounters& a, const BranchCounters& b) { return a.diverged > b.diverged; });
  out += fmt::format("\n  branches that diverged{}\n  {:>8}{:>14}{:>14}{:>14}{:>14}{:>14}\n",
                     branches.size() > kMostBranches
                         ? fmt::format(" (the first {} of {})", kMostBranches, branches.size())
                         : "",
                     "line", "executed", "diverged", "taken", "not taken", "cycles each");
  branches.resize(std::min(branches.size(), kMostBranches));
  for (const BranchCounters& b : branches)
    out += fmt::format("  {:>8}{:>14}{:>14}{:>14}{:>14}{:>14}\n", b.line, grouped(b.executed),
                       grouped(b.diverged), grouped(b.taken), grouped(b.not_taken),
                       b.reconvergences == 0
                           ? "-"
                           : fmt::format("{:.1f}", static_cast<double>(b.reconverge_cycles) /
                                                       static_cast<double>(b.reconvergences)));
}

void add_counters(std::string& out, const Counters& c, const Scope& scope) {
  add_values(out,
             {"cycles", "derived.time", "thread_instructions", "warp_instructions", "derived.ipc",
              "derived.lane_utilisation", "derived.simd_efficiency", "derived.warp_occupancy",
              "blocks", "branches", "divergent_branches", "deepest_stack"},
             c, scope);
  if (c.memory.requests > 0)
    add_values(out,
               {"derived.transactions_per_request", "derived.l1_miss_rate", "derived.l2_miss_rate",
                "derived.row_hit_rate", "derived.dram_bandwidth", "derived.dram_utilisation"},
               c, scope);
  if (c.core.dwf.warps_formed > 0)
    add_values(out,
               {"derived.dwf_lut_hit_rate", "dwf.lane_conflicts", "dwf.crossbar_stalls",
                "derived.dwf_pool_warps", "derived.dwf_pool_pcs", "dwf.pool.longest_wait"},
               c, scope);
  add_causes(out, c.core);
  add_energy(out, c, scope);
}

std::string dimensions(const std::array<uint32_t, 3>& d) {
  if (d[2] != 1) return fmt::format("{}×{}×{}", d[0], d[1], d[2]);
  return d[1] != 1 ? fmt::format("{}×{}", d[0], d[1]) : fmt::format("{}", d[0]);
}

void add_launches(std::string& out, const RunStatistics& run) {
  for (const LaunchStatistics& launch : run.launches) {
    const std::string number =
        run.all_launches ? fmt::format("launch {}: ", launch.number) : std::string();
    out += fmt::format("\n{}{} <<<{}, {}>>>{}\n", number, demangled(launch.kernel),
                       dimensions(launch.grid), dimensions(launch.block),
                       launch.partial ? "  (stopped: statistics so far)" : "");
    add_counters(out, launch.total, {run.config, static_cast<uint32_t>(launch.sms.size())});
    add_branch_table(out, launch.branches);
  }
}

void add_kernels(std::string& out, const RunStatistics& run) {
  for (const KernelStatistics& kernel : by_kernel(run)) {
    out += fmt::format("\n{}: {} launch{}\n", demangled(kernel.kernel), kernel.launches,
                       kernel.launches == 1 ? "" : "es");
    add_counters(out, kernel.total, {run.config, run.config.sms});
    add_branch_table(out, kernel.branches);
  }
}

}  // namespace

std::string to_table(const RunStatistics& run) {
  std::string out = fmt::format("{} on {} ({} SMs)\n", run.arch, run.config.name, run.config.sms);
  if (run.all_launches)
    out += fmt::format("timed: {} of {} launches; the others ran functionally{}\n",
                       run.launches.size(), *run.all_launches,
                       run.warmed ? " and warmed the L2" : " and left the caches as they were");
  if (run.launches.size() <= kMostLaunches)
    add_launches(out, run);
  else
    add_kernels(out, run);
  if (run.launches.size() > 1) {
    out += fmt::format("\nall {} launches{}\n", run.launches.size(),
                       run.partial ? "  (stopped: statistics so far)" : "");
    add_counters(out, run.total, {run.config, run.config.sms});
  }
  return out;
}

}  // namespace heddle
