#include "report/comparison.hpp"

#include <filesystem>

#include "config/archs.hpp"
#include "study/sweep.hpp"

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

}  // namespace

Study comparison_study(const Comparison& c) {
  Study study;
  study.paper = "compare";
  study.title = "several mechanisms on the same kernels";
  study.preset = c.preset;
  study.extensions = c.extensions;
  // Pictures need only tiny inputs, unless the user chose parameters.
  std::vector<std::string> parameters;
  for (const RunTargetChoice& s : c.targets)
    if (!s.workload.parameters.empty()) parameters = s.workload.parameters;
  for (const RunTargetChoice& s : c.targets) {
    study.sets["all"].rows.push_back(study.rows.size());
    Row row{s.name, s.name, "", 0, {{kEverySize, s.workload.parameters}}};
    row.seed = s.workload.seed;
    study.rows.push_back(std::move(row));
  }
  const std::vector<size_t> with_pictures = study.sets["all"].rows;
  if (!c.program.empty()) {
    study.sets["all"].rows.push_back(study.rows.size());
    study.rows.push_back(program_row(c.program, c.files));
    study.rows.back().label = std::filesystem::path(c.program[0]).filename().string();
  }
  for (bool pictures : {false, true}) {
    if (pictures && with_pictures.empty()) break;
    for (const std::string& arch : c.archs) {
      if (pictures) study.page_variants.push_back(study.variants.size());
      Variant& v = study.variants.emplace_back();
      v.arch = arch;
      v.title = arch_label(arch);
      v.name = pictures ? "picture " + v.title : v.title;
      v.tool = pictures ? "watch" : "simulate";
      v.preset = pictures ? kPicturePreset : c.preset;
      if (!pictures) v.settings = c.settings;
      if (pictures && parameters.empty()) v.size = "tiny";
      v.rows = pictures ? with_pictures : study.sets["all"].rows;
    }
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

}  // namespace heddle::report
