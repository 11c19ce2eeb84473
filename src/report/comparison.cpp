#include "report/comparison.hpp"

#include "config/archs.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "cost/cost_json.hpp"
#include "sm/cost.hpp"
#include "stats/statistics_json.hpp"

namespace heddle::report {

namespace {

using namespace study;

/// The machine of the pictures.
const std::string kPicturePreset = "picture";

Explorer explorer_of(size_t archs) {
  Explorer explorer;
  for (size_t i = 0; i < archs; i++) explorer.variants.push_back(i);
  explorer.items = {{"IPC", "ipc", "", 2, false, false, false},
                    {"cycles", "cycles", "", 0, true, false, false},
                    {"lanes used", "utilisation", "%", 1, false, false, false},
                    {"threads per packet", "efficiency", "%", 1, false, false, false},
                    {"energy", "energy", "µJ", 1, true, false, true},
                    {"energy × delay", "edp", "pJ·s", 1, true, false, true},
                    {"storage per core", "bits", "bits", 0, true, true, false}};
  return explorer;
}

/// The input size of a picture: tiny inputs suffice, unless the user chose parameters.
std::string picture_size(const workload::Choice& choice) {
  return choice.parameters.empty() ? "tiny" : choice.size;
}

}  // namespace

Study comparison_study(const Comparison& c) {
  Study study;
  study.paper = "compare";
  study.title = "several mechanisms on the same kernels";
  study.preset = c.preset;
  for (const RunTargetChoice& s : c.targets) {
    study.sets["all"].rows.push_back(study.rows.size());
    study.rows.push_back({s.name, s.name, "", 0, {{kEverySize, s.workload.parameters}}});
  }
  for (bool pictures : {false, true})
    for (const std::string& arch : c.archs) {
      if (pictures) study.page_variants.push_back(study.variants.size());
      Variant& v = study.variants.emplace_back();
      v.arch = arch;
      v.title = arch_label(arch);
      v.name = pictures ? "picture " + v.title : v.title;
      v.tool = pictures ? "watch" : "simulate";
      v.preset = pictures ? kPicturePreset : c.preset;
      if (!pictures) v.settings = c.settings;
      v.rows = study.sets["all"].rows;
    }
  study.metrics = {{"ipc", parse_expression("derived.ipc")},
                   {"cycles", parse_expression("cycles")},
                   {"utilisation", parse_expression("100 * derived.lane_utilisation")},
                   {"efficiency", parse_expression("100 * derived.simd_efficiency")},
                   {"energy", parse_expression("energy.total / 1000000000")},
                   {"edp", parse_expression("energy.edp")},
                   {"bits", parse_expression("cost.bits")}};
  study.explorer = explorer_of(c.archs.size());
  return study;
}

Plan comparison_plan(const Comparison& c, const Study& study) {
  Plan plan;
  plan.run_of.assign(study.variants.size(), std::vector<size_t>(study.rows.size(), Plan::kNone));
  for (bool pictures : {false, true})
    for (size_t row = 0; row < c.targets.size(); row++)
      for (size_t arch = 0; arch < c.archs.size(); arch++) {
        size_t v = arch + (pictures ? c.archs.size() : 0);
        const Variant& variant = study.variants[v];
        const workload::Choice& choice = c.targets[row].workload;
        plan.run_of[v][row] = plan.runs.size();
        plan.runs.push_back(
            {variant.tool,
             effective_toml(load_machine(variant.preset, variant.arch, variant.settings)),
             c.targets[row].name,
             pictures ? picture_size(choice) : choice.size,
             choice.parameters,
             choice.seed,
             {}});
      }
  return plan;
}

Json measured_json(const Counters& total, const MachineConfig& config) {
  return {{"total", counters_json(total, {config, config.sms})},
          {"cost", cost_json(hardware_cost(config))}};
}

}  // namespace heddle::report
