#include "study/parse_ablations.hpp"

#include <algorithm>

#include "study/parse_rows.hpp"

namespace heddle::study {

namespace {

class AblationReader : RowReader {
 public:
  using RowReader::RowReader;

  void read(const toml::table& root) {
    for (const toml::table* t : tables(root, "ablation")) read_ablation(*t);
  }

 private:
  void read_ablation(const toml::table& t) {
    check_keys(t, "[[ablation]]",
               {"name", "title", "reading", "claims", "set", "row", "metrics", "changes"});
    Ablation a;
    a.name = required(t, "name");
    a.title = required(t, "title");
    a.reading = string(t, "reading").value_or("");
    a.settings = strings(t, "set");
    a.place = place(t);
    read_claims_of(t, a);
    for (const toml::table* r : tables(t, "row")) read_changed_row(*r, a);
    read_changed_metrics(t, a);
    if (a.settings.empty() && a.rows.empty() && a.metrics.empty())
      error(t, "an ablation changes something: it needs 'set', [[ablation.row]] or 'metrics'");
    a.changes = t.contains("changes") ? strings(t, "changes") : changes_of(a);
    if (std::ranges::find(study_.ablations, a.name, &Ablation::name) != study_.ablations.end())
      error(t, fmt::format("ablation '{}' is defined twice", a.name));
    study_.ablations.push_back(std::move(a));
  }

  void read_claims_of(const toml::table& t, Ablation& a) {
    if (!t.contains("claims")) return error(t, "'claims' is missing");
    for (const std::string& id : strings(t, "claims")) {
      auto found = std::ranges::find(study_.claims, id, &Claim::id);
      if (found == study_.claims.end())
        error(*t.get("claims"), unknown("claim", id, study_.claims, &Claim::id));
      else
        a.claims.push_back(static_cast<size_t>(found - study_.claims.begin()));
    }
  }

  void read_changed_row(const toml::table& t, Ablation& a) {
    std::string label = required(t, "label");
    const Row* like = study_.find_row(label);
    if (!like) return error(t, unknown("row", label, study_.rows, &Row::label));
    a.rows.push_back(read_row(t, "[[ablation.row]]", like));
  }

  void read_changed_metrics(const toml::table& t, Ablation& a) {
    const toml::node* node = t.get("metrics");
    if (!node) return;
    const toml::table* metrics = node->as_table();
    if (!metrics) return error(*node, "'metrics' must be a table of formulas");
    for (const auto& [key, value] : *metrics) {
      if (!study_.metrics.contains(std::string(key.str())))
        error(value, fmt::format("there is no metric '{}' to replace", key.str()));
      if (auto formula = expression(*metrics, key.str())) {
        check_statistics(*formula, value);
        a.metrics[std::string(key.str())] = std::move(*formula);
      }
    }
  }

  /// Settings as they are; of a row, what it runs.
  static std::vector<std::string> changes_of(const Ablation& a) {
    std::vector<std::string> changes;
    for (const std::string& setting : a.settings) changes.push_back(fmt::format("`{}`", setting));
    for (const Row& row : a.rows) {
      std::vector<std::string> parts = {row.workload};
      for (const auto& [size, list] : row.parameters)
        for (const std::string& p : list)
          parts.push_back(size.empty() ? p : fmt::format("{} ({})", p, size));
      parts.insert(parts.end(), row.settings.begin(), row.settings.end());
      if (row.seeds > 1) parts.push_back(fmt::format("{} seeds", row.seeds));
      changes.push_back(fmt::format("{}: `{}`", row.label, fmt::join(parts, " ")));
    }
    for (const auto& [name, formula] : a.metrics)
      changes.push_back(fmt::format("the metric `{}`", name));
    return changes;
  }
};

}  // namespace

void read_ablations(Diagnostics& diagnostics, const toml::table& root,
                    const std::filesystem::path& folder, Study& study) {
  AblationReader(diagnostics, study, folder).read(root);
}

}  // namespace heddle::study
