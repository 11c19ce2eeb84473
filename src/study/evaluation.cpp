#include "study/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/statistic_value.hpp"

namespace heddle::study {

namespace {

double as_number(const Json& json) { return json.is_number() ? json.get<double>() : kNothing; }

class Evaluator {
 public:
  Evaluator(const Study& study, const RunTable& runs, std::span<const Json> results)
      : study_(study), runs_(runs), results_(results) {}

  std::vector<ClaimResult> claims() const {
    std::vector<ClaimResult> all;
    for (const Claim& c : study_.claims) all.push_back(evaluate_claim(c));
    return all;
  }

  Evaluation evaluate_all() {
    Evaluation all;
    for (const Table& t : study_.tables) all.tables.push_back(table_of(t));
    all.claims = claims();
    if (study_.explorer)
      for (const Explorer::Item& item : study_.explorer->items)
        all.explored.push_back(explore(item));
    all.failures = failures("");
    return all;
  }

  /// `under` says what was changed.
  std::vector<RunFailure> failures(const std::string& under) const {
    std::vector<RunFailure> all;
    for (size_t v = 0; v < study_.variants.size(); v++)
      for (size_t row : study_.variants[v].rows)
        for (size_t run : runs_.runs_of(v, row)) {
          const Json& result = results_[run];
          if (result.is_object() && result.contains("failure"))
            all.push_back({study_.variants[v].name + under, study_.rows[row].label,
                           result["failure"].get<std::string>()});
        }
    return all;
  }

 private:
  // ---- values

  /// The mean over the seeds of the row.
  double metric(const std::string& name, size_t variant, size_t row,
                bool* divided = nullptr) const {
    std::vector<size_t> runs = runs_.runs_of(variant, row);
    if (runs.empty()) return kNothing;
    double sum = 0;
    for (size_t run : runs) sum += metric_of_run(name, run, study_.rows[row], divided);
    return sum / static_cast<double>(runs.size());
  }

  double metric_of_run(const std::string& name, size_t run, const Row& row, bool* divided) const {
    if (!results_[run].is_object()) return kNothing;
    return evaluate_number(
        study_.metrics.at(name),
        [&](const Expression& statistic_name) {
          return Values{statistic_value(results_[run], row.kernel, row.block, statistic_name.text)};
        },
        divided);
  }

  size_t variant_index(std::string_view name) const {
    return static_cast<size_t>(study_.find_variant(name) - study_.variants.data());
  }

  /// The rows of a set, or nothing if a measured condition lacks a value.
  std::optional<std::vector<size_t>> rows_of(const RowSet& set, bool* divided = nullptr) const {
    if (!set.condition) return set.rows;
    const std::vector<size_t>& all = study_.sets.at("all").rows;
    Values true_of = study::evaluate(
        *set.condition, [&](const Expression& name) { return look_up(name, {}, divided); },
        divided);
    if (true_of.size() != all.size()) return std::nullopt;
    std::vector<size_t> rows;
    for (size_t i = 0; i < all.size(); i++) {
      if (std::isnan(true_of[i])) return std::nullopt;
      if (true_of[i] != 0) rows.push_back(all[i]);
    }
    return rows;
  }

  /// metric[variant], metric[variant, row], metric[variant, @set]; `line` replaces `$`.
  Values look_up(const Expression& name, std::string_view line, bool* divided) const {
    size_t variant = variant_index(name.subscripts[0] == "$" ? line : name.subscripts[0]);
    std::string_view rows = "@all";
    if (name.subscripts.size() > 1) rows = name.subscripts[1];
    if (!rows.starts_with('@')) {
      if (rows == "$") rows = line;
      auto row = static_cast<size_t>(study_.find_row(rows) - study_.rows.data());
      return {metric(name.text, variant, row, divided)};
    }
    auto chosen = rows_of(study_.sets.at(std::string(rows.substr(1))), divided);
    if (!chosen) return {kNothing};
    Values values;
    for (size_t row : *chosen) values.push_back(metric(name.text, variant, row, divided));
    return values;
  }
  double value_of(const Expression& e, std::string_view line = {}, bool* divided = nullptr) const {
    return evaluate_number(
        e, [&](const Expression& name) { return look_up(name, line, divided); }, divided);
  }

  // ---- tables

  TableResult table_of(const Table& t) const {
    switch (t.kind) {
      case TableKind::Metric: return of_metric(t);
      case TableKind::Variants: return by_variant(t);
      case TableKind::Rows: return by_row(t);
      case TableKind::Time: break;
    }
    return over_time(t);
  }

  static std::optional<double> paper_value(const Table& t, const std::string& variant,
                                           const std::string& label) {
    auto values = t.paper.find(variant);
    if (values == t.paper.end()) return std::nullopt;
    auto value = values->second.find(label);
    return value == values->second.end() ? std::nullopt : std::optional(value->second);
  }

  /// The rows in the table's order.
  std::vector<size_t> lines_of(const Table& t) const {
    std::vector<size_t> rows = rows_of(t.rows).value_or(std::vector<size_t>());
    if (!t.order) return rows;
    std::vector<std::pair<double, size_t>> keyed;
    for (size_t row : rows) {
      double key = value_of(*t.order, study_.rows[row].label);
      keyed.emplace_back(std::isnan(key) ? std::numeric_limits<double>::infinity() : key, row);
    }
    std::ranges::stable_sort(keyed, {}, &std::pair<double, size_t>::first);
    for (size_t i = 0; i < rows.size(); i++) rows[i] = keyed[i].second;
    return rows;
  }

  TableResult of_metric(const Table& t) const {
    TableResult result{&t, {""}, {}};
    for (size_t v : t.variants) result.header.push_back(study_.variants[v].title);
    for (size_t row : lines_of(t)) {
      TableLine& line = result.lines.emplace_back();
      line.label = study_.rows[row].label;
      for (size_t v : t.variants)
        line.cells.push_back(
            {metric(t.metric, v, row), paper_value(t, study_.variants[v].name, line.label)});
    }
    std::vector<std::optional<double>> paper;
    for (size_t v : t.variants) paper.push_back(paper_value(t, study_.variants[v].name, t.mean));
    add_mean(t, result, paper);
    return result;
  }

  TableResult by_row(const Table& t) const {
    TableResult result{&t, {""}, {}};
    for (const Column& c : t.columns) result.header.push_back(c.title);
    for (size_t row : lines_of(t)) {
      TableLine& line = result.lines.emplace_back();
      line.label = study_.rows[row].label;
      for (const Column& c : t.columns)
        line.cells.push_back({value_of(c.value, line.label), paper_value(t, line.label, c.title)});
    }
    std::vector<std::optional<double>> paper;
    for (const Column& c : t.columns) paper.push_back(paper_value(t, t.mean, c.title));
    add_mean(t, result, paper);
    return result;
  }

  /// `paper` holds the paper's means of the columns.
  static void add_mean(const Table& t, TableResult& result,
                       const std::vector<std::optional<double>>& paper) {
    if (t.mean.empty()) return;
    TableLine mean{t.mean, {}};
    Expression call = parse_expression(t.mean + "(x)");
    for (size_t column = 0; column < paper.size(); column++) {
      Values values;
      for (const TableLine& line : result.lines) values.push_back(line.cells[column].ours);
      mean.cells.push_back(
          {evaluate_number(call, [&](const Expression&) { return values; }), paper[column]});
    }
    result.lines.push_back(std::move(mean));
  }

  /// One line per interval, labelled with the cycle of its end.
  TableResult over_time(const Table& t) const {
    TableResult result{&t, {"cycle"}, {}};
    for (const Column& c : t.columns) result.header.push_back(c.title);
    size_t row = t.rows.rows.at(0), run = runs_.run_of[t.variants.at(0)][row];
    if (run == RunTable::kNone || !results_[run].is_object()) return result;
    const Json* kernel = part_of(results_[run], study_.rows[row].kernel, study_.rows[row].block);
    const Json* samples = kernel ? member(*kernel, "samples") : nullptr;
    if (!samples) return result;
    const Json &cycles = samples->at("cycles"), &columns = samples->at("columns");
    for (size_t i = 0; i < cycles.size(); i++) {
      TableLine& line = result.lines.emplace_back();
      line.label = std::to_string(cycles[i].get<uint64_t>());
      for (const Column& c : t.columns)
        line.cells.push_back({evaluate_number(c.value,
                                              [&](const Expression& name) {
                                                const Json* column = member(columns, name.text);
                                                return Values{column ? as_number(column->at(i))
                                                                     : kNothing};
                                              }),
                              std::nullopt});
    }
    return result;
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

  std::vector<std::vector<double>> explore(const Explorer::Item& item) const {
    std::vector<std::vector<double>> rows;
    for (size_t row : study_.sets.at("all").rows) {
      auto& values = rows.emplace_back();
      for (size_t v : study_.explorer->variants) values.push_back(metric(item.metric, v, row));
    }
    return rows;
  }

  // ---- claims

  static bool same_sign(double a, double b) { return (a > 0) == (b > 0) && (a < 0) == (b < 0); }

  ClaimResult evaluate_claim(const Claim& claim) const {
    ClaimResult result{&claim, {}, Verdict::Reported};
    bool measured = true, signs = true, inside = true, has_band = false;
    bool divided = false, infinite = false;
    for (const Measure& m : claim.measures) {
      double value = result.values.emplace_back(value_of(m.value, {}, &divided));
      measured = measured && std::isfinite(value);
      infinite = infinite || std::isinf(value);
      bool sign = !m.paper || same_sign(value, *m.paper);
      signs = signs && sign;
      // A band, like an explicit order, replaces the check of the sign.
      inside = inside &&
               (m.band ? value >= m.band->first && value <= m.band->second : claim.holds || sign);
      has_band = has_band || m.band;
    }
    double holds = claim.holds ? value_of(*claim.holds, {}, &divided) : signs;
    if (divided)
      result.why = "division by zero";
    else if (infinite)
      result.why = "a value is infinite";
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

  const Study& study_;
  const RunTable& runs_;
  std::span<const Json> results_;
};

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::Close: return "close";
    case Verdict::Held: return "held";
    case Verdict::WithReading: return "with a reading";
    case Verdict::NotHeld: return "not held";
    case Verdict::Reported: return "reported";
    case Verdict::NotMeasured: break;
  }
  return "not measured";
}

std::string verdict_text(const ClaimResult& result) {
  std::string text(verdict_name(result.verdict));
  if (result.verdict == Verdict::NotMeasured && !result.why.empty())
    text += fmt::format(": {}", result.why);
  return text;
}

namespace {

bool holds(Verdict verdict) { return verdict == Verdict::Close || verdict == Verdict::Held; }

/// Replaces or completes the results of claims by those of a part of the study.
void add_part(const Study& study, const Plan::PlannedPart& planned, std::span<const Json> results,
              Evaluation& all) {
  const Part& part = planned.part;
  Evaluator evaluator(part.study, planned.table, results);
  std::vector<ClaimResult> claims = evaluator.claims();
  for (size_t i = 0; i < claims.size(); i++) {
    ClaimResult& whole = all.claims[part.claims[i]];
    if (part.ablation == Part::kUnchanged) {
      whole = std::move(claims[i]);
      whole.claim = &study.claims[part.claims[i]];
    } else {
      whole.ablations.push_back(
          {&study.ablations[part.ablation], std::move(claims[i].values), claims[i].verdict});
    }
  }
  std::string under = part.ablation == Part::kUnchanged
                          ? fmt::format(" at size {}", part.size)
                          : fmt::format(" with {}", study.ablations[part.ablation].title);
  for (RunFailure& f : evaluator.failures(under)) all.failures.push_back(std::move(f));
}

/// A claim that holds only with a reading says so.
void count_readings(Evaluation& all) {
  for (ClaimResult& r : all.claims)
    if (r.verdict == Verdict::NotHeld && held_by(r)) r.verdict = Verdict::WithReading;
}

}  // namespace

const Ablation* held_by(const ClaimResult& result) {
  for (const AblationResult& a : result.ablations)
    if (!a.ablation->reading.empty() && holds(a.verdict)) return a.ablation;
  return nullptr;
}

Evaluation evaluate(const Study& study, const Plan& plan, std::span<const Json> results) {
  Evaluation all = Evaluator(study, plan, results).evaluate_all();
  for (const Plan::PlannedPart& part : plan.parts) add_part(study, part, results, all);
  count_readings(all);
  return all;
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
