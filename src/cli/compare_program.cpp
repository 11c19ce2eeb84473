#include "cli/compare_program.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "cli/cuda_options.hpp"
#include "cli/outputs.hpp"
#include "cli/program_report.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "config/effective.hpp"
#include "json/json.hpp"
#include "report/page.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

struct ProgramRow {
  std::string arch;
  cuda::ProgramRun run;
  cuda::ProgramOutcome outcome;

  bool good() const { return outcome.status == 0 && !outcome.partial(); }
  std::optional<double> value(std::string_view name) const {
    if (!good()) return std::nullopt;
    const auto found =
        find_statistic(name)->value(outcome.statistics.total, {*run.machine, run.machine->sms});
    if (!found) return std::nullopt;
    return std::visit([](auto v) { return static_cast<double>(v); }, *found);
  }
  uint64_t cycles() const {
    uint64_t sum = 0;
    for (const cuda::LaunchRecord& r : outcome.records.launches) sum += r.cycles;
    return sum;
  }
  std::string verdict() const {
    return outcome.status != 0 ? fmt::format("status {}", outcome.status)
           : outcome.partial() ? "FAILED"
                               : "ok";
  }
};

std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b == 0) return std::nullopt;
  return *a / *b;
}

std::optional<double> speed_up(const ProgramRow& first, const ProgramRow& row) {
  if (!first.good() || !row.good()) return std::nullopt;
  return ratio(static_cast<double>(first.cycles()), static_cast<double>(row.cycles()));
}

void print_program_table(const std::vector<ProgramRow>& rows, const std::string& name) {
  size_t width = 12;
  for (const ProgramRow& row : rows) width = std::max(width, row.arch.size());
  auto line = [&](std::string_view program, std::string_view arch, const auto&... cells) {
    print_out(fmt::format("{:<{}}  {:<{}}{:>14}{:>8}{:>9}{:>10}{:>8}{:>8}  {}\n", program,
                          std::max<size_t>(4, name.size()), arch, width, cells...));
  };
  auto number = [](std::optional<double> v, double scale, const char* unit) {
    return v ? fmt::format("{:.2f}{}", *v * scale, unit) : std::string("-");
  };
  line("name", "arch", "cycles", "IPC", "lanes", "speed-up", "energy", "EDP", "results");
  for (const ProgramRow& row : rows) {
    const ProgramRow& first = rows.front();
    line(name, row.arch, row.good() ? grouped(row.cycles()) : "-",
         number(row.value("derived.ipc"), 1, ""),
         number(row.value("derived.lane_utilisation"), 100, " %"),
         number(speed_up(first, row), 1, ""),
         number(ratio(row.value("energy.total"), first.value("energy.total")), 1, ""),
         number(ratio(row.value("energy.edp"), first.value("energy.edp")), 1, ""), row.verdict());
  }
}

std::string program_json(const std::vector<ProgramRow>& rows, const std::string& name) {
  auto number = [](std::optional<double> v) { return v ? Json(*v) : Json(nullptr); };
  Json json;
  json["schema"] = "heddle-compare/2";
  json["partial"] = rows.back().outcome.signal != 0;
  for (const ProgramRow& row : rows)
    json["configs"][row.arch] = parse_json(effective_json(*row.run.machine));
  json["rows"] = Json::array();
  for (const ProgramRow& row : rows) {
    const CoreCounters& core = row.outcome.statistics.total.core;
    json["rows"].push_back(
        {{"name", name},
         {"arch", row.arch},
         {"results", row.verdict()},
         {"launches", row.outcome.records.launches.size()},
         {"cycles", row.good() ? Json(row.cycles()) : Json(nullptr)},
         {"thread_instructions", row.good() ? Json(core.thread_instructions) : Json(nullptr)},
         {"warp_instructions", row.good() ? Json(core.warp_instructions) : Json(nullptr)},
         {"ipc", number(row.value("derived.ipc"))},
         {"lane_utilisation", number(row.value("derived.lane_utilisation"))},
         {"energy", number(row.value("energy.total"))},
         {"edp", number(row.value("energy.edp"))},
         {"speed_up", number(speed_up(rows.front(), row))},
         {"failure", row.good() ? Json(nullptr) : Json(row.verdict())}});
  }
  return indented(json);
}

void report_rows(const std::vector<ProgramRow>& rows, const ProgramComparison& c) {
  ProgramReport report{c.report,
                       program_command_line("compare", c.arch_text, c.machine, c.program),
                       c.archs,
                       c.machine,
                       {}};
  for (const ProgramRow& row : rows) report.runs.push_back({&row.run, &row.outcome});
  print_out(fmt::format("report: {}\n", write_program_report(report)));
}

}  // namespace

int compare_program(const ProgramComparison& c) {
  std::vector<ProgramRow> rows;
  CudaOptions options;
  options.machine = c.machine;
  options.check = c.check;
  for (const std::string& arch : c.archs) {
    cuda::ProgramRun run = make_program_run(options, c.program, arch, true);
    run.quiet = true;
    run.settings.progress = false;
    const std::string name = arch_name(*run.machine);
    rows.push_back({name, std::move(run), {}});
  }
  OutputPlan plan;
  plan_machine(plan, c.machine.preset, c.archs);
  plan_plugins(plan, c.machine.plugins);
  plan_program(plan, c.program);
  plan.writes(c.json, "--json");
  if (!c.report.empty()) plan.writes(report::prepare_report(c.report), "--report");
  check_outputs(plan);
  const std::string name = std::filesystem::path(c.program.at(0)).filename().string();
  size_t done = 0;
  for (ProgramRow& row : rows) {
    print_progress("compare", done++, rows.size());
    row.outcome = cuda::run_program(row.run);
    if (row.outcome.signal != 0) break;
  }
  print_progress({}, 0, 0);
  print_program_table(rows, name);
  write_results({{c.json, [&] { return program_json(rows, name); }}});
  const bool stopped = rows.back().outcome.signal != 0 || interrupt_flag();
  if (!c.report.empty() && !stopped) report_rows(rows, c);
  if (rows.back().outcome.signal != 0 || interrupt_flag()) throw InterruptedError("interrupted");
  const bool good = std::ranges::all_of(rows, &ProgramRow::good);
  if (!good)
    print_error(
        "heddle: to see what the program prints, run it under one arch: heddle cuda --arch "
        "NAME -- ...");
  return good ? kSuccess : kKernelFailed;
}

}  // namespace heddle
