#include "study/parse_drawings.hpp"

#include <algorithm>
#include <array>

#include "study/part_reader.hpp"

namespace heddle::study {

namespace {

class DrawingReader : PartReader {
 public:
  using PartReader::PartReader;

  void read(const toml::table& root) {
    for (const toml::table* t : tables(root, "figure")) read_figure(*t);
    if (const toml::table* t = only_table(root, "explorer")) read_explorer(*t);
    if (const toml::table* t = only_table(root, "pages")) read_pages(*t);
  }

 private:
  const toml::table* only_table(const toml::table& root, std::string_view key) {
    const toml::node* node = root.get(key);
    if (node && !node->is_table()) error(*node, fmt::format("'{}' must be a table", key));
    return node ? node->as_table() : nullptr;
  }

  /// A list of names; default: all variants with this tool.
  std::vector<size_t> chosen_variants(const toml::table& t, std::string_view tool) {
    if (!t.contains("variants")) return variants_of(study_, tool);
    std::vector<size_t> variants = variants_named(t);
    for (size_t v : variants)
      if (study_.variants[v].tool != tool)
        error(*t.get("variants"),
              fmt::format("'{}' does not use the tool {}", study_.variants[v].name, tool));
    return variants;
  }

  void read_figure(const toml::table& t) {
    check_keys(t, "[[figure]]",
               {"kind", "title", "tables", "columns", "labels", "x", "y", "relative"});
    Figure figure;
    figure.kind = required(t, "kind");
    figure.title = string(t, "title").value_or("");
    figure.x = string(t, "x").value_or("");
    figure.y = string(t, "y").value_or("");
    figure.labels = strings(t, "labels");
    figure.relative = boolean(t, "relative").value_or(false);
    if (std::ranges::find(figure_kinds(), figure.kind) == figure_kinds().end())
      error(t, fmt::format("there is no kind of figure '{}'; known kinds: {}", figure.kind,
                           fmt::join(figure_kinds(), ", ")));
    for (const std::string& id : strings(t, "tables")) add_table(figure, id, *t.get("tables"));
    if (figure.tables.empty()) return error(t, "a figure needs 'tables'");
    figure.columns = strings(t, "columns");
    for (const std::string& title : figure.columns)
      if (!has_column(study_.tables[figure.tables[0]], title))
        error(*t.get("columns"), fmt::format("the table has no column '{}'", title));
    if (figure.tables.size() > 1 && figure.labels.size() != figure.tables.size())
      error(t, "a figure of several tables needs as many 'labels'");
    if (figure.title.empty()) figure.title = study_.tables[figure.tables[0]].title;
    study_.figures.push_back(std::move(figure));
  }

  bool has_column(const Table& table, std::string_view title) const {
    for (const Column& c : table.columns)
      if (c.title == title) return true;
    return table.kind == TableKind::Metric && std::ranges::any_of(table.variants, [&](size_t v) {
             return study_.variants[v].title == title;
           });
  }

  void add_table(Figure& figure, const std::string& id, const toml::node& at) {
    for (size_t i = 0; i < study_.tables.size(); i++)
      if (study_.tables[i].id == id) return figure.tables.push_back(i);
    error(at, unknown("table", id, study_.tables, &Table::id));
  }

  void read_explorer(const toml::table& t) {
    check_keys(t, "[explorer]", {"variants", "item"});
    Explorer explorer{chosen_variants(t, "simulate"), {}};
    for (const toml::table* i : tables(t, "item")) {
      check_keys(*i, "[[explorer.item]]",
                 {"title", "metric", "unit", "digits", "less_is_better", "of_machine", "relative"});
      Explorer::Item& item = explorer.items.emplace_back();
      item.title = required(*i, "title");
      item.metric = required(*i, "metric");
      item.unit = string(*i, "unit").value_or("");
      item.digits = static_cast<int>(count(*i, "digits", 9).value_or(2));
      item.less_is_better = boolean(*i, "less_is_better").value_or(false);
      item.of_machine = boolean(*i, "of_machine").value_or(false);
      item.relative = boolean(*i, "relative").value_or(false);
      if (!study_.metrics.contains(item.metric))
        error(*i, fmt::format("there is no metric '{}'", item.metric));
    }
    if (explorer.items.empty()) error(t, "an explorer needs [[explorer.item]]");
    study_.explorer = std::move(explorer);
  }

  void read_pages(const toml::table& t) {
    check_keys(t, "[pages]", {"variants"});
    study_.page_variants = chosen_variants(t, "watch");
  }
};

}  // namespace

void read_drawings(Diagnostics& diagnostics, const toml::table& root, Study& study) {
  DrawingReader(diagnostics, study).read(root);
}

std::vector<size_t> variants_of(const Study& study, std::string_view tool) {
  std::vector<size_t> found;
  for (size_t i = 0; i < study.variants.size(); i++)
    if (study.variants[i].tool == tool) found.push_back(i);
  return found;
}

std::span<const std::string_view> figure_kinds() {
  static constexpr auto kKinds =
      std::to_array<std::string_view>({"bars", "stacked", "lines", "scatter"});
  return kKinds;
}

}  // namespace heddle::study
