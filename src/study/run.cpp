#include "study/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "cuda_tools/places.hpp"
#include "cuda_tools/program_run.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "runner/run_target.hpp"
#include "runner/run_target_inputs.hpp"
#include "study/tools.hpp"

namespace heddle::study {

Json to_json(const RunDescription& run) {
  Json json{{"tool", run.tool}, {"workload", run.workload},     {"size", run.size},
            {"seed", run.seed}, {"parameters", run.parameters}, {"machine", run.machine}};
  if (run.sampling.every > 0)
    json["sample"] = {{"every", run.sampling.every}, {"names", run.sampling.names}};
  for (const PluginUse& p : run.plugins)
    json["plugins"].push_back({{"name", p.name}, {"digest", p.digest}});
  if (!run.files.empty()) json["files"] = run.files;
  return json;
}

namespace {

/// Throws InputError if the extensions lack a plug-in of the run, or have another one of its name.
void check_plugins(const RunDescription& run) {
  for (const PluginUse& p : run.plugins) {
    const Extension* known = nullptr;
    if (run.extensions)
      for (const Extension& e : run.extensions->list())
        if (e.name == p.name) known = &e;
    if (!known)
      throw InputError(fmt::format(
          "the run needs the plug-in '{}', which is not loaded: pass its library with --plugin",
          p.name));
    if (known->digest != p.digest)
      throw InputError(
          fmt::format("the run was planned with another build of the plug-in '{}' than {}: plan it "
                      "again, or pass the library that it was planned with",
                      p.name, known->origin));
  }
}

}  // namespace

RunDescription run_from_json(const Json& json, const ExtensionsPtr& extensions) {
  try {
    RunDescription run;
    run.extensions = extensions;
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
    if (auto plugins = json.find("plugins"); plugins != json.end())
      for (const Json& p : *plugins) run.plugins.push_back({p.at("name"), p.at("digest")});
    check_plugins(run);
    if (auto files = json.find("files"); files != json.end()) files->get_to(run.files);
    return run;
  } catch (const Json::exception& e) {
    throw InputError(fmt::format("not a valid run description: {}", e.what()));
  }
}

namespace {

/// Of texts one behind the other, each with its length, so that no two lists read the same.
std::string inputs_digest(const RunTargetInputs& inputs) {
  std::string all;
  for (const auto* texts : {&inputs.modules, &inputs.others})
    for (const std::string& text : *texts)
      all += fmt::format("{} {}\n", text.size(), digest_of(text));
  return all;
}

std::string key_of(const RunDescription& run, const std::string& digest) {
  std::string text = compact(to_json(run));
  text += digest;
  text += model_version();
  if (run.tool == kProgramTool) text += cuda_version();
  return digest_of(text);
}

ValidMachine machine_at(const Study& study, const Variant& variant, const Row* row,
                        const std::string& size) {
  std::vector<std::string> settings = settings_at(study.machine, size);
  settings.insert(settings.end(), variant.settings.begin(), variant.settings.end());
  if (row) settings.insert(settings.end(), row->settings.begin(), row->settings.end());
  return load_machine(variant.preset, variant.arch, settings, study.extensions);
}

/// Calls f and prefixes its errors with `place`.
template <class F>
auto at_place(const std::string& place, F f) {
  if (place.empty()) return f();
  try {
    return f();
  } catch (const UsageError& e) {
    throw UsageError(fmt::format("{}: error: {}", place, e.what()));
  } catch (const IoError& e) {
    throw IoError(fmt::format("{}: error: {}", place, e.what()));
  }
}

/// The program itself, every argument that names a file, and the files that are named beside.
RunTargetInputs program_inputs(const std::string& program,
                               const std::vector<std::string>& arguments,
                               const std::vector<std::string>& files) {
  std::vector<std::string> command = {program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  cuda::check_program(command);
  RunTargetInputs inputs;
  inputs.modules.push_back(read_file(cuda::find_program(program)));
  std::error_code ignored;
  for (const std::string& argument : arguments)
    if (std::filesystem::is_regular_file(argument, ignored))
      inputs.others.push_back(read_file(argument));
  for (const std::string& file : files) inputs.others.push_back(read_file(file));
  return inputs;
}

/// For each row that runs, the digest of everything that determines its results.
std::vector<std::string> digests_of(const Study& study) {
  std::vector<std::string> digests(study.rows.size());
  for (const Variant& v : study.variants)
    for (size_t row : v.rows) {
      if (!digests[row].empty()) continue;
      const Row& r = study.rows[row];
      digests[row] = at_place(r.place, [&] {
        if (r.is_program)
          return inputs_digest(program_inputs(r.workload, settings_at(r.parameters, ""), r.files));
        RunTargetInputs inputs = run_target_inputs(r.workload, study.extensions);
        if (!r.kernel.empty() && !inputs.has_kernel(r.kernel))
          throw UsageError(fmt::format("'{}' has no kernel '{}'", r.workload, r.kernel));
        return inputs_digest(inputs);
      });
    }
  return digests;
}

/// The sentences of a machine that cannot be built on one line: without the first, which names it,
/// without the places of values, which are indented, and without the help for one machine.
std::string on_one_line(const std::string& text) {
  constexpr std::string_view kFirst = "cannot be built:\n";
  const size_t at = text.find(kFirst);
  if (at == text.npos) return text;
  std::string sentences;
  for (size_t begin = at + kFirst.size(); begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (text.compare(begin, 9, "It can be") == 0) break;
    if (text[begin] != ' ')
      sentences += (sentences.empty() ? "" : "; ") + text.substr(begin, end - begin);
    begin = end + 1;
  }
  return sentences;
}

/// The plug-ins whose code takes part in a run of the row on a machine with this scheduler.
std::vector<PluginUse> plugins_of(const Study& study, const std::string& schedule, const Row& row) {
  if (!study.extensions) return {};
  std::vector<PluginUse> used;
  auto add = [&](const Extension* e) {
    if (!e) return;
    PluginUse use{e->name, e->digest};
    if (std::ranges::find(used, use) == used.end()) used.push_back(std::move(use));
  };
  add(study.extensions->find_scheduler(schedule).from);
  if (!row.is_program) add(study.extensions->find_workload(row.workload).from);
  std::ranges::sort(used, {}, &PluginUse::name);
  return used;
}

/// Adds the runs of a study to a plan, unless they are there.
class Expansion {
 public:
  using Known = std::unordered_map<std::string, size_t>;  // runs by key

  /// `checks_all`: also the machines of variants without rows. `refused`: where combinations that
  /// cannot be run are listed; null: they are errors.
  Expansion(Plan& plan, Known& known, const Study& study, const std::string& size, bool checks_all,
            std::vector<RefusedRun>* refused, const std::atomic<bool>* interrupted)
      : plan_(plan),
        known_(known),
        study_(study),
        size_(size),
        refused_(refused),
        interrupted_(interrupted),
        digests_(digests_of(study)),
        checks_all_(checks_all) {}

  RunTable table() {
    for (size_t v = 0; v < study_.variants.size(); v++) {
      table_.run_of.emplace_back(study_.rows.size(), RunTable::kNone);
      add_variant(v);
    }
    return std::move(table_);
  }

 private:
  /// A machine as the study names it, and the name of its scheduler.
  struct Named {
    std::string machine, arch, schedule;
  };

  void check_interrupt() const {
    if (interrupted_ && *interrupted_) throw InterruptedError("interrupted");
  }

  void add_variant(size_t v) {
    check_interrupt();
    const Variant& variant = study_.variants[v];
    Named named;
    try {
      if (!variant.refused.empty()) throw UsageError(variant.refused);
      if (checks_all_ || !variant.rows.empty()) named = machine_of(variant, nullptr);
    } catch (const UsageError& e) {
      if (!refused_) throw;
      for (size_t row : variant.rows) refused_->push_back({v, row, on_one_line(e.what())});
      return;
    }
    for (size_t row : variant.rows) try {
        add_row(v, row, named);
      } catch (const UsageError& e) {
        if (!refused_) throw;
        refused_->push_back({v, row, e.what()});
      }
  }

  void add_row(size_t v, size_t row, const Named& named) {
    check_interrupt();
    const Variant& variant = study_.variants[v];
    const Row& r = study_.rows[row];
    Named own = r.settings.empty() ? named : machine_of(variant, &r);
    RunDescription run = describe(variant, r);
    run.machine = own.machine;
    run.plugins = plugins_of(study_, own.schedule, r);
    if (!r.is_program) at_place(r.place, [&] { check_run_target(run_target_of(run)); });
    table_.run_of[v][row] = add(run, digests_[row], own.arch);
    for (uint64_t n = 1; n < r.seeds; n++) {
      run.seed = r.seed + n;
      table_.more_seeds[{v, row}].push_back(add(run, digests_[row], own.arch));
    }
  }

  Named machine_of(const Variant& v, const Row* row) const {
    ValidMachine valid =
        at_place(row ? row->place : v.place, [&] { return machine_at(study_, v, row, size_); });
    return {effective_toml(valid), v.arch.empty() ? arch_name(valid) : arch_label(v.arch),
            valid->arch.schedule};
  }

  RunDescription describe(const Variant& v, const Row& r) const {
    const std::string& at = v.size.empty() ? size_ : v.size;
    RunDescription run{v.tool, {},        r.workload, at, settings_at(r.parameters, at),
                       r.seed, v.sampling};
    run.extensions = study_.extensions;
    if (r.is_program) {
      run.tool = kProgramTool;
      run.size.clear();
      run.files = r.files;
      return run;
    }
    run.parameters.insert(run.parameters.end(), v.parameters.begin(), v.parameters.end());
    if (is_description(run.workload, run.extensions))
      run.size.clear(), run.parameters.clear(), run.seed = 1;
    return run;
  }

  size_t add(const RunDescription& run, const std::string& digest, const std::string& arch) {
    std::string key = key_of(run, digest);
    auto [known, is_new] = known_.try_emplace(key, plan_.runs.size());
    if (!is_new) return known->second;
    plan_.keys.push_back(std::move(key));
    plan_.runs.push_back(run);
    plan_.archs.push_back(arch);
    plan_.inputs.push_back(digest_of(digest));
    return known->second;
  }

  Plan& plan_;
  Known& known_;
  const Study& study_;
  const std::string& size_;
  std::vector<RefusedRun>* refused_;
  const std::atomic<bool>* interrupted_;
  std::vector<std::string> digests_;
  bool checks_all_;
  RunTable table_;
};

}  // namespace

ValidMachine machine_of(const RunDescription& run) {
  return ValidMachine(
      parse_preset(std::make_shared<Source>("machine", run.machine), "machine", run.extensions));
}

RunTargetChoice run_target_of(const RunDescription& run) {
  if (is_description(run.workload, run.extensions))
    return {run.workload, {}, false, false, run.extensions};
  return {run.workload, {run.size, run.parameters, run.seed}, true, false, run.extensions};
}

std::string key_of(const RunDescription& run) {
  return key_of(run, inputs_digest(run.tool == kProgramTool
                                       ? program_inputs(run.workload, run.parameters, run.files)
                                       : run_target_inputs(run.workload, run.extensions)));
}

std::vector<size_t> RunTable::runs_of(size_t variant, size_t row) const {
  if (run_of[variant][row] == kNone) return {};
  std::vector<size_t> runs = {run_of[variant][row]};
  if (auto more = more_seeds.find({variant, row}); more != more_seeds.end())
    runs.insert(runs.end(), more->second.begin(), more->second.end());
  return runs;
}

Plan expand(const Study& study, const std::string& size, std::vector<RefusedRun>* refused,
            const std::atomic<bool>* interrupted) {
  Plan plan;
  Expansion::Known known;
  static_cast<RunTable&>(plan) =
      Expansion(plan, known, study, size, true, refused, interrupted).table();
  for (Part& part : parts_of(study, size)) {
    RunTable table =
        Expansion(plan, known, part.study, part.size, false, refused, interrupted).table();
    plan.parts.push_back({std::move(part), std::move(table)});
  }
  return plan;
}

}  // namespace heddle::study
