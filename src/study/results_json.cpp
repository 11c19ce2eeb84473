#include "study/results_json.hpp"

#include <cmath>

#include "study/document.hpp"
#include "study/tools.hpp"

namespace heddle::study {

namespace {

std::string_view kind_name(TableKind kind) {
  switch (kind) {
    case TableKind::Metric: return "metric";
    case TableKind::Variants: return "variants";
    case TableKind::Rows: return "rows";
    case TableKind::Time: break;
  }
  return "time";
}

}  // namespace

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json claim_json(const ClaimResult& r, const std::string& size) {
  Json measures = Json::array();
  for (size_t i = 0; i < r.values.size(); i++) {
    const Measure& m = r.claim->measures[i];
    Json band = m.band ? Json::array({m.band->first, m.band->second}) : Json(nullptr);
    measures.push_back({{"title", m.title},
                        {"ours", finite(r.values[i])},
                        {"text", number_text(r.values[i], m.unit, m.digits)},
                        {"paper", m.paper ? Json(*m.paper) : Json(nullptr)},
                        {"paper_text", m.paper ? number_text(*m.paper, m.unit, m.digits) : ""},
                        {"band", band},
                        {"band_text", band_text(m)},
                        {"unit", m.unit}});
  }
  Json json{{"id", r.claim->id},
            {"text", r.claim->text},
            {"paper", paper_text(*r.claim)},
            {"in_words", !r.claim->paper.empty()},
            {"ours", measured_text(r)},
            {"verdict", verdict_name(r.verdict)},
            {"construction", r.claim->construction},
            {"reason", reason_text(r, size)},
            {"measures", std::move(measures)}};
  if (r.divided_by_zero) json["why"] = "division by zero";
  return json;
}

Json table_json(const Study& study, const TableResult& t) {
  Json lines = list_of(t.lines, [](const TableLine& line) -> Json {
    return {{"label", line.label},
            {"ours", list_of(line.cells, [](const Cell& c) { return finite(c.ours); })},
            {"paper", list_of(line.cells, [](const Cell& c) {
               return c.paper ? Json(*c.paper) : Json(nullptr);
             })}};
  });
  return {{"id", t.table->id},
          {"title", t.table->title},
          {"note", t.table->note},
          {"digits", t.table->digits},
          {"mean", t.table->mean},
          {"kind", kind_name(t.table->kind)},
          {"variants",
           list_of(t.table->variants, [&](size_t v) -> Json { return study.variants[v].name; })},
          {"header", t.header},
          {"lines", std::move(lines)}};
}

Json to_json(const Study& study, const std::string& size, const Plan& plan,
             std::span<const Json> results, const Evaluation& evaluation) {
  Json json{{"paper", study.paper},
            {"size", size},
            {"claims",
             list_of(evaluation.claims, [&](const ClaimResult& r) { return claim_json(r, size); })},
            {"tables", list_of(evaluation.tables,
                               [&](const TableResult& t) { return table_json(study, t); })},
            {"runs", Json::array()}};
  for (size_t i = 0; i < plan.runs.size(); i++)
    if (!find_tool(plan.runs[i].tool)->pictures)
      json["runs"].push_back(
          {{"key", plan.keys[i]}, {"run", to_json(plan.runs[i])}, {"result", results[i]}});
  return json;
}

}  // namespace heddle::study
