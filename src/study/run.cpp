#include "study/run.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "base/error.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "json/json.hpp"
#include "runner/subject.hpp"
#include "stats/sampler.hpp"

namespace heddle::study {

Json to_json(const RunDescription& run) {
  Json json{{"tool", run.tool}, {"workload", run.workload},     {"size", run.size},
            {"seed", run.seed}, {"parameters", run.parameters}, {"machine", run.machine}};
  if (run.sampling.every > 0)
    json["sample"] = {{"every", run.sampling.every}, {"names", run.sampling.names}};
  return json;
}

RunDescription run_from_json(const Json& json) {
  try {
    RunDescription run;
    json.at("tool").get_to(run.tool);
    json.at("workload").get_to(run.workload);
    json.at("size").get_to(run.size);
    json.at("seed").get_to(run.seed);
    json.at("parameters").get_to(run.parameters);
    json.at("machine").get_to(run.machine);
    if (auto sample = json.find("sample"); sample != json.end()) {
      sample->at("every").get_to(run.sampling.every);
      sample->at("names").get_to(run.sampling.names);
    }
    return run;
  } catch (const Json::exception& e) {
    throw InputError(fmt::format("this is no description of a run: {}", e.what()));
  }
}

std::string key_of(const RunDescription& run) {
  std::string text = compact(to_json(run));
  text += workload::require_workload(run.workload).ptx;
  text += model_version();
  XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

namespace {

MachineConfig machine_at(const Study& study, const Variant& variant, const std::string& size) {
  std::vector<std::string> settings = settings_at(study.machine, size);
  settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
  return load_machine(variant.preset, variant.arch, settings);
}

}  // namespace

Plan expand(const Study& study, const std::string& size) {
  Plan plan;
  for (const Variant& v : study.variants) {
    if (v.sampling.every > 0) Sampler(v.sampling.every, v.sampling.names);  // complains
    std::string machine = effective_toml(machine_at(study, v, size));
    auto& run_of = plan.run_of.emplace_back(study.rows.size(), Plan::kNone);
    for (size_t row : v.rows) {
      const Row& r = study.rows[row];
      const std::string& at = v.size.empty() ? size : v.size;
      RunDescription run{v.tool, machine,   r.workload, at, settings_at(r.parameters, at),
                         1,      v.sampling};
      run.parameters.insert(run.parameters.end(), v.parameters.begin(), v.parameters.end());
      check_subject({run.workload, {run.size, run.parameters, run.seed}, true, false});
      std::string key = key_of(run);
      auto known = std::ranges::find(plan.keys, key);
      run_of[row] = static_cast<size_t>(known - plan.keys.begin());
      if (known != plan.keys.end()) continue;
      plan.keys.push_back(std::move(key));
      plan.runs.push_back(std::move(run));
    }
  }
  return plan;
}

}  // namespace heddle::study
