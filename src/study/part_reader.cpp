#include "study/part_reader.hpp"

#include "base/error.hpp"
#include "study/check_formula.hpp"
#include "study/statistic_names.hpp"

namespace heddle::study {

std::string PartReader::required(const toml::table& table, std::string_view key) {
  auto value = string(table, key);
  if (!value && !table.contains(key)) error(table, fmt::format("'{}' is missing", key));
  return value.value_or("");
}

std::vector<size_t> PartReader::variants_named(const toml::table& t) {
  std::vector<size_t> variants;
  for (const std::string& name : strings(t, "variants")) {
    if (const Variant* v = study_.find_variant(name))
      variants.push_back(static_cast<size_t>(v - study_.variants.data()));
    else
      error(*t.get("variants"), unknown("variant", name, study_.variants, &Variant::name));
  }
  return variants;
}

std::optional<Expression> PartReader::expression(const toml::table& t, std::string_view key) {
  return string(t, key) ? expression(*t.get(key)) : std::nullopt;
}

std::optional<Expression> PartReader::expression(const toml::node& text) {
  try {
    Expression formula = parse_expression(text.as_string()->get());
    for (const FormulaProblem& problem : constant_divisions(formula))
      error(inside(text, problem.offset), problem.message);
    return formula;
  } catch (const InputError& e) {
    error(text, e.what());
    return std::nullopt;
  }
}

void PartReader::check_names(const Expression& formula, const toml::node& at, Line line) {
  for_each_name(formula,
                [&](const Expression& name) { check_name(name, inside(at, name.offset), line); });
}

void PartReader::check_name(const Expression& name, const Where& at, Line line) {
  if (!study_.metrics.contains(name.text)) {
    std::vector<std::string_view> known;
    for (const auto& [metric, formula] : study_.metrics) known.push_back(metric);
    std::string near = suggest(name.text, known.size(), [&](size_t i) { return known[i]; });
    return error(at, fmt::format("there is no metric '{}'{}", name.text, near));
  }
  if (name.subscripts.empty() || name.subscripts.size() > 2)
    return error(
        at, fmt::format("write {0}[VARIANT], {0}[VARIANT, ROW] or {0}[VARIANT, @SET]", name.text));
  const std::string& variant = name.subscripts[0];
  if (!(line == Line::Variant && variant == "$") && !study_.find_variant(variant))
    error(at, unknown("variant", variant, study_.variants, &Variant::name));
  if (name.subscripts.size() < 2) return;
  const std::string& row = name.subscripts[1];
  if (line == Line::Row && row == "$") return;
  if (row.starts_with('@') ? !study_.sets.contains(row.substr(1)) : !study_.find_row(row))
    error(at, unknown("row or set", row, study_.rows, &Row::label));
}

std::optional<size_t> PartReader::length_of(const Expression& name) const {
  std::string set = "all";
  if (name.subscripts.size() > 1) {
    const std::string& rows = name.subscripts[1];
    if (!rows.starts_with('@')) return 1;
    set = rows.substr(1);
  }
  auto found = study_.sets.find(set);
  if (found == study_.sets.end() || found->second.condition) return std::nullopt;
  return found->second.rows.size();
}

void PartReader::check_length(const Expression& formula, const toml::node& at, size_t needed) {
  auto length = [&](const Expression& name) { return length_of(name); };
  for (const FormulaProblem& problem : length_problems(formula, length, needed))
    error(inside(at, problem.offset), problem.message);
}

void PartReader::check_number(const Expression& formula, const toml::node& at, Line line) {
  check_names(formula, at, line);
  check_length(formula, at, 1);
}

void PartReader::check_list(const Expression& formula, const toml::node& at) {
  check_names(formula, at, Line::None);
  check_length(formula, at, study_.sets["all"].rows.size());
}

void PartReader::check_statistics(const Expression& formula, const toml::node& at) {
  for_each_name(formula, [&](const Expression& name) {
    Where where = inside(at, name.offset);
    if (!is_statistic(name.text))
      error(where,
            fmt::format("there is no statistic '{}'{}", name.text, suggest_statistic(name.text)));
    else if (!name.subscripts.empty())
      error(where, fmt::format("a metric is the same formula for every variant and row; write {}",
                               name.text));
  });
}

std::string PartReader::place(const toml::node& node) const {
  LineColumn at = source_.locate(where(node).offset);
  return fmt::format("{}:{}:{}", source_.name(), at.line, at.column);
}

}  // namespace heddle::study
