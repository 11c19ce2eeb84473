#include "study/results_json.hpp"

#include <cmath>

#include "study/ablation_text.hpp"
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

namespace {

Json measures_json(const Claim& claim, const std::vector<double>& values) {
  Json measures = Json::array();
  for (size_t i = 0; i < values.size(); i++) {
    const Measure& m = claim.measures[i];
    Json band = m.band ? Json::array({m.band->first, m.band->second}) : Json(nullptr);
    measures.push_back({{"title", m.title},
                        {"ours", finite(values[i])},
                        {"text", number_text(values[i], m.unit, m.digits)},
                        {"paper", m.paper ? Json(*m.paper) : Json(nullptr)},
                        {"paper_text", m.paper ? number_text(*m.paper, m.unit, m.digits) : ""},
                        {"band", band},
                        {"band_text", band_text(m)},
                        {"unit", m.unit}});
  }
  return measures;
}

Json ablation_json(const Claim& claim, const AblationResult& a) {
  return {{"name", a.ablation->name},
          {"title", a.ablation->title},
          {"reading", a.ablation->reading},
          {"changes", a.ablation->changes},
          {"ours", values_text(claim, a.values)},
          {"verdict", verdict_name(a.verdict)},
          {"measures", measures_json(claim, a.values)}};
}

}  // namespace

Json claim_json(const ClaimResult& r, const std::string& size) {
  Json json{{"id", r.claim->id},
            {"text", r.claim->text},
            {"paper", paper_text(*r.claim)},
            {"in_words", !r.claim->paper.empty()},
            {"ours", measured_text(r)},
            {"verdict", verdict_name(r.verdict)},
            {"construction", r.claim->construction},
            {"reason", reason_text(r, size)},
            {"measures", measures_json(*r.claim, r.values)}};
  if (!r.why.empty()) json["why"] = r.why;
  if (std::string at = judged_size(*r.claim, size); at != size) json["size"] = at;
  if (!r.ablations.empty())
    json["ablations"] =
        list_of(r.ablations, [&](const AblationResult& a) { return ablation_json(*r.claim, a); });
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
