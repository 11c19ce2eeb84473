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

ValidMachine machine_at(const Study& study, const Variant& variant, const Row* row,
                        const std::string& size) {
  std::vector<std::string> settings = settings_at(study.machine, size);
  settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
  if (row) settings.insert(settings.end(), row->settings.begin(), row->settings.end());
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

/// For each row that runs, the digest of everything that determines its results.
std::vector<std::string> digests_of(const Study& study) {
  std::vector<std::string> digests(study.rows.size());
  for (const Variant& v : study.variants)
    for (size_t row : v.rows) {
      if (!digests[row].empty()) continue;
      const Row& r = study.rows[row];
      digests[row] = at_place(r.place, [&] {
        RunTargetInputs inputs = run_target_inputs(r.workload);
        if (!r.kernel.empty() && !inputs.has_kernel(r.kernel))
          throw UsageError(fmt::format("'{}' has no kernel '{}'", r.workload, r.kernel));
        return digest_of(inputs);
      });
    }
  return digests;
}

/// Adds the runs of a study to a plan, unless they are there.
class Expansion {
 public:
  /// `checks_all`: also the machines of variants without rows.
  Expansion(Plan& plan, const Study& study, const std::string& size, bool checks_all)
      : plan_(plan),
        study_(study),
        size_(size),
        digests_(digests_of(study)),
        checks_all_(checks_all) {}

  RunTable table() {
    RunTable table;
    for (size_t v = 0; v < study_.variants.size(); v++) {
      const Variant& variant = study_.variants[v];
      auto& run_of = table.run_of.emplace_back(study_.rows.size(), RunTable::kNone);
      std::string machine =
          checks_all_ || !variant.rows.empty() ? machine_of(variant, nullptr) : "";
      for (size_t row : variant.rows) {
        const Row& r = study_.rows[row];
        RunDescription run = describe(variant, r);
        run.machine = r.settings.empty() ? machine : machine_of(variant, &r);
        run_of[row] = add(run, digests_[row]);
        for (run.seed = 2; run.seed <= r.seeds; run.seed++)
          table.more_seeds[{v, row}].push_back(add(run, digests_[row]));
      }
    }
    return table;
  }

 private:
  std::string machine_of(const Variant& v, const Row* row) const {
    return effective_toml(
        at_place(row ? row->place : v.place, [&] { return machine_at(study_, v, row, size_); }));
  }

  RunDescription describe(const Variant& v, const Row& r) const {
    const std::string& at = v.size.empty() ? size_ : v.size;
    RunDescription run{v.tool, {}, r.workload, at, settings_at(r.parameters, at), 1, v.sampling};
    run.parameters.insert(run.parameters.end(), v.parameters.begin(), v.parameters.end());
    if (is_description(run.workload)) run.size.clear(), run.parameters.clear();
    at_place(r.place, [&] { check_run_target(run_target_of(run)); });
    return run;
  }

  size_t add(const RunDescription& run, const std::string& digest) {
    std::string key = key_of(run, digest);
    auto known = std::ranges::find(plan_.keys, key);
    auto number = static_cast<size_t>(known - plan_.keys.begin());
    if (known == plan_.keys.end()) {
      plan_.keys.push_back(std::move(key));
      plan_.runs.push_back(run);
    }
    return number;
  }

  Plan& plan_;
  const Study& study_;
  const std::string& size_;
  std::vector<std::string> digests_;
  bool checks_all_;
};

}  // namespace

RunTargetChoice run_target_of(const RunDescription& run) {
  if (is_description(run.workload)) return {run.workload, {}, false, false};
  return {run.workload, {run.size, run.parameters, run.seed}, true, false};
}

std::string key_of(const RunDescription& run) {
  return key_of(run, digest_of(run_target_inputs(run.workload)));
}

std::vector<size_t> RunTable::runs_of(size_t variant, size_t row) const {
  if (run_of[variant][row] == kNone) return {};
  std::vector<size_t> runs = {run_of[variant][row]};
  if (auto more = more_seeds.find({variant, row}); more != more_seeds.end())
    runs.insert(runs.end(), more->second.begin(), more->second.end());
  return runs;
}

Plan expand(const Study& study, const std::string& size) {
  Plan plan;
  static_cast<RunTable&>(plan) = Expansion(plan, study, size, true).table();
  for (Part& part : parts_of(study, size)) {
    RunTable table = Expansion(plan, part.study, part.size, false).table();
    plan.parts.push_back({std::move(part), std::move(table)});
  }
  return plan;
}

}  // namespace heddle::study
