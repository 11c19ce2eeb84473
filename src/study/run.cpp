#include "study/run.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "base/error.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "json/json.hpp"
#include "runner/run_target.hpp"
#include "runner/run_target_inputs.hpp"

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
    throw InputError(fmt::format("not a valid run description: {}", e.what()));
  }
}

namespace {

std::string hex(XXH128_hash_t hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Of texts one behind the other, each with its length, so that no two lists read the same.
std::string digest_of(const RunTargetInputs& inputs) {
  std::string all;
  for (const auto* texts : {&inputs.modules, &inputs.others})
    for (const std::string& text : *texts)
      all += fmt::format("{} {}\n", text.size(), hex(XXH3_128bits(text.data(), text.size())));
  return all;
}

std::string key_of(const RunDescription& run, const std::string& digest) {
  std::string text = compact(to_json(run));
  text += digest;
  text += model_version();
  return hex(XXH3_128bits(text.data(), text.size()));
}

ValidMachine machine_at(const Study& study, const Variant& variant, const std::string& size) {
  std::vector<std::string> settings = settings_at(study.machine, size);
  settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
  return load_machine(variant.preset, variant.arch, settings);
}

/// Calls f and prefixes its errors with `place`.
template <class F>
auto at_place(const std::string& place, F f) {
  try {
    return f();
  } catch (const UsageError& e) {
    throw UsageError(fmt::format("{}: error: {}", place, e.what()));
  } catch (const IoError& e) {
    throw IoError(fmt::format("{}: error: {}", place, e.what()));
  }
}

/// For each row, the digest of everything that determines its results.
std::vector<std::string> digests_of(const Study& study) {
  std::vector<std::string> digests;
  for (const Row& row : study.rows)
    digests.push_back(at_place(row.place, [&] {
      RunTargetInputs inputs = run_target_inputs(row.workload);
      if (!row.kernel.empty() && !inputs.has_kernel(row.kernel))
        throw UsageError(fmt::format("'{}' has no kernel '{}'", row.workload, row.kernel));
      return digest_of(inputs);
    }));
  return digests;
}

}  // namespace

RunTargetChoice run_target_of(const RunDescription& run) {
  if (is_description(run.workload)) return {run.workload, {}, false, false};
  return {run.workload, {run.size, run.parameters, run.seed}, true, false};
}

std::string key_of(const RunDescription& run) {
  return key_of(run, digest_of(run_target_inputs(run.workload)));
}

Plan expand(const Study& study, const std::string& size) {
  Plan plan;
  std::vector<std::string> digests = digests_of(study);
  for (const Variant& v : study.variants) {
    std::string machine =
        effective_toml(at_place(v.place, [&] { return machine_at(study, v, size); }));
    auto& run_of = plan.run_of.emplace_back(study.rows.size(), Plan::kNone);
    for (size_t row : v.rows) {
      const Row& r = study.rows[row];
      const std::string& at = v.size.empty() ? size : v.size;
      RunDescription run{v.tool, machine,   r.workload, at, settings_at(r.parameters, at),
                         1,      v.sampling};
      run.parameters.insert(run.parameters.end(), v.parameters.begin(), v.parameters.end());
      if (is_description(run.workload)) run.size.clear(), run.parameters.clear();
      at_place(r.place, [&] { check_run_target(run_target_of(run)); });
      std::string key = key_of(run, digests[row]);
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
