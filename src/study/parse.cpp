// A study's file becomes data; whatever is wrong in it is reported where it stands.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "study/functions.hpp"
#include "study/study.hpp"
#include "study/tools.hpp"
#include "toml/toml_reader.hpp"

namespace heddle::study {

namespace {

class StudyReader : TomlReader {
 public:
  StudyReader(Diagnostics& diagnostics, std::string_view name) : TomlReader(diagnostics) {
    study_.paper = name;
  }

  Study read(const toml::table& root) {
    check_keys(root, "a study",
               {"title", "preset", "note", "row", "sets", "variant", "metrics", "table", "claim"});
    study_.title = required(root, "title");
    study_.preset = required(root, "preset");
    study_.note = string(root, "note").value_or("");
    for (const toml::table* t : tables(root, "row")) read_row(*t);
    read_sets(root);
    for (const toml::table* t : tables(root, "variant")) read_variant(*t);
    read_metrics(root);
    for (const toml::table* t : tables(root, "table")) read_table(*t);
    for (const toml::table* t : tables(root, "claim")) read_claim(*t);
    return std::move(study_);
  }

 private:
  std::string required(const toml::table& table, std::string_view key) {
    auto value = string(table, key);
    if (!value && !table.contains(key)) error(table, fmt::format("'{}' is missing here", key));
    return value.value_or("");
  }

  // ---- rows and sets

  void read_row(const toml::table& t) {
    check_keys(t, "[[row]]", {"label", "workload", "kernel", "parameters"});
    Row row{required(t, "label"), required(t, "workload"), string(t, "kernel").value_or(""),
            strings(t, "parameters")};
    if (study_.find_row(row.label)) error(t, fmt::format("row '{}' is defined twice", row.label));
    study_.sets["all"].push_back(study_.rows.size());
    study_.rows.push_back(std::move(row));
  }

  void read_sets(const toml::table& root) {
    const toml::node* node = root.get("sets");
    if (!node) return;
    const toml::table* sets = node->as_table();
    if (!sets) return error(*node, "'sets' must be a table of lists of row labels");
    for (const auto& [key, value] : *sets) {
      std::vector<size_t> rows;
      for (const std::string& label : strings(*sets, key.str())) add_row(rows, label, value);
      study_.sets[std::string(key.str())] = std::move(rows);
    }
  }

  void add_row(std::vector<size_t>& rows, const std::string& label, const toml::node& at) {
    for (size_t i = 0; i < study_.rows.size(); i++)
      if (study_.rows[i].label == label) return rows.push_back(i);
    error(at, unknown("row", label, study_.rows, &Row::label));
  }

  /// `rows`: a list of labels, or "@set"; without it, all.
  std::vector<size_t> read_rows(const toml::table& t) {
    const toml::node* node = t.get("rows");
    if (!node) return study_.sets["all"];
    if (const auto* set = node->as_string()) {
      if (auto found = set->get().starts_with('@') ? study_.sets.find(set->get().substr(1))
                                                   : study_.sets.end();
          found != study_.sets.end())
        return found->second;
      error(*node, fmt::format("there is no set '{}': write \"@NAME\" of [sets]", set->get()));
      return {};
    }
    std::vector<size_t> rows;
    for (const std::string& label : strings(t, "rows")) add_row(rows, label, *node);
    return rows;
  }

  // ---- variants and metrics

  void read_variant(const toml::table& t) {
    check_keys(t, "[[variant]]", {"name", "title", "tool", "preset", "arch", "set", "rows"});
    Variant v;
    v.name = required(t, "name");
    v.title = string(t, "title").value_or(v.name);
    v.tool = string(t, "tool").value_or(v.tool);
    v.preset = string(t, "preset").value_or(study_.preset);
    v.arch = string(t, "arch").value_or("");
    v.settings = strings(t, "set");
    v.rows = read_rows(t);
    if (study_.find_variant(v.name)) error(t, fmt::format("variant '{}' is defined twice", v.name));
    if (!find_tool(v.tool)) error(*t.get("tool"), fmt::format("there is no tool '{}'", v.tool));
    study_.variants.push_back(std::move(v));
  }

  void read_metrics(const toml::table& root) {
    const toml::node* node = root.get("metrics");
    if (!node) return;
    const toml::table* metrics = node->as_table();
    if (!metrics) return error(*node, "'metrics' must be a table of formulas");
    for (const auto& [key, value] : *metrics)
      if (auto formula = expression(*metrics, key.str()))
        study_.metrics[std::string(key.str())] = std::move(*formula);
  }

  std::optional<Expression> expression(const toml::table& t, std::string_view key) {
    auto text = string(t, key);
    return text ? expression(*text, *t.get(key)) : std::nullopt;
  }
  std::optional<Expression> expression(const std::string& text, const toml::node& at) {
    try {
      return parse_expression(text);
    } catch (const InputError& e) {
      error(at, e.what());
      return std::nullopt;
    }
  }

  // ---- what is made of them

  void read_table(const toml::table& t) {
    check_keys(t, "[[table]]",
               {"id", "title", "note", "variants", "rows", "metric", "mean", "columns", "digits",
                "paper"});
    Table table;
    table.id = required(t, "id");
    table.title = required(t, "title");
    table.note = string(t, "note").value_or("");
    table.rows = read_rows(t);
    table.metric = string(t, "metric").value_or("");
    table.mean = string(t, "mean").value_or("");
    table.digits = static_cast<int>(count(t, "digits", 9).value_or(2));
    for (const std::string& name : strings(t, "variants")) {
      if (const Variant* v = study_.find_variant(name))
        table.variants.push_back(static_cast<size_t>(v - study_.variants.data()));
      else
        error(*t.get("variants"), unknown("variant", name, study_.variants, &Variant::name));
    }
    if (table.variants.empty()) error(t, "a table needs 'variants'");
    read_columns(t, table);
    if (table.metric.empty() == table.columns.empty())
      error(t, "a table has either a 'metric' (rows by variants) or 'columns' (of variants)");
    if (!table.metric.empty() && !study_.metrics.contains(table.metric))
      error(*t.get("metric"), fmt::format("there is no metric '{}'", table.metric));
    if (!table.mean.empty() && !find_function(table.mean))
      error(*t.get("mean"),
            fmt::format("there is no function '{}'; known are: {}", table.mean, function_names()));
    read_paper_values(t, table);
    study_.tables.push_back(std::move(table));
  }

  /// columns = [["title", "formula of $"], …]
  void read_columns(const toml::table& t, Table& table) {
    const toml::node* node = t.get("columns");
    if (!node) return;
    const toml::array* list = node->as_array();
    if (!list) return error(*node, "'columns' must be a list of [\"title\", \"formula\"]");
    for (const toml::node& item : *list) {
      const toml::array* pair = item.as_array();
      if (!pair || pair->size() != 2 || !pair->get(0)->is_string() || !pair->get(1)->is_string()) {
        error(item, "a column is [\"title\", \"formula\"]");
        continue;
      }
      if (auto formula = expression(pair->get(1)->as_string()->get(), item)) {
        check_names(*formula, item, true);
        table.columns.push_back({pair->get(0)->as_string()->get(), std::move(*formula)});
      }
    }
  }

  /// paper.VARIANT = { ROW = number, … }
  void read_paper_values(const toml::table& t, Table& table) {
    const toml::node* node = t.get("paper");
    if (!node) return;
    const toml::table* variants = node->as_table();
    if (!variants) return error(*node, "'paper' must be a table: paper.VARIANT = { ROW = 1.5 }");
    for (const auto& [name, value] : *variants) {
      const toml::table* rows = value.as_table();
      if (!rows || !study_.find_variant(name.str())) {
        error(value, fmt::format("'{}' must be a variant with a table of numbers", name.str()));
        continue;
      }
      for (const auto& [row, number] : *rows)
        if (auto x = floating(*rows, row.str()))
          table.paper[std::string(name.str())][std::string(row.str())] = *x;
    }
  }

  void read_claim(const toml::table& t) {
    check_keys(t, "[[claim]]",
               {"id", "text", "paper", "value", "unit", "digits", "band", "measure", "holds",
                "construction", "reported", "reason"});
    Claim claim;
    claim.id = required(t, "id");
    claim.text = required(t, "text");
    claim.construction = boolean(t, "construction").value_or(false);
    claim.reported = boolean(t, "reported").value_or(false);
    claim.reason = string(t, "reason").value_or("");
    if (const toml::node* paper = t.get("paper"); paper && paper->is_string())
      claim.paper = string(t, "paper").value_or("");
    if (t.contains("value")) read_measure(t, claim);
    for (const toml::table* m : tables(t, "measure")) {
      check_keys(*m, "[[claim.measure]]", {"title", "value", "unit", "digits", "paper", "band"});
      read_measure(*m, claim);
    }
    if (t.contains("holds")) {
      claim.holds = expression(t, "holds");
      if (claim.holds) check_names(*claim.holds, *t.get("holds"), false);
    }
    if (claim.measures.empty() && !claim.holds && !claim.reported)
      error(t, "a claim needs a 'value', [[claim.measure]] or 'holds'");
    study_.claims.push_back(std::move(claim));
  }

  void read_measure(const toml::table& t, Claim& claim) {
    auto formula = expression(t, "value");
    if (!formula) return;
    check_names(*formula, *t.get("value"), false);
    Measure m;
    m.title = string(t, "title").value_or("");
    m.value = std::move(*formula);
    m.unit = string(t, "unit").value_or("");
    m.digits = static_cast<int>(count(t, "digits", 9).value_or(1));
    if (const toml::node* paper = t.get("paper"); paper && !paper->is_string())
      m.paper = floating(t, "paper");
    if (const toml::node* band = t.get("band")) m.band = read_band(*band);
    claim.measures.push_back(std::move(m));
  }

  std::optional<std::pair<double, double>> read_band(const toml::node& node) {
    const toml::array* list = node.as_array();
    auto number = [&](size_t i) { return list->get(i)->value<double>(); };
    if (list && list->size() == 2 && number(0) && number(1) && *number(0) <= *number(1))
      return std::pair{*number(0), *number(1)};
    error(node, "'band' must be two numbers, the lower first");
    return std::nullopt;
  }

  // ---- names in formulas

  template <class List, class Member>
  std::string unknown(std::string_view what, std::string_view name, const List& list,
                      Member member) {
    return fmt::format(
        "there is no {} '{}'{}", what, name,
        suggest(name, list.size(), [&](size_t i) -> std::string_view { return list[i].*member; }));
  }

  /// metric[variant], metric[variant, row], metric[variant, @set]; `$` only in columns.
  void check_names(const Expression& formula, const toml::node& at, bool line_variant) {
    for_each_name(formula, [&](const Expression& name) {
      if (!study_.metrics.contains(name.text))
        return error(at, fmt::format("there is no metric '{}'", name.text));
      if (name.subscripts.empty() || name.subscripts.size() > 2)
        return error(at, fmt::format("write {0}[VARIANT], {0}[VARIANT, ROW] or {0}[VARIANT, @SET]",
                                     name.text));
      const std::string& variant = name.subscripts[0];
      if (!(line_variant && variant == "$") && !study_.find_variant(variant))
        error(at, unknown("variant", variant, study_.variants, &Variant::name));
      if (name.subscripts.size() < 2) return;
      const std::string& row = name.subscripts[1];
      if (row.starts_with('@') ? !study_.sets.contains(row.substr(1)) : !study_.find_row(row))
        error(at, unknown("row or set", row, study_.rows, &Row::label));
    });
  }

  Study study_;
};

}  // namespace

const Variant* Study::find_variant(std::string_view name) const {
  for (const Variant& v : variants)
    if (v.name == name) return &v;
  return nullptr;
}

const Row* Study::find_row(std::string_view label) const {
  for (const Row& r : rows)
    if (r.label == label) return &r;
  return nullptr;
}

Study parse_study(SourcePtr source, std::string_view name) {
  Diagnostics diagnostics(source);
  Study study;
  try {
    toml::table root = toml::parse(source->text(), source->name());
    study = StudyReader(diagnostics, name).read(root);
  } catch (const toml::parse_error& e) {
    TomlReader reader(diagnostics);
    reader.error(reader.where(e.source()), std::string(e.description()));
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics.render_all());
  return study;
}

}  // namespace heddle::study
