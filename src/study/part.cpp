#include "study/part.hpp"

#include <algorithm>
#include <set>

namespace heddle::study {

namespace {

/// Which rows of which variants some formulas need.
class Needs {
 public:
  explicit Needs(const Study& study) : study_(study), rows_(study.variants.size()) {}

  void add(const Claim& claim) {
    for (const Measure& m : claim.measures) add(m.value);
    if (claim.holds) add(*claim.holds);
  }

  /// Those of the variant's rows that are needed.
  std::vector<size_t> of(size_t variant) const {
    std::vector<size_t> rows = study_.variants[variant].rows;
    std::erase_if(rows, [&](size_t row) { return !rows_[variant].contains(row); });
    return rows;
  }

 private:
  void add(const Expression& formula) {
    for_each_name(formula, [&](const Expression& name) { add_name(name); });
  }

  void add_name(const Expression& name) {
    auto variant =
        static_cast<size_t>(study_.find_variant(name.subscripts[0]) - study_.variants.data());
    std::string rows = name.subscripts.size() > 1 ? name.subscripts[1] : "@all";
    if (!rows.starts_with('@')) {
      rows_[variant].insert(static_cast<size_t>(study_.find_row(rows) - study_.rows.data()));
      return;
    }
    // A measured set may turn out to have any row, and its formula needs all of them.
    const RowSet& set = study_.sets.at(rows.substr(1));
    const RowSet& most = set.condition ? study_.sets.at("all") : set;
    rows_[variant].insert(most.rows.begin(), most.rows.end());
    if (set.condition) add(*set.condition);
  }

  const Study& study_;
  std::vector<std::set<size_t>> rows_;  // by variant
};

Part part_of(const Study& study, std::vector<size_t> claims, std::string size) {
  Part part{study, std::move(claims), std::move(size)};
  Study& s = part.study;
  s.tables.clear();
  s.figures.clear();
  s.explorer.reset();
  s.page_variants.clear();
  s.ablations.clear();
  s.claims.clear();
  Needs needs(study);
  for (size_t claim : part.claims) {
    s.claims.push_back(study.claims[claim]);
    needs.add(study.claims[claim]);
  }
  for (size_t v = 0; v < s.variants.size(); v++) s.variants[v].rows = needs.of(v);
  return part;
}

Study changed(Study study, const Ablation& ablation) {
  for (const Variant& v : ablation.variants)
    *std::ranges::find(study.variants, v.name, &Variant::name) = v;
  for (Variant& v : study.variants) {
    v.settings.insert(v.settings.end(), ablation.settings.begin(), ablation.settings.end());
    v.place = ablation.place;
  }
  for (const Row& row : ablation.rows) *std::ranges::find(study.rows, row.label, &Row::label) = row;
  for (const auto& [name, rows] : ablation.sets) study.sets[name] = rows;
  for (const auto& [name, formula] : ablation.metrics) study.metrics[name] = formula;
  return study;
}

std::map<std::string, std::vector<size_t>> by_size(const Study& study,
                                                   const std::vector<size_t>& claims,
                                                   const std::string& size) {
  std::map<std::string, std::vector<size_t>> sizes;
  for (size_t claim : claims) sizes[judged_size(study.claims[claim], size)].push_back(claim);
  return sizes;
}

}  // namespace

std::string judged_size(const Claim& claim, const std::string& size) {
  auto found = claim.size.find(size);
  return found == claim.size.end() ? size : found->second;
}

std::vector<Part> parts_of(const Study& study, const std::string& size) {
  std::vector<Part> parts;
  std::vector<size_t> all(study.claims.size());
  for (size_t i = 0; i < all.size(); i++) all[i] = i;
  for (auto& [at, claims] : by_size(study, all, size))
    if (at != size) parts.push_back(part_of(study, claims, at));
  for (size_t a = 0; a < study.ablations.size(); a++) {
    const Study with = changed(study, study.ablations[a]);
    for (auto& [at, claims] : by_size(study, study.ablations[a].claims, size))
      parts.emplace_back(part_of(with, claims, at)).ablation = a;
  }
  return parts;
}

}  // namespace heddle::study
