// heddle compare: runs the same workloads, launches or CUDA program under several mechanisms.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/compare_results.hpp"
#include "cli/cuda_options.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/program_report.hpp"
#include "cli/shell_word.hpp"
#include "cli/store_options.hpp"
#include "cli/terminal.hpp"
#include "cli/workload_options.hpp"
#include "config/archs.hpp"
#include "report/comparison.hpp"
#include "report/page.hpp"

namespace heddle {

namespace {

struct CompareOptions {
  std::vector<std::string> names;
  std::vector<std::string> program, files;  // a CUDA program, and what else it reads
  workload::Choice workload;
  bool workload_options = false;
  std::string archs = "all";
  MachineChoice machine;
  bool check = false;
  std::string json;
  std::string report;
  unsigned jobs = host_cores();
  StoreChoice store{{}, true};  // without --store, nothing is read or stored
};

/// The study of a comparison, and its runs.
struct CompareRun {
  report::Comparison comparison;
  study::Study study;
  study::Execution execution;
};

void run_all(CompareRun& compared, store::ResultStore& store, const CompareOptions& o) {
  study::ExecutionOptions options;
  options.jobs = o.jobs;
  options.interrupted = &interrupt_flag();
  options.check = o.check;
  options.pictures = !o.report.empty();
  options.progress = [](const study::ExecutionProgress& p) { show_run_progress("compare", p); };
  options.note = [](const std::string& text) {
    print_error(fmt::format("heddle: note: {}", text));
  };
  study::Execution* executions[] = {&compared.execution};
  study::execute_all(executions, store, options);
  print_status("");
}

std::vector<std::string> targets(const CompareOptions& o) {
  if (!o.names.empty() || !o.program.empty()) return o.names;
  auto chosen = workload::representatives();
  return {chosen.begin(), chosen.end()};
}

/// The command line as a user would type it.
std::string command_line(const CompareOptions& o) {
  std::string text = "heddle compare";
  auto add = [&](std::string_view option, const std::string& value) {
    text += fmt::format("{}{}", option, shell_word(value));
  };
  for (const std::string& name : o.names) add(" ", name);
  if (any_workload(targets(o), o.machine.plugins.extensions)) add(" --size ", o.workload.size);
  for (const std::string& parameter : o.workload.parameters) add(" --param ", parameter);
  if (o.workload.seed != workload::Choice().seed) add(" --seed ", std::to_string(o.workload.seed));
  add(" --arch ", o.archs);
  add(" --preset ", o.machine.preset);
  for (const std::string& setting : o.machine.overrides) add(" --set ", setting);
  for (const std::string& file : o.files) add(" --input ", file);
  return text + o.machine.plugins.text() + program_words(o.program);
}

/// Returns the page's file.
std::string write_study_report(const CompareRun& compared, const CompareOptions& o) {
  const auto& [comparison, study, execution] = compared;
  report::Contents contents{"Mechanisms compared", command_line(o), {}};
  contents.studies.push_back(
      report::study_data(study, o.workload.size, execution.plan, execution.results,
                         study::evaluate(study, execution.plan, execution.results)));
  return report::write_report(o.report, contents).string();
}

/// The same for a CUDA program.
std::string write_report_of_program(const CompareRun& compared, const CompareOptions& o) {
  const auto& [comparison, study, execution] = compared;
  CudaOptions options;
  options.machine = o.machine;
  options.check = o.check;
  ProgramReport report{o.report,
                       command_line(o),
                       comparison.archs,
                       o.machine,
                       make_program_run(options, o.program, comparison.archs[0], true),
                       {}};
  for (size_t arch = 0; arch < comparison.archs.size(); arch++)
    report.results.push_back(execution.results[execution.plan.run_of[arch][0]]);
  return write_program_report(report);
}

OutputPlan planned_outputs(const CompareRun& compared, const CompareOptions& o) {
  OutputPlan plan;
  plan_rows(plan, compared.study);
  plan_machine(plan, o.machine.preset, compared.comparison.archs);
  plan_plugins(plan, o.machine.plugins);
  plan_store(plan, o.store);
  plan.writes(o.json, "--json");
  if (!o.report.empty()) plan.writes(report::prepare_report(o.report), "--report");
  return plan;
}

void check_names(const CompareOptions& o) {
  if (!o.program.empty() && (!o.names.empty() || o.workload_options))
    throw UsageError("a CUDA program (after '--') is compared alone, without workloads");
  if (o.program.empty() && !o.files.empty())
    throw UsageError(
        fmt::format("the file {} is read by no program: --input goes with a CUDA program after "
                    "'--'",
                    o.files[0]));
}

CompareRun prepare(const CompareOptions& o) {
  CompareRun compared;
  const std::vector<std::string> names = targets(o);
  const ExtensionsPtr& extensions = o.machine.plugins.extensions;
  for (const std::string& name : names) {
    RunTargetChoice target = chosen_run_target(
        name, o.workload, o.workload_options && !any_workload(names, extensions), extensions);
    check_run_target(target);
    compared.comparison.targets.push_back(std::move(target));
  }
  compared.comparison.program = o.program;
  compared.comparison.files = o.files;
  compared.comparison.archs = parse_arch_names(o.archs);
  compared.comparison.preset = o.machine.preset;
  compared.comparison.settings = o.machine.overrides;
  compared.comparison.extensions = extensions;
  compared.study = report::comparison_study(compared.comparison);
  compared.execution = study::Execution(study::expand(compared.study, o.workload.size));
  return compared;
}

int run(const CompareOptions& o) {
  check_names(o);
  CompareRun compared = prepare(o);
  check_outputs(planned_outputs(compared, o));
  auto store = open_store(o.store);
  run_all(compared, *store, o);
  const CompareResults results{compared.study, compared.execution, compared.comparison.archs.size(),
                               interrupt_flag()};
  print_comparison(results);
  const bool good = print_compare_failures(results);
  write_results({{o.json, [&] { return comparison_json(results); }}});
  if (!o.report.empty() && !results.partial)
    print_out(fmt::format("report: {}\n", o.program.empty()
                                              ? write_study_report(compared, o)
                                              : write_report_of_program(compared, o)));
  if (interrupt_flag()) throw InterruptedError(interruption_text(*store));
  return good ? kSuccess : kKernelFailed;
}

}  // namespace

void add_compare(CLI::App& app, CommandAction& action, const std::vector<std::string>& program) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand(
      "compare", "Run workloads, launches or a CUDA program under several archs");
  command->add_option("NAME", options->names,
                      "workloads (heddle list workloads) or launch descriptions (docs/launch.md); "
                      "default: eight representative workloads");
  add_workload_options(*command, options->workload);
  command
      ->add_option("--arch", options->archs,
                   "NAME,..., FILE.toml or all (heddle list archs); the first is the baseline")
      ->capture_default_str();
  add_machine_options(*command, options->machine);
  command->add_flag("--check", options->check,
                    "check the machine's invariants at run time; slower");
  add_output(*command, "--json", options->json, "write the rows to this file");
  command->add_option("--report", options->report,
                      "write a page with figures and pictures to this folder (docs/report.md)");
  add_number(*command, "--jobs,-j", options->jobs, "host threads", kJobs);
  command
      ->add_option("--input", options->files,
                   "a file that the CUDA program reads and that is not an argument")
      ->allow_extra_args(false);
  command
      ->add_option("--store", options->store.file,
                   "take finished runs from this file, and store them there (docs/sweeps.md)")
      ->type_name("FILE");
  command->footer(
      "Prints one row per name and arch: cycles, thread instructions per cycle, lane utilisation,\n"
      "speed-up over the first arch, and energy and energy-delay product (EDP) relative to the\n"
      "first arch. Results are verified under every arch. Outputs are not written.\n"
      "A CUDA program comes after '--': its results are good if its exit status is 0 and no kernel "
      "failed.\n"
      "Examples:\n"
      "  heddle compare\n"
      "  heddle compare bitonic mandelbrot --size tiny --preset small\n"
      "  heddle compare saxpy.toml --arch pdom,mimd --preset small --json saxpy.json\n"
      "  heddle compare --arch pdom,dwf -- ./prog 1000        (a CUDA program: docs/cuda.md)");
  command->callback([&action, &program, options, command] {
    options->workload_options = has_workload_options(*command);
    options->store.none = options->store.file.empty();
    options->program = program;
    action = [options] {
      options->machine.plugins.load();
      return run(*options);
    };
  });
}

}  // namespace heddle
