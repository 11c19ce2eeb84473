#include "study/planned_sweep.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "base/error.hpp"

namespace heddle::study {

namespace {

/// -1 stands for a combination that does not run.
constexpr int64_t kNoRun = -1;

Json row_as_json(const Row& row) {
  Json json{{"label", row.label},
            {"workload", row.workload},
            {"seed", row.seed},
            {"program", row.is_program},
            {"parameters", Json::object()}};
  for (const auto& [size, settings] : row.parameters) json["parameters"][size] = settings;
  return json;
}

Row row_from_json(const Json& json) {
  Row row{json.at("label"), json.at("workload"), "", 0, {}};
  json.at("seed").get_to(row.seed);
  json.at("program").get_to(row.is_program);
  for (const auto& [size, settings] : json.at("parameters").items())
    row.parameters[size] = settings.get<std::vector<std::string>>();
  return row;
}

Json variant_as_json(const Variant& v, const std::vector<size_t>& run_of) {
  Json runs = Json::array();
  for (size_t row : v.rows)
    runs.push_back(run_of[row] == Plan::kNone ? kNoRun : static_cast<int64_t>(run_of[row]));
  return {{"name", v.name},         {"tool", v.tool}, {"preset", v.preset}, {"arch", v.arch},
          {"settings", v.settings}, {"rows", v.rows}, {"runs", runs}};
}

void add_variant(PlannedSweep& sweep, const Json& json) {
  Variant v;
  v.name = v.title = json.at("name");
  json.at("tool").get_to(v.tool);
  json.at("preset").get_to(v.preset);
  json.at("arch").get_to(v.arch);
  json.at("settings").get_to(v.settings);
  json.at("rows").get_to(v.rows);
  const auto runs = json.at("runs").get<std::vector<int64_t>>();
  auto& run_of = sweep.plan.run_of.emplace_back(sweep.study.rows.size(), Plan::kNone);
  if (runs.size() != v.rows.size()) throw InputError("a variant has not as many runs as rows");
  for (size_t i = 0; i < runs.size(); i++)
    if (runs[i] != kNoRun) run_of.at(v.rows[i]) = static_cast<size_t>(runs[i]);
  sweep.study.variants.push_back(std::move(v));
}

/// Calls f; what the JSON lacks is an InputError.
template <class F>
auto read(const char* what, F f) {
  try {
    return f();
  } catch (const Json::exception& e) {
    throw InputError(fmt::format("not valid {}: {}", what, e.what()));
  } catch (const std::out_of_range& e) {
    throw InputError(fmt::format("not valid {}: {}", what, e.what()));
  }
}

}  // namespace

Json to_json(const PlannedSweep& sweep) {
  Json json{{"name", sweep.study.paper},    {"title", sweep.study.title},
            {"preset", sweep.study.preset}, {"size", sweep.size},
            {"metrics", Json::array()},     {"rows", Json::array()},
            {"variants", Json::array()},    {"refused", Json::array()}};
  for (const auto& [name, formula] : sweep.metrics)
    json["metrics"].push_back({{"name", name}, {"formula", formula}});
  for (const Row& row : sweep.study.rows) json["rows"].push_back(row_as_json(row));
  for (size_t v = 0; v < sweep.study.variants.size(); v++)
    json["variants"].push_back(variant_as_json(sweep.study.variants[v], sweep.plan.run_of[v]));
  for (const RefusedRun& r : sweep.refused)
    json["refused"].push_back({{"variant", r.variant}, {"row", r.row}, {"why", r.why}});
  return json;
}

PlannedSweep planned_sweep_from_json(const Json& json) {
  return read("sweep", [&] {
    PlannedSweep sweep;
    json.at("name").get_to(sweep.study.paper);
    json.at("title").get_to(sweep.study.title);
    json.at("preset").get_to(sweep.study.preset);
    json.at("size").get_to(sweep.size);
    for (const Json& m : json.at("metrics"))
      sweep.metrics.emplace_back(m.at("name"), m.at("formula"));
    for (const Json& row : json.at("rows")) sweep.study.rows.push_back(row_from_json(row));
    for (const Json& variant : json.at("variants")) add_variant(sweep, variant);
    for (const Json& r : json.at("refused")) {
      RefusedRun& refused = sweep.refused.emplace_back(
          RefusedRun{r.at("variant").get<size_t>(), r.at("row").get<size_t>(), r.at("why")});
      if (refused.variant >= sweep.study.variants.size() || refused.row >= sweep.study.rows.size())
        throw InputError("not a valid sweep: a refused combination is none of its combinations");
    }
    return sweep;
  });
}

Json runs_json(const Plan& plan, size_t first, size_t last) {
  Json json{{"first", first}, {"machines", Json::array()}, {"runs", Json::array()}};
  std::unordered_map<std::string_view, size_t> machines;
  for (size_t i = first; i < last; i++) {
    const RunDescription& run = plan.runs[i];
    const auto [machine, is_new] = machines.try_emplace(run.machine, machines.size());
    if (is_new) json["machines"].push_back(run.machine);
    Json& entry = json["runs"].emplace_back(
        Json{{"key", plan.keys[i]}, {"inputs", plan.inputs[i]}, {"arch", plan.archs[i]}});
    entry.update(to_json(run));
    entry["machine"] = machine->second;
  }
  return json;
}

void add_runs(Plan& plan, const Json& json, size_t first, const ExtensionsPtr& extensions) {
  read("runs", [&] {
    if (json.at("first").get<size_t>() != first)
      throw InputError("not valid runs: they are in another order");
    const Json& machines = json.at("machines");
    for (Json entry : json.at("runs")) {
      entry["machine"] = machines.at(entry.at("machine").get<size_t>());
      plan.keys.push_back(entry.at("key"));
      plan.inputs.push_back(entry.at("inputs"));
      plan.archs.push_back(entry.at("arch"));
      plan.runs.push_back(run_from_json(entry, extensions));
    }
  });
}

}  // namespace heddle::study
