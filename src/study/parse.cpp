// Parses a study's file; every error is reported with its position.
#include "base/error.hpp"
#include "config/archs.hpp"
#include "runner/run_target.hpp"
#include "stats/schema.hpp"
#include "study/functions.hpp"
#include "study/parse_ablations.hpp"
#include "study/parse_claims.hpp"
#include "study/parse_drawings.hpp"
#include "study/parse_rows.hpp"
#include "study/parse_sweep.hpp"
#include "study/part_reader.hpp"
#include "study/tools.hpp"

namespace heddle::study {

namespace {

class StudyReader : RowReader {
 public:
  /// `folder` is the base of paths to launch descriptions.
  StudyReader(Diagnostics& diagnostics, Study& study, const std::filesystem::path& folder)
      : RowReader(diagnostics, study, folder), diagnostics_(diagnostics), folder_(folder) {}

  void read(const toml::table& root) {
    check_keys(root, "a study",
               {"title", "preset", "note", "machine", "row", "sets", "variant", "metrics", "table",
                "figure", "explorer", "pages", "claim", "ablation", "sweep"});
    study_.title = required(root, "title");
    study_.preset = required(root, "preset");
    study_.note = string(root, "note").value_or("");
    study_.machine = settings_by_size(root, "machine");
    for (const toml::table* t : tables(root, "row")) add_row(*t);
    read_sweep(diagnostics_, root, study_, folder_);
    read_sets(root);
    for (const toml::table* t : tables(root, "variant")) read_variant(*t);
    read_metrics(root);
    for (const auto& [condition, at] : conditions_) check_condition(*condition, *at);
    for (const toml::table* t : tables(root, "table")) read_table(*t);
  }

 private:
  // ---- rows and sets

  void add_row(const toml::table& t) {
    Row row = read_row(t, "[[row]]", nullptr);
    if (study_.find_row(row.label)) error(t, fmt::format("row '{}' is defined twice", row.label));
    study_.sets["all"].rows.push_back(study_.rows.size());
    study_.rows.push_back(std::move(row));
  }

  void read_sets(const toml::table& root) {
    const toml::node* node = root.get("sets");
    if (!node) return;
    const toml::table* sets = node->as_table();
    if (!sets) return error(*node, "'sets' must be a table of lists of row labels, or of formulas");
    for (const auto& [key, value] : *sets) {
      RowSet set;
      if (value.is_string()) {
        set.condition = expression(*sets, key.str());
        if (key.str() == "all") error(value, "the set 'all' must be a list of row labels");
      } else {
        for (const std::string& label : strings(*sets, key.str())) add_row(set.rows, label, value);
      }
      RowSet& kept = study_.sets[std::string(key.str())] = std::move(set);
      if (kept.condition) conditions_.emplace_back(&*kept.condition, &value);
    }
  }

  void add_row(std::vector<size_t>& rows, const std::string& label, const toml::node& at) {
    for (size_t i = 0; i < study_.rows.size(); i++)
      if (study_.rows[i].label == label) return rows.push_back(i);
    error(at, unknown("row", label, study_.rows, &Row::label));
  }

  /// `rows` is a list of labels or "@set"; default: all rows.
  RowSet read_rows(const toml::table& t) {
    const toml::node* node = t.get("rows");
    if (!node) return study_.sets["all"];
    if (const auto* set = node->as_string()) {
      if (auto found = set->get().starts_with('@') ? study_.sets.find(set->get().substr(1))
                                                   : study_.sets.end();
          found != study_.sets.end())
        return found->second;
      error(*node,
            fmt::format("there is no set '{}'; write \"@NAME\" with a name of [sets]", set->get()));
      return {};
    }
    RowSet set;
    for (const std::string& label : strings(t, "rows")) add_row(set.rows, label, *node);
    return set;
  }

  // ---- variants and metrics

  void read_variant(const toml::table& t) {
    check_keys(t, "[[variant]]",
               {"name", "title", "tool", "preset", "arch", "archs", "set", "size", "parameters",
                "sample", "statistics", "rows"});
    Variant v;
    v.tool = string(t, "tool").value_or(v.tool);
    v.preset = string(t, "preset").value_or(study_.preset);
    v.settings = strings(t, "set");
    v.size = string(t, "size").value_or("");
    v.parameters = strings(t, "parameters");
    v.sampling = {count(t, "sample", kLongestInterval).value_or(0), strings(t, "statistics")};
    v.place = place(t);
    try {
      select_statistics(v.sampling.names);
    } catch (const UsageError& e) {
      error(*t.get("statistics"), e.what());
    }
    if ((v.sampling.every > 0) == v.sampling.names.empty())
      error(t, "'sample' (interval in cycles) and 'statistics' must be set together");
    RowSet rows = read_rows(t);
    if (rows.condition) error(*t.get("rows"), "'rows' cannot be a measured set");
    v.rows = std::move(rows.rows);
    if (!find_tool(v.tool)) error(*t.get("tool"), fmt::format("there is no tool '{}'", v.tool));
    if (t.contains("archs")) return read_archs(t, v);
    v.name = required(t, "name");
    v.title = string(t, "title").value_or(v.name);
    v.arch = string(t, "arch").value_or("");
    add_variant(t, std::move(v));
  }

  void add_variant(const toml::table& t, Variant v) {
    if (study_.find_variant(v.name)) error(t, fmt::format("variant '{}' is defined twice", v.name));
    study_.variants.push_back(std::move(v));
  }

  /// archs = ["pdom", …] or "all": one variant per arch, named `name` followed by the arch.
  void read_archs(const toml::table& t, const Variant& like) {
    const toml::node& node = *t.get("archs");
    std::vector<std::string> names;
    if (node.is_string())
      names = {node.as_string()->get()};
    else
      names = strings(t, "archs");
    try {
      for (const std::string& arch : parse_arch_names(fmt::format("{}", fmt::join(names, ",")))) {
        Variant v = like;
        v.arch = arch;
        v.title = arch_label(arch);
        v.name = string(t, "name").value_or("") + v.title;
        add_variant(t, std::move(v));
      }
    } catch (const UsageError& e) {
      error(node, e.what());
    } catch (const IoError& e) {
      error(node, e.what());
    }
  }

  void read_metrics(const toml::table& root) {
    const toml::node* node = root.get("metrics");
    if (!node) return;
    const toml::table* metrics = node->as_table();
    if (!metrics) return error(*node, "'metrics' must be a table of formulas");
    for (const auto& [key, value] : *metrics)
      if (auto formula = expression(*metrics, key.str())) {
        check_statistics(*formula, value);
        study_.metrics[std::string(key.str())] = std::move(*formula);
      }
  }

  // ---- tables

  void read_table(const toml::table& t) {
    check_keys(t, "[[table]]",
               {"id", "title", "note", "variants", "rows", "over_time", "metric", "mean", "columns",
                "order", "digits", "paper"});
    Table table;
    table.id = required(t, "id");
    table.title = required(t, "title");
    table.note = string(t, "note").value_or("");
    table.rows = read_rows(t);
    table.metric = string(t, "metric").value_or("");
    table.mean = string(t, "mean").value_or("");
    table.digits = static_cast<int>(count(t, "digits", 9).value_or(2));
    table.variants = read_variants(t);
    table.kind = kind_of(t, table);
    if (table.kind == TableKind::Time) read_over_time(t, table);
    read_columns(t, table);
    if (table.metric.empty() == table.columns.empty())
      error(t,
            "a table needs either a 'metric' (rows by variants) or 'columns' (one line per "
            "variant, or "
            "per row without 'variants')");
    if (!table.metric.empty() && table.variants.empty()) error(t, "this table needs 'variants'");
    if (t.contains("order")) {
      table.order = expression(t, "order");
      if (table.order) check_number(*table.order, *t.get("order"), Line::Row);
    }
    if (!table.metric.empty() && !study_.metrics.contains(table.metric))
      error(*t.get("metric"), fmt::format("there is no metric '{}'", table.metric));
    if (!table.mean.empty() && !find_function(table.mean))
      error(*t.get("mean"), fmt::format("there is no function '{}'; known functions: {}",
                                        table.mean, function_names()));
    read_paper_values(t, table);
    study_.tables.push_back(std::move(table));
  }

  static TableKind kind_of(const toml::table& t, const Table& table) {
    if (t.contains("over_time")) return TableKind::Time;
    if (!table.metric.empty()) return TableKind::Metric;
    return table.variants.empty() ? TableKind::Rows : TableKind::Variants;
  }

  /// over_time = "ROW": the samples of this row under the one variant.
  void read_over_time(const toml::table& t, Table& table) {
    table.rows = {};
    add_row(table.rows.rows, required(t, "over_time"), *t.get("over_time"));
    if (table.variants.size() != 1 || study_.variants[table.variants[0]].sampling.every == 0)
      error(t, "a table over time needs exactly one variant, with 'sample'");
    if (!table.rows.rows.empty() && study_.rows[table.rows.rows[0]].kernel.empty())
      error(*t.get("over_time"), "a table over time needs a row with a 'kernel'");
  }

  /// `variants` is a list of names, or "all" for all variants that simulate.
  std::vector<size_t> read_variants(const toml::table& t) {
    const toml::node* node = t.get("variants");
    if (node && node->is_string() && node->as_string()->get() == "all")
      return variants_of(study_, "simulate");
    return variants_named(t);
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
      if (auto formula = expression(*pair->get(1))) {
        check_column(*formula, *pair->get(1), table);
        table.columns.push_back({pair->get(0)->as_string()->get(), std::move(*formula)});
      }
    }
  }

  /// paper.VARIANT = { ROW = number, … }; if lines are rows, paper.ROW = { COLUMN = number, … }
  void read_paper_values(const toml::table& t, Table& table) {
    const toml::node* node = t.get("paper");
    if (!node) return;
    const toml::table* variants = node->as_table();
    if (!variants) return error(*node, "'paper' must be a table: paper.VARIANT = { ROW = 1.5 }");
    bool by_row = table.kind == TableKind::Rows;
    for (const auto& [name, value] : *variants) {
      const toml::table* rows = value.as_table();
      bool known = by_row ? study_.find_row(name.str()) || name.str() == table.mean
                          : study_.find_variant(name.str()) != nullptr;
      if (!rows || !known) {
        error(value, fmt::format("'{}' must be a {} with a table of numbers", name.str(),
                                 by_row ? "row" : "variant"));
        continue;
      }
      for (const auto& [row, number] : *rows)
        if (auto x = floating(*rows, row.str()))
          table.paper[std::string(name.str())][std::string(row.str())] = *x;
    }
  }

  /// Forbids a measured set that depends on another, since it could depend on itself.
  void check_condition(const Expression& condition, const toml::node& at) {
    check_list(condition, at);
    for_each_name(condition, [&](const Expression& name) {
      if (name.subscripts.size() != 1)
        error(at, fmt::format("a set's formula covers all rows: write {}[VARIANT]", name.text));
    });
  }

  // ---- names in formulas

  /// In a table over time, names are sampled statistics; elsewhere they are metrics.
  void check_column(const Expression& formula, const toml::node& at, const Table& table) {
    if (table.kind != TableKind::Time)
      return check_number(formula, at, table.kind == TableKind::Rows ? Line::Row : Line::Variant);
    if (table.variants.empty()) return;
    const std::vector<std::string>& sampled = study_.variants[table.variants[0]].sampling.names;
    for_each_name(formula, [&](const Expression& name) {
      if (std::ranges::find(sampled, name.text) == sampled.end())
        error(inside(at, name.offset),
              fmt::format("'{}' is not among the variant's 'statistics'", name.text));
    });
  }

  static constexpr uint64_t kLongestInterval = 1'000'000'000;

  Diagnostics& diagnostics_;
  std::filesystem::path folder_;
  std::vector<std::pair<const Expression*, const toml::node*>> conditions_;  // of sets
};

}  // namespace

std::vector<std::string> settings_at(const SettingsBySize& settings, const std::string& size) {
  std::vector<std::string> chosen;
  for (const std::string& key : {std::string(kEverySize), size})
    if (auto found = settings.find(key); found != settings.end())
      chosen.insert(chosen.end(), found->second.begin(), found->second.end());
  return chosen;
}

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

Study parse_study(const SourcePtr& source, std::string_view name, const ExtensionsPtr& extensions) {
  Diagnostics diagnostics(source);
  Study study;
  study.paper = name;
  study.extensions = extensions;
  try {
    toml::table root = parse_toml(source->text(), source->name());
    std::filesystem::path folder = std::filesystem::path(source->name()).parent_path();
    StudyReader(diagnostics, study, folder).read(root);
    read_claims(diagnostics, root, study);
    read_ablations(diagnostics, root, folder, study);
    read_drawings(diagnostics, root, study);
  } catch (const toml::parse_error& e) {
    TomlReader reader(diagnostics);
    reader.error(reader.where(e.source()), std::string(e.description()));
  }
  if (diagnostics.has_errors()) throw InputError(diagnostics.render_all());
  return study;
}

}  // namespace heddle::study
