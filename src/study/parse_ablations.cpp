#include "study/parse_ablations.hpp"

#include <algorithm>

#include "study/check_formula.hpp"
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
               {"name", "title", "reading", "claims", "set", "variant", "row", "sets", "metrics",
                "changes"});
    Ablation a;
    a.name = required(t, "name");
    a.title = required(t, "title");
    a.reading = string(t, "reading").value_or("");
    a.settings = strings(t, "set");
    a.place = place(t);
    read_claims_of(t, a);
    for (const toml::table* v : tables(t, "variant")) read_changed_variant(*v, a);
    for (const toml::table* r : tables(t, "row")) read_changed_row(*r, a);
    read_changed_sets(t, a);
    read_changed_metrics(t, a);
    if (a.settings.empty() && a.variants.empty() && a.rows.empty() && a.sets.empty() &&
        a.metrics.empty())
      error(t,
            "an ablation changes something: it needs 'set', [[ablation.variant]], "
            "[[ablation.row]], 'sets' or 'metrics'");
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

  void read_changed_variant(const toml::table& t, Ablation& a) {
    check_keys(t, "[[ablation.variant]]", {"name", "preset", "arch", "set", "parameters"});
    std::string name = required(t, "name");
    const Variant* like = study_.find_variant(name);
    if (!like) return error(t, unknown("variant", name, study_.variants, &Variant::name));
    Variant& v = a.variants.emplace_back(*like);
    v.preset = string(t, "preset").value_or(v.preset);
    v.arch = string(t, "arch").value_or(v.arch);
    if (t.contains("set")) v.settings = strings(t, "set");
    if (t.contains("parameters")) v.parameters = strings(t, "parameters");
  }

  void read_changed_row(const toml::table& t, Ablation& a) {
    std::string label = required(t, "label");
    const Row* like = study_.find_row(label);
    if (!like) return error(t, unknown("row", label, study_.rows, &Row::label));
    a.rows.push_back(read_row(t, "[[ablation.row]]", like));
  }

  void read_changed_sets(const toml::table& t, Ablation& a) {
    const toml::node* node = t.get("sets");
    if (!node) return;
    const toml::table* sets = node->as_table();
    if (!sets) return error(*node, "'sets' must be a table of lists of row labels");
    for (const auto& [key, value] : *sets) {
      std::string name(key.str());
      if (!study_.sets.contains(name))
        error(value, fmt::format("there is no set '{}' to replace", name));
      RowSet& set = a.sets[name];
      for (const std::string& label : strings(*sets, key.str()))
        if (const Row* row = study_.find_row(label))
          set.rows.push_back(static_cast<size_t>(row - study_.rows.data()));
        else
          error(value, unknown("row", label, study_.rows, &Row::label));
      if (set.rows.empty()) error(value, fmt::format("the set '{}' needs at least one row", name));
    }
    check_claims_with(a, *node);
  }

  /// Lists that a formula combines still have the same lengths.
  void check_claims_with(const Ablation& a, const toml::node& at) {
    std::map<std::string, RowSet> sets = study_.sets;
    for (const auto& [name, rows] : a.sets) sets[name] = rows;
    sets.swap(study_.sets);
    for (size_t claim : a.claims) {
      const Claim& c = study_.claims[claim];
      for (const Measure& m : c.measures) check_lengths(c, m.value, at);
      if (c.holds) check_lengths(c, *c.holds, at);
    }
    sets.swap(study_.sets);
  }

  void check_lengths(const Claim& claim, const Expression& formula, const toml::node& at) {
    auto length = [&](const Expression& name) { return length_of(name); };
    for (const FormulaProblem& problem : length_problems(formula, length, 1))
      error(at, fmt::format("with these sets, a formula of the claim '{}' {}", claim.id,
                            problem.message));
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

  /// Settings as they are; of a variant, its machine; of a row, what it runs.
  std::vector<std::string> changes_of(const Ablation& a) const {
    std::vector<std::string> changes;
    for (const std::string& setting : a.settings) changes.push_back(fmt::format("`{}`", setting));
    for (const Variant& v : a.variants) {
      std::vector<std::string> parts = {v.arch};
      parts.insert(parts.end(), v.settings.begin(), v.settings.end());
      parts.insert(parts.end(), v.parameters.begin(), v.parameters.end());
      changes.push_back(fmt::format("{}: `{}`", v.title, fmt::join(parts, " ")));
    }
    for (const Row& row : a.rows) {
      std::vector<std::string> parts = {row.workload};
      for (const auto& [size, list] : row.parameters)
        for (const std::string& p : list)
          parts.push_back(size.empty() ? p : fmt::format("{} ({})", p, size));
      parts.insert(parts.end(), row.settings.begin(), row.settings.end());
      if (row.seeds > 1) parts.push_back(fmt::format("{} seeds", row.seeds));
      changes.push_back(fmt::format("{}: `{}`", row.label, fmt::join(parts, " ")));
    }
    for (const auto& [name, set] : a.sets) {
      std::vector<std::string> labels;
      for (size_t row : set.rows) labels.push_back(study_.rows[row].label);
      changes.push_back(fmt::format("{}: {}", name, fmt::join(labels, ", ")));
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
