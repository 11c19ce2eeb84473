#include "cli/sweep_results.hpp"

#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "json/json.hpp"
#include "report/page.hpp"
#include "study/sweep.hpp"

namespace heddle {

namespace {

/// Lines of the table that are printed; the rest is in the files.
constexpr size_t kMostLines = 60;

std::string json_text(const query::Frame& frame, const SweepResults& r) {
  Json json{{"schema", "heddle-sweep/1"}, {"partial", r.partial}};
  const Json frame_json = query::to_json(frame);
  for (const auto& [key, value] : frame_json.items()) json[key] = value;
  json["refused"] = Json::array();
  for (const study::RefusedRun& refused : r.refused)
    json["refused"].push_back({{"workload", r.study.rows[refused.row].label},
                               {"machine", r.study.variants[refused.variant].name},
                               {"why", refused.why}});
  json["keys"] = r.plan.keys;
  return indented(json, 1);
}

}  // namespace

void SweepFiles::add_to(OutputPlan& plan) const {
  plan.writes(csv, "--csv");
  plan.writes(json, "--json");
  if (!report.empty()) plan.writes(report::prepare_report(report), "--report");
}

void print_sweep(const SweepResults& r) {
  const query::Frame frame = query::make_frame(r.records, r.metrics);
  print_out(query::to_text(frame, kMostLines));
  if (frame.lines.size() > kMostLines) print_out("(all lines: --csv FILE, or heddle query)\n");
  print_out(refusals_text(r.study, {r.refused.begin(), r.refused.end()}));
  auto plural = [](size_t n) { return n == 1 ? "" : "s"; };
  const size_t runs = r.plan.runs.size(), skipped = r.refused.size();
  print_out(fmt::format("{} run{}, {} of them from the store; {} combination{} skipped\n", runs,
                        plural(runs), r.known, skipped, plural(skipped)));
}

void write_sweep(const SweepResults& r, const SweepFiles& files) {
  const query::Frame frame = query::make_frame(r.records, r.metrics);
  write_results({{files.csv, [&] { return query::to_csv(frame); }},
                 {files.json, [&] { return json_text(frame, r); }}});
  if (files.report.empty() || r.partial) return;
  report::Contents contents{r.study.title, r.command, {}};
  contents.sweeps.push_back(report::sweep_data(
      r.study, frame, query::frame_by_kernel(r.records, r.metrics), r.refused, r.command));
  print_out(fmt::format("report: {}\n", report::write_report(files.report, contents).string()));
}

}  // namespace heddle
