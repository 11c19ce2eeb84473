#include "cli/program_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/demangle.hpp"
#include "base/host_cores.hpp"
#include "cli/terminal.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "cuda_tools/places.hpp"
#include "report/comparison.hpp"
#include "report/page.hpp"
#include "runner/parallel.hpp"
#include "study/statistic_value.hpp"
#include "study/tools.hpp"

namespace heddle {

namespace {

/// Kernels with a page of pictures: those with the most thread instructions.
constexpr size_t kMostPages = 12;

/// What the page calls the size of the inputs.
constexpr const char* kSize = "as the program has it";

struct ReportedKernel {
  std::string name;  // mangled
  std::string label;
  uint64_t largest_launch = 0;
  double work = 0;  // thread instructions under the first arch
  bool has_page = false;
};

/// What a run counted, also before it failed.
const Json& counted_by(const Json& result) {
  const Json* counted = study::member(result, "counted");
  return counted ? *counted : result;
}

/// The name without parameters, unless two kernels would have the same.
std::vector<ReportedKernel> reported_kernels(const Json& first) {
  std::vector<ReportedKernel> kernels;
  std::map<std::string, size_t> uses;
  const Json& counted = counted_by(first);
  if (const Json* all = study::member(counted, "kernels"))
    for (const auto& [name, part] : all->items()) {
      std::string label = cuda::kernel_label(name);
      uses[label]++;
      kernels.push_back({name, std::move(label), part.at("largest_launch").get<uint64_t>(),
                         study::statistic_value(counted, name, 0, "thread_instructions")});
    }
  std::vector<ReportedKernel*> order;
  for (ReportedKernel& k : kernels) {
    if (uses[k.label] > 1) k.label = demangled(k.name);
    order.push_back(&k);
  }
  std::ranges::stable_sort(order, std::greater{}, &ReportedKernel::work);
  for (size_t i = 0; i < std::min(order.size(), kMostPages); i++) order[i]->has_page = true;
  return kernels;
}

/// Captures the largest launch of each kernel that has a page.
void capture_launches(cuda::ProgramRun run, const std::vector<ReportedKernel>& kernels,
                      const std::filesystem::path& folder) {
  run.settings.timed = false;
  run.settings.capture = folder;
  run.settings.progress = false;
  run.quiet = true;
  run.interrupted = &interrupt_flag();
  for (const ReportedKernel& k : kernels)
    if (k.has_page) run.settings.captured.push_back(k.largest_launch);
  cuda::run_program(run);
}

/// The statistics of a kernel's launches, in the form that the page's formulas need.
Json result_of(const Json& result, const std::string& kernel) {
  const Json& counted = counted_by(result);
  const Json* part = study::part_of(counted, kernel, 0);
  if (!part) return {{"failure", "the kernel was not timed"}};
  if (part->contains("failed")) return {{"failure", "the kernel failed"}};
  return {{"total", part->at("total")}, {"cost", counted.at("cost")}};
}

/// The runs of all kernels under all archs, kernel by kernel, then their pictures in the same
/// order.
study::Plan plan_of(const study::Study& study, size_t archs) {
  study::Plan plan;
  plan.run_of.assign(study.variants.size(),
                     std::vector<size_t>(study.rows.size(), study::RunTable::kNone));
  for (bool pictures : {false, true})
    for (size_t row = 0; row < study.rows.size(); row++)
      for (size_t arch = 0; arch < archs; arch++) {
        const size_t v = arch + (pictures ? archs : 0);
        const study::Variant& variant = study.variants[v];
        study::RunDescription run;
        run.tool = variant.tool;
        run.machine = effective_toml(
            load_machine(variant.preset, variant.arch, variant.settings, study.extensions));
        run.workload = study.rows[row].workload;
        run.size = kSize;
        run.extensions = study.extensions;
        plan.run_of[v][row] = plan.runs.size();
        plan.runs.push_back(std::move(run));
      }
  return plan;
}

/// One per run of the plan; null: not run. A launch that fails alone has no picture.
void run_pictures(const study::Plan& plan, std::vector<Json>& results,
                  const std::vector<ReportedKernel>& kernels, size_t archs) {
  const size_t first = results.size();
  results.resize(plan.runs.size());
  std::vector<size_t> wanted;
  for (size_t i = first; i < results.size(); i++)
    if (kernels[(i - first) / archs].has_page && std::filesystem::exists(plan.runs[i].workload))
      wanted.push_back(i);
  ParallelOptions parallel{host_cores(), &interrupt_flag(),
                           [](size_t done, size_t all) { print_progress("pictures", done, all); }};
  run_parallel(wanted.size(), parallel, [&](size_t i) {
    results[wanted[i]] = study::execute(plan.runs[wanted[i]], {.interrupted = &interrupt_flag()});
  });
  print_progress({}, 0, 0);
}

}  // namespace

std::string write_program_report(const ProgramReport& report) {
  const std::vector<ReportedKernel> kernels = reported_kernels(report.results.front());
  const cuda::TemporaryFolder folder;
  if (!kernels.empty()) capture_launches(report.run, kernels, folder.path());
  report::Comparison comparison{{},
                                report.archs,
                                report.machine.preset,
                                report.machine.overrides,
                                report.machine.plugins.extensions};
  std::vector<Json> results;
  for (const ReportedKernel& k : kernels) {
    const std::string file = (folder.path() / fmt::format("{}.toml", k.largest_launch)).string();
    comparison.targets.push_back({file, {}, false, false});
    for (const Json& result : report.results) results.push_back(result_of(result, k.name));
  }
  study::Study study = report::comparison_study(comparison);
  const study::Plan plan = plan_of(study, report.archs.size());
  run_pictures(plan, results, kernels, report.archs.size());
  study.title = "the kernels of a CUDA program";
  for (size_t i = 0; i < kernels.size(); i++)
    study.rows[i].label = study.rows[i].workload = kernels[i].label;
  report::Contents contents{"Kernels of a CUDA program", report.command, {}};
  contents.studies.push_back(
      report::study_data(study, kSize, plan, results, study::evaluate(study, plan, results)));
  return report::write_report(report.folder, contents).string();
}

}  // namespace heddle
