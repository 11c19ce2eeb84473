#include "report/data.hpp"

#include <vector>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "study/results_json.hpp"
#include "workload/measured.hpp"
#include "workload/workload.hpp"

namespace heddle::report {

namespace {

using namespace study;

Json variant_json(const Study& study, const Variant& v) {
  std::string sentence = v.arch.empty() ? "" : arch_description(v.arch, study.extensions);
  return {{"name", v.name},
          {"title", v.title},
          {"arch", arch_label(v.arch)},
          {"mechanism", mechanism_of(study, v)},
          {"sentence", sentence},
          {"preset", v.preset},
          {"settings", v.settings},
          {"tool", v.tool}};
}

Json row_json(const Row& row, const Extensions* extensions) {
  const auto entry = workload::find_workload(row.workload, extensions);
  return {{"label", row.label},
          {"workload", row.workload},
          {"kernel", row.kernel},
          {"summary", entry ? entry->description().summary : ""},
          {"classes", classes_of(row.workload, row.kernel)}};
}

Json figure_json(const Study& study, const Figure& f) {
  return {{"kind", f.kind},
          {"title", f.title},
          {"x", f.x},
          {"y", f.y},
          {"tables", list_of(f.tables, [&](size_t t) -> Json { return study.tables[t].id; })},
          {"columns", f.columns},
          {"labels", f.labels},
          {"relative", f.relative}};
}

Json explorer_json(const Study& study, const Evaluation& evaluation) {
  if (!study.explorer) return nullptr;
  Json items = Json::array();
  for (size_t i = 0; i < study.explorer->items.size(); i++) {
    const Explorer::Item& item = study.explorer->items[i];
    Json values = list_of(evaluation.explored[i], [](const std::vector<double>& row) {
      return list_of(row, [](double value) { return finite(value); });
    });
    items.push_back({{"title", item.title},
                     {"metric", item.metric},
                     {"unit", item.unit},
                     {"digits", item.digits},
                     {"less_is_better", item.less_is_better},
                     {"of_machine", item.of_machine},
                     {"relative", item.relative},
                     {"values", std::move(values)}});
  }
  return {{"rows", list_of(study.sets.at("all").rows,
                           [&](size_t row) -> Json { return study.rows[row].label; })},
          {"variants", list_of(study.explorer->variants,
                               [&](size_t v) -> Json { return study.variants[v].name; })},
          {"items", std::move(items)}};
}

}  // namespace

Json classes_of(const std::string& workload, const std::string& kernel) {
  static const workload::Measurements kMeasured = workload::measured();
  const workload::KernelMeasurement* most = nullptr;
  for (const workload::KernelMeasurement& k : kMeasured.kernels) {
    if (k.workload != workload || (!kernel.empty() && k.kernel != kernel)) continue;
    if (!most || k.thread_instructions > most->thread_instructions) most = &k;
  }
  Json classes = Json::array();
  if (!most) return classes;
  classes.push_back(most->regular() ? "regular" : "irregular");
  classes.push_back(most->coherent() ? "coherent" : "divergent");
  if (most->interleavable) classes.push_back("interleavable");
  return classes;
}

std::string mechanism_of(const Study& study, const Variant& v) {
  if (v.tool != "simulate" && v.tool != "watch") return v.tool;
  MachineConfig config = load_machine(v.preset, v.arch, v.settings, study.extensions);
  return config.arch.datapath == "spatial" || config.arch.datapath == "row" ? config.arch.divergence
                                                                            : config.arch.datapath;
}

Json study_data(const Study& study, const std::string& size, const Plan& plan,
                std::span<const Json> results, const Evaluation& evaluation) {
  return {
      {"name", study.paper},
      {"title", study.title},
      {"preset", study.preset},
      {"size", size},
      {"note", study.note},
      {"variants",
       list_of(study.variants, [&](const Variant& v) { return variant_json(study, v); })},
      {"rows",
       list_of(study.rows, [&](const Row& r) { return row_json(r, study.extensions.get()); })},
      {"claims",
       list_of(evaluation.claims, [&](const ClaimResult& r) { return claim_json(r, size); })},
      {"tables",
       list_of(evaluation.tables, [&](const TableResult& t) { return table_json(study, t); })},
      {"figures", list_of(study.figures, [&](const Figure& f) { return figure_json(study, f); })},
      {"explorer", explorer_json(study, evaluation)},
      {"pages", pages_data(study, plan, results)},
      {"failures", list_of(evaluation.failures, [](const RunFailure& f) -> Json {
         return {{"variant", f.variant}, {"row", f.row}, {"what", f.what}};
       })}};
}

Json sweep_data(const Study& study, const query::Frame& runs, const query::Frame& kernels,
                std::span<const RefusedRun> refused, const std::string& command) {
  Json mechanisms = Json::object(), skipped = Json::array();
  std::vector<size_t> left_out(study.variants.size());  // workloads, by variant
  for (const RefusedRun& r : refused) {
    left_out[r.variant]++;
    skipped.push_back({{"workload", study.rows[r.row].label},
                       {"machine", study.variants[r.variant].name},
                       {"why", r.why}});
  }
  // A variant without any run may be no machine.
  for (size_t v = 0; v < study.variants.size(); v++)
    if (const Variant& variant = study.variants[v]; left_out[v] < variant.rows.size() &&
                                                    !variant.arch.empty() &&
                                                    !mechanisms.contains(arch_label(variant.arch)))
      mechanisms[arch_label(variant.arch)] = mechanism_of(study, variant);
  return {{"name", study.paper},          {"title", study.title},
          {"command", command},           {"mechanisms", std::move(mechanisms)},
          {"frame", to_json(runs)},       {"kernels", to_json(kernels)},
          {"refused", std::move(skipped)}};
}

}  // namespace heddle::report
