// The statistics of a run as JSON.
#include "stats/statistics_json.hpp"

#include "base/demangle.hpp"
#include "config/effective.hpp"
#include "stats/run_statistics.hpp"

namespace heddle {

namespace {

Json value_json(const std::optional<StatisticValue>& value) {
  if (!value) return nullptr;
  return std::visit([](auto v) { return Json(v); }, *value);
}

Json branches_json(const std::vector<BranchCounters>& branches) {
  Json out = Json::array();
  for (const BranchCounters& b : branches)
    out.push_back({{"pc", b.pc},
                   {"line", b.line},
                   {"executed", b.executed},
                   {"diverged", b.diverged},
                   {"taken", b.taken},
                   {"not_taken", b.not_taken},
                   {"interleavable", b.interleavable},
                   {"reconverge_cycles", b.reconverge_cycles},
                   {"reconvergences", b.reconvergences}});
  return out;
}

/// Adds the demangled name of a C++ kernel.
void add_demangled(Json& out, const std::string& kernel) {
  if (std::string shown = demangled(kernel); shown != kernel) out["demangled"] = shown;
}

Json launch_json(const LaunchStatistics& launch, const RunStatistics& run) {
  const MachineConfig& config = run.config;
  Json out;
  if (run.all_launches) out["number"] = launch.number;
  out["kernel"] = launch.kernel;
  add_demangled(out, launch.kernel);
  out["grid"] = launch.grid;
  out["block"] = launch.block;
  out["shared_bytes"] = launch.shared_bytes;
  out["partial"] = launch.partial;
  out["total"] = counters_json(launch.total, {config, static_cast<uint32_t>(launch.sms.size())});
  out["sms"] = Json::array();
  for (const Counters& sm : launch.sms) out["sms"].push_back(counters_json(sm, {config, 1}));
  out["branches"] = branches_json(launch.branches);
  if (launch.samples) out["samples"] = samples_json(*launch.samples);
  return out;
}

Json kernel_json(const KernelStatistics& kernel, const MachineConfig& config) {
  Json out{{"kernel", kernel.kernel}};
  add_demangled(out, kernel.kernel);
  out["launches"] = kernel.launches;
  out["total"] = counters_json(kernel.total, {config, config.sms});
  out["branches"] = branches_json(kernel.branches);
  return out;
}

}  // namespace

Json counters_json(const Counters& counters, const Scope& scope) {
  Json out = Json::object();
  for (const Statistic& s : statistics()) {
    auto value = s.value(counters, scope);
    if (!value && !s.is_derived()) continue;
    Json* place = &out;
    std::string_view rest = s.name;
    for (size_t dot; (dot = rest.find('.')) != std::string_view::npos; rest.remove_prefix(dot + 1))
      place = &(*place)[std::string(rest.substr(0, dot))];
    (*place)[std::string(rest)] = value_json(value);
  }
  return out;
}

Json samples_json(const Samples& samples) {
  Json columns = Json::object();
  for (size_t i = 0; i < samples.names.size(); i++) {
    Json& column = columns[samples.names[i]] = Json::array();
    for (const auto& value : samples.columns[i]) column.push_back(value_json(value));
  }
  return {{"every", samples.every}, {"cycles", samples.cycles}, {"columns", std::move(columns)}};
}

Json workload_json(const ChosenWorkload& workload) {
  return {{"name", workload.name},
          {"size", workload.size},
          {"parameters", workload.parameters},
          {"seed", workload.seed}};
}

std::string to_json(const RunStatistics& run) {
  Json out;
  out["schema"] = kStatisticsSchema;
  out["arch"] = run.arch;
  out["partial"] = run.partial;
  if (run.all_launches) out["all_launches"] = *run.all_launches;
  if (run.all_launches) out["warmed"] = run.warmed;
  if (run.workload) out["workload"] = workload_json(*run.workload);
  out["config"] = parse_json(effective_json(run.config));
  out["total"] = counters_json(run.total, {run.config, run.config.sms});
  out["kernels"] = Json::array();
  for (const KernelStatistics& kernel : by_kernel(run))
    out["kernels"].push_back(kernel_json(kernel, run.config));
  out["launches"] = Json::array();
  for (const LaunchStatistics& launch : run.launches)
    out["launches"].push_back(launch_json(launch, run));
  return indented(out);
}

}  // namespace heddle
