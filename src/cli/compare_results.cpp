#include "cli/compare_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/terminal.hpp"
#include "config/effective.hpp"
#include "json/json.hpp"
#include "stats/statistics_json.hpp"
#include "stats/text.hpp"
#include "study/statistic_value.hpp"

namespace heddle {

namespace {

/// One row of the study under one arch.
struct Contender {
  const study::Row& row;
  std::string arch;
  const study::RunDescription& run;
  study::RunState state;
  const Json& result;  // null if it did not finish

  bool done() const { return result.is_object() && (!failed() || result.contains("differs")); }
  bool failed() const { return result.is_object() && result.contains("failure"); }
  std::string failure() const { return failed() ? result["failure"].get<std::string>() : ""; }
  std::optional<double> value(std::string_view statistic) const {
    if (!done()) return std::nullopt;
    const double found =
        study::statistic_value(failed() ? result["differs"] : result, {}, 0, statistic);
    return std::isnan(found) ? std::nullopt : std::optional(found);
  }
  Json count(std::string_view statistic) const {
    auto found = value(statistic);
    return found ? Json(static_cast<uint64_t>(*found)) : Json(nullptr);
  }
};

/// Rows, each under all archs in order.
std::vector<Contender> contenders_of(const CompareResults& r) {
  std::vector<Contender> all;
  for (size_t row = 0; row < r.study.rows.size(); row++)
    for (size_t arch = 0; arch < r.archs; arch++) {
      const size_t run = r.execution.plan.run_of[arch][row];
      all.push_back({r.study.rows[row], r.study.variants[arch].title, r.execution.plan.runs[run],
                     r.execution.states[run], r.execution.results[run]});
    }
  return all;
}

std::optional<double> speed_up(const Contender& first, const Contender& c) {
  const auto base = first.value("cycles"), mine = c.value("cycles");
  if (!base || !mine || *mine == 0) return std::nullopt;
  return *base / *mine;
}

/// The value relative to the first arch.
std::optional<double> ratio(const Contender& first, const Contender& c,
                            std::string_view statistic) {
  auto base = first.value(statistic), mine = c.value(statistic);
  if (!base || !mine || *base == 0) return std::nullopt;
  return *mine / *base;
}

std::string verdict(const Contender& c) {
  if (c.done()) return c.failed() ? "DIFFERS" : "ok";
  if (!c.failed()) return c.state == study::RunState::Stopped ? "stopped" : "not run";
  const auto status = c.result.find("status");  // of a program
  return status == c.result.end() ? "FAILED" : fmt::format("status {}", status->get<int>());
}

Json row_json(const Contender& first, const Contender& c) {
  auto number = [](std::optional<double> v) { return v ? Json(*v) : Json(nullptr); };
  Json row{{"name", c.row.label}, {"arch", c.arch}, {"results", verdict(c)}};
  if (!c.row.is_program)
    if (auto workload = chosen_workload(run_target_of(c.run)))
      row["workload"] = workload_json(*workload);
  if (c.result.is_object() && c.result.contains("launches")) row["launches"] = c.result["launches"];
  for (const char* name : {"cycles", "thread_instructions", "warp_instructions"})
    row[name] = c.count(name);
  row["ipc"] = number(c.value("derived.ipc"));
  row["lane_utilisation"] = number(c.value("derived.lane_utilisation"));
  row["energy"] = number(c.value("energy.total"));
  row["edp"] = number(c.value("energy.edp"));
  row["speed_up"] = number(speed_up(first, c));
  row["failure"] = c.failed() ? Json(c.failure()) : Json(nullptr);
  return row;
}

}  // namespace

void print_comparison(const CompareResults& r) {
  const std::vector<Contender> contenders = contenders_of(r);
  size_t name_width = 4, arch_width = 12;
  for (const Contender& c : contenders) {
    name_width = std::max(name_width, c.row.label.size());
    arch_width = std::max(arch_width, c.arch.size());
  }
  auto print_line = [&](std::string_view name, std::string_view arch, const auto&... cells) {
    print_out(fmt::format("{:<{}}  {:<{}}{:>14}{:>8}{:>9}{:>10}{:>8}{:>8}  {}\n", name, name_width,
                          arch, arch_width, cells...));
  };
  auto number = [](std::optional<double> v, double scale, const char* unit) {
    return v ? fmt::format("{:.2f}{}", *v * scale, unit) : std::string("-");
  };
  print_line("name", "arch", "cycles", "IPC", "lanes", "speed-up", "energy", "EDP", "results");
  for (size_t i = 0; i < contenders.size(); i++) {
    const Contender &c = contenders[i], &first = contenders[i - i % r.archs];
    print_line(c.row.label, c.arch, c.done() ? grouped(c.count("cycles").get<uint64_t>()) : "-",
               number(c.value("derived.ipc"), 1, ""),
               number(c.value("derived.lane_utilisation"), 100, " %"),
               number(speed_up(first, c), 1, ""), number(ratio(first, c, "energy.total"), 1, ""),
               number(ratio(first, c, "energy.edp"), 1, ""), verdict(c));
  }
}

bool print_compare_failures(const CompareResults& r) {
  bool good = true, of_program = false;
  for (const Contender& c : contenders_of(r)) {
    if (!c.failed()) continue;
    good = false;
    of_program |= c.row.is_program;
    print_error(fmt::format("heddle: {} under {}: {}", c.row.label, c.arch, c.failure()));
  }
  if (of_program)
    print_error(
        "heddle: to see what the program prints, run it under one arch: heddle cuda --arch "
        "NAME -- ...");
  return good;
}

std::string comparison_json(const CompareResults& r) {
  const std::vector<Contender> contenders = contenders_of(r);
  Json json;
  json["schema"] = "heddle-compare/2";
  json["partial"] = r.partial;
  for (size_t arch = 0; arch < r.archs; arch++)
    json["configs"][contenders[arch].arch] =
        parse_json(effective_json(machine_of(contenders[arch].run)));
  json["rows"] = Json::array();
  for (size_t i = 0; i < contenders.size(); i++)
    json["rows"].push_back(row_json(contenders[i - i % r.archs], contenders[i]));
  return indented(json);
}

}  // namespace heddle
