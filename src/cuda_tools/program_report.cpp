// What a run of a CUDA program is reported as: a table per kernel name, and JSON with every launch.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/demangle.hpp"
#include "config/effective.hpp"
#include "cuda_tools/program_run.hpp"
#include "json/json.hpp"
#include "stats/statistics_json.hpp"
#include "stats/text.hpp"

namespace heddle::cuda {

namespace {

constexpr size_t kNameWidth = 40, kMostCauses = 2;
constexpr double kWarp = 32;

std::string percent(double part, double all) {
  return all > 0 ? fmt::format("{:.1f} %", 100 * part / all) : "-";
}

/// The largest causes of issue slots that went unused.
std::string causes(const CoreCounters& core) {
  std::vector<size_t> order;
  for (size_t i = 0; i < kCauses; i++)
    if (static_cast<Cause>(i) != Cause::Issued && core.slots[i] > 0) order.push_back(i);
  std::ranges::stable_sort(order, std::greater{}, [&](size_t i) { return core.slots[i]; });
  std::string text;
  for (size_t n = 0; n < std::min(kMostCauses, order.size()); n++)
    text += fmt::format(
        "{}{} {:.0f} %", n ? ", " : "", cause_name(static_cast<Cause>(order[n])),
        100.0 * static_cast<double>(core.slots[order[n]]) / static_cast<double>(core.issue_slots));
  return text;
}

std::string shortened(const std::string& kernel) {
  std::string name = kernel_label(kernel);
  if (name.size() > kNameWidth) name.replace(kNameWidth - 3, name.npos, "...");
  return name;
}

Json launch_json(const LaunchRecord& r, const MachineConfig& config) {
  Json out{{"number", r.number}, {"kernel", r.stats.kernel}};
  if (std::string shown = demangled(r.stats.kernel); shown != r.stats.kernel)
    out["demangled"] = shown;
  out["grid"] = r.stats.grid;
  out["block"] = r.stats.block;
  out["shared_bytes"] = r.stats.shared_bytes;
  out["timed"] = r.timed;
  out["partial"] = r.stats.partial;
  out["error"] = r.error.empty() ? Json(nullptr) : Json(r.error);
  out["blocks"] = r.counts.blocks;
  out["warp_instructions"] = r.counts.warp_instructions;
  out["thread_instructions"] = r.counts.thread_instructions;
  if (!r.timed) return out;
  out["cycles"] = r.cycles;
  out["total"] = counters_json(r.stats.total, {config, config.sms});
  return out;
}

}  // namespace

std::vector<KernelTotals> kernel_totals(const Records& records) {
  std::vector<KernelTotals> rows;
  std::map<std::string, size_t> index;
  std::vector<uint64_t> most;
  for (const LaunchRecord& r : records.launches) {
    auto [at, added] = index.try_emplace(r.stats.kernel, rows.size());
    if (added) {
      rows.emplace_back().name = r.stats.kernel;
      most.push_back(0);
    }
    KernelTotals& row = rows[at->second];
    row.launches++;
    row.timed += r.timed;
    row.failed += !r.error.empty();
    row.cycles += r.cycles;
    row.counts.blocks += r.counts.blocks;
    row.counts.warp_instructions += r.counts.warp_instructions;
    row.counts.thread_instructions += r.counts.thread_instructions;
    if (r.timed) add_launch(row.total, r.stats.total);
    if (added || r.counts.thread_instructions > most[at->second]) {
      most[at->second] = r.counts.thread_instructions;
      row.largest_launch = r.number;
    }
  }
  return rows;
}

std::string kernel_label(const std::string& kernel) {
  std::string name = demangled(kernel);
  // The parentheses of the parameters, not those of "(anonymous namespace)" or a lambda.
  int depth = 0;
  for (size_t i = name.size(); i-- > 0;) {
    depth += (name[i] == ')') - (name[i] == '(');
    if (name[i] == '(' && depth == 0 && i > 0) {
      name.resize(i);
      break;
    }
  }
  if (name.starts_with("void ")) name.erase(0, 5);
  return name;
}

std::string kernel_table(const ProgramOutcome& outcome, const ProgramRun& run) {
  const bool timed = run.settings.timed;
  std::string out;
  if (outcome.records.launches.empty()) return "heddle: the program launched no kernel\n";
  const std::vector<KernelTotals> rows = kernel_totals(outcome.records);
  size_t width = 6;
  for (const KernelTotals& row : rows) width = std::max(width, shortened(row.name).size());
  if (timed)
    out += fmt::format("{:<{}}{:>9}{:>15}{:>9}{:>9}  {}\n", "kernel", width, "launches", "cycles",
                       "IPC", "SIMD", "slots lost to");
  else
    out += fmt::format("{:<{}}{:>9}{:>12}{:>20}{:>9}\n", "kernel", width, "launches", "blocks",
                       "thread instructions", "SIMD");
  for (const KernelTotals& row : rows) {
    const auto threads = static_cast<double>(row.counts.thread_instructions);
    const std::string simd =
        percent(threads, kWarp * static_cast<double>(row.counts.warp_instructions));
    out += fmt::format("{:<{}}{:>9}", shortened(row.name), width, row.launches);
    if (timed && row.timed > 0) {
      const Scope scope{*run.machine, run.machine->sms};
      const auto value = find_statistic("derived.simd_efficiency")->value(row.total, scope);
      out += fmt::format("{:>15}{:>9.2f}{:>9}  {}", grouped(row.cycles),
                         static_cast<double>(row.total.core.thread_instructions) /
                             static_cast<double>(std::max<uint64_t>(1, row.cycles)),
                         value ? fmt::format("{:.1f} %", 100 * std::get<double>(*value)) : "-",
                         causes(row.total.core));
      if (row.timed < row.launches) out += fmt::format(" ({} timed)", row.timed);
    } else if (timed) {
      out += fmt::format("{:>15}{:>9}{:>9}  not timed", "-", "-", simd);
    } else {
      out += fmt::format("{:>12}{:>20}{:>9}", grouped(row.counts.blocks),
                         grouped(row.counts.thread_instructions), simd);
    }
    if (row.failed) out += fmt::format(" ({} FAILED)", row.failed);
    out += '\n';
  }
  if (timed && !run.settings.launches.all())
    out +=
        fmt::format("timed: {} of {} launches; the others ran functionally and {}\n",
                    std::ranges::count_if(outcome.records.launches, &LaunchRecord::timed),
                    outcome.records.launches.size(),
                    run.settings.launches.warm ? "warmed the L2" : "left the caches as they were");
  return out;
}

std::string outcome_json(const ProgramOutcome& outcome, const ProgramRun& run) {
  const MachineConfig& config = *run.machine;
  Json out;
  out["schema"] = "heddle-cuda/1";
  out["program"] = run.command;
  out["status"] = outcome.status;
  out["partial"] = outcome.partial();
  out["arch"] = run.settings.timed ? Json(outcome.statistics.arch) : Json(nullptr);
  if (run.settings.timed) {
    out["config"] = parse_json(effective_json(config));
    out["total"] = counters_json(outcome.statistics.total, {config, config.sms});
    out["warmed"] = run.settings.launches.warm;
  }
  out["kernels"] = Json::array();
  for (const KernelTotals& row : kernel_totals(outcome.records)) {
    Json kernel{{"kernel", row.name},
                {"launches", row.launches},
                {"timed", row.timed},
                {"blocks", row.counts.blocks},
                {"warp_instructions", row.counts.warp_instructions},
                {"thread_instructions", row.counts.thread_instructions}};
    if (std::string shown = demangled(row.name); shown != row.name) kernel["demangled"] = shown;
    if (row.timed) {
      kernel["cycles"] = row.cycles;
      kernel["total"] = counters_json(row.total, {config, config.sms});
    }
    out["kernels"].push_back(std::move(kernel));
  }
  out["launches"] = Json::array();
  for (const LaunchRecord& r : outcome.records.launches)
    out["launches"].push_back(launch_json(r, config));
  return indented(out);
}

}  // namespace heddle::cuda
