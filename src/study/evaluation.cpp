#include "study/evaluation.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace heddle::study {

namespace {

const Json* member(const Json& json, std::string_view name) {
  if (json.is_array()) {
    size_t index = json.size();
    std::from_chars(name.data(), name.data() + name.size(), index);
    return index < json.size() ? &json[index] : nullptr;
  }
  if (!json.is_object()) return nullptr;
  auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

/// "l1.reads" of nested objects; of a list, "structures.0.bits".
double number_at(const Json* json, std::string_view path) {
  while (json && !path.empty()) {
    std::string_view name = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    json = member(*json, name);
  }
  return json && json->is_number() ? json->get<double>() : kNothing;
}

class Evaluator {
 public:
  Evaluator(const Study& study, const Plan& plan, std::span<const Json> results)
      : study_(study), plan_(plan), results_(results) {}

  Evaluation evaluate_all() {
    Evaluation all;
    for (const Table& t : study_.tables)
      all.tables.push_back(t.metric.empty() ? by_variant(t) : by_row(t));
    for (const Claim& c : study_.claims) all.claims.push_back(judge(c));
    all.failures = failures();
    return all;
  }

 private:
  // ---- values

  /// What counts for a row in a run's result: of one kernel, or of all.
  double statistic(const Json& result, const Row& row, std::string_view name) const {
    const Json* total = nullptr;
    if (row.kernel.empty()) {
      if (auto found = result.find("total"); found != result.end()) total = &*found;
    } else if (auto kernels = result.find("kernels"); kernels != result.end()) {
      if (auto k = kernels->find(row.kernel); k != kernels->end()) total = &k->at("total");
    }
    double value = number_at(total, name);
    return std::isnan(value) ? number_at(&result, name) : value;
  }

  double metric(const std::string& name, size_t variant, size_t row) const {
    size_t run = plan_.run_of[variant][row];
    if (run == Plan::kNone || !results_[run].is_object()) return kNothing;
    return evaluate_number(study_.metrics.at(name), [&](const Expression& statistic_name) {
      return Values{statistic(results_[run], study_.rows[row], statistic_name.text)};
    });
  }

  size_t variant_index(std::string_view name) const {
    return static_cast<size_t>(study_.find_variant(name) - study_.variants.data());
  }

  /// metric[variant], metric[variant, row], metric[variant, @set]; `line`: what `$` stands for.
  Values look_up(const Expression& name, std::string_view line) const {
    size_t variant = variant_index(name.subscripts[0] == "$" ? line : name.subscripts[0]);
    std::string_view rows = "@all";
    if (name.subscripts.size() > 1) rows = name.subscripts[1];
    if (!rows.starts_with('@')) {
      auto row = static_cast<size_t>(study_.find_row(rows) - study_.rows.data());
      return {metric(name.text, variant, row)};
    }
    Values values;
    for (size_t row : study_.sets.at(std::string(rows.substr(1))))
      values.push_back(metric(name.text, variant, row));
    return values;
  }
  double value_of(const Expression& e, std::string_view line = {}) const {
    return evaluate_number(e, [&](const Expression& name) { return look_up(name, line); });
  }

  // ---- tables

  static std::optional<double> paper_value(const Table& t, const std::string& variant,
                                           const std::string& label) {
    auto values = t.paper.find(variant);
    if (values == t.paper.end()) return std::nullopt;
    auto value = values->second.find(label);
    return value == values->second.end() ? std::nullopt : std::optional(value->second);
  }

  TableResult by_row(const Table& t) const {
    TableResult result{&t, {""}, {}};
    for (size_t v : t.variants) result.header.push_back(study_.variants[v].title);
    for (size_t row : t.rows) {
      TableLine& line = result.lines.emplace_back();
      line.label = study_.rows[row].label;
      for (size_t v : t.variants)
        line.cells.push_back(
            {metric(t.metric, v, row), paper_value(t, study_.variants[v].name, line.label)});
    }
    if (!t.mean.empty()) add_mean(t, result);
    return result;
  }

  void add_mean(const Table& t, TableResult& result) const {
    TableLine mean{t.mean, {}};
    for (size_t column = 0; column < t.variants.size(); column++) {
      Values values;
      for (const TableLine& line : result.lines) values.push_back(line.cells[column].ours);
      Expression call = parse_expression(t.mean + "(x)");
      mean.cells.push_back({evaluate_number(call, [&](const Expression&) { return values; }),
                            paper_value(t, study_.variants[t.variants[column]].name, t.mean)});
    }
    result.lines.push_back(std::move(mean));
  }

  TableResult by_variant(const Table& t) const {
    TableResult result{&t, {""}, {}};
    for (const Column& c : t.columns) result.header.push_back(c.title);
    for (size_t v : t.variants) {
      const Variant& variant = study_.variants[v];
      TableLine& line = result.lines.emplace_back();
      line.label = variant.title;
      for (const Column& c : t.columns)
        line.cells.push_back(
            {value_of(c.value, variant.name), paper_value(t, variant.name, c.title)});
    }
    return result;
  }

  // ---- claims

  static bool same_sign(double a, double b) { return (a > 0) == (b > 0) && (a < 0) == (b < 0); }

  ClaimResult judge(const Claim& claim) const {
    ClaimResult result{&claim, {}, Verdict::Reported};
    bool measured = true, signs = true, inside = true, has_band = false;
    for (const Measure& m : claim.measures) {
      double value = result.values.emplace_back(value_of(m.value));
      measured = measured && !std::isnan(value);
      if (m.paper) signs = signs && same_sign(value, *m.paper);
      if (!m.band) continue;
      has_band = true;
      inside = inside && value >= m.band->first && value <= m.band->second;
    }
    double holds = claim.holds ? value_of(*claim.holds) : signs;
    if (!measured || std::isnan(holds))
      result.verdict = Verdict::NotMeasured;
    else if (claim.reported)
      result.verdict = Verdict::Reported;
    else if (claim.holds && holds == 0)
      result.verdict = Verdict::NotHeld;
    else if (has_band && inside)
      result.verdict = Verdict::Close;
    else
      result.verdict = holds != 0 ? Verdict::Held : Verdict::NotHeld;
    return result;
  }

  std::vector<RunFailure> failures() const {
    std::vector<RunFailure> all;
    for (size_t v = 0; v < study_.variants.size(); v++)
      for (size_t row : study_.variants[v].rows) {
        const Json& result = results_[plan_.run_of[v][row]];
        if (result.is_object() && result.contains("failure"))
          all.push_back({study_.variants[v].name, study_.rows[row].label,
                         result["failure"].get<std::string>()});
      }
    return all;
  }

  const Study& study_;
  const Plan& plan_;
  std::span<const Json> results_;
};

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Close: return "close";
    case Verdict::Held: return "held";
    case Verdict::NotHeld: return "not held";
    case Verdict::Reported: return "reported";
    case Verdict::NotMeasured: break;
  }
  return "not measured";
}

Evaluation evaluate(const Study& study, const Plan& plan, std::span<const Json> results) {
  return Evaluator(study, plan, results).evaluate_all();
}

std::string number_text(double value, const std::string& unit, int digits) {
  if (std::isnan(value)) return "–";
  bool sign = unit.starts_with('+');
  std::string number =
      sign ? fmt::format("{:+.{}f}", value, digits) : fmt::format("{:.{}f}", value, digits);
  std::string shown = unit.substr(sign);
  return shown.empty() ? number : fmt::format("{} {}", number, shown);
}

}  // namespace heddle::study
