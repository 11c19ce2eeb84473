// heddle cuda: runs a CUDA program on the simulated GPU instead of a real one.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/cuda_options.hpp"
#include "cli/outputs.hpp"
#include "cli/program_report.hpp"
#include "cli/shell_word.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "cuda_tools/program_run.hpp"
#include "report/page.hpp"
#include "study/run_result.hpp"

namespace heddle {

namespace {

struct CudaCommand {
  CudaOptions options;
  std::string arch, json, report;
  bool timed = false;
};

/// The command line as a user would type it.
std::string command_line(const CudaCommand& command, const std::vector<std::string>& program) {
  std::string text = "heddle cuda";
  const MachineChoice& machine = command.options.machine;
  if (!command.arch.empty()) text += " --arch " + shell_word(command.arch);
  text += " --preset " + shell_word(machine.preset);
  for (const std::string& setting : machine.overrides) text += " --set " + shell_word(setting);
  return text + machine.plugins.text() + program_words(program);
}

void report_of(const CudaCommand& command, const std::vector<std::string>& program,
               const cuda::ProgramRun& run, const cuda::ProgramOutcome& outcome) {
  const std::string arch = command.arch.empty() ? arch_name(*run.machine) : command.arch;
  const std::string file = write_program_report({command.report,
                                                 command_line(command, program),
                                                 {arch},
                                                 command.options.machine,
                                                 run,
                                                 {study::program_result(outcome)}});
  print_error(fmt::format("report: {}", file));
}

int run(const CudaCommand& command, const std::vector<std::string>& program) {
  if (command.arch.find(',') != std::string::npos || command.arch == "all")
    throw UsageError(
        fmt::format("cuda takes one arch, '{0}' are several; to run the program under "
                    "each of them: heddle compare --arch {0} -- ...",
                    command.arch));
  const bool timed = command.timed && command.arch != "functional";
  if (timed && !command.arch.empty()) check_arch(command.arch);
  if (!timed && !command.options.machine.overrides.empty())
    throw UsageError("--set needs a run with timing: add --arch NAME or --preset NAME");
  if (!timed && !command.report.empty())
    throw UsageError("--report needs a run with timing: add --arch NAME or --preset NAME");
  const cuda::ProgramRun run = make_program_run(command.options, program, command.arch, timed);
  cuda::check_program(run.command);
  OutputPlan plan;
  if (timed) {
    const std::string* arch = &command.arch;
    plan_machine(plan, command.options.machine.preset,
                 {arch, arch->empty() ? size_t{0} : size_t{1}});
  }
  plan_plugins(plan, command.options.machine.plugins);
  plan_program(plan, program);
  plan.writes(command.json, "--json");
  if (!command.report.empty()) plan.writes(report::prepare_report(command.report), "--report");
  check_outputs(plan);
  const cuda::ProgramOutcome outcome = cuda::run_program(run);
  // The program's own output stays as it is: what heddle has to say goes to standard error.
  print_error(kernel_table(outcome, run));
  if (outcome.partial()) print_error("heddle: the results are partial");
  write_results({{command.json, [&] { return outcome_json(outcome, run); }}});
  if (!command.report.empty() && outcome.signal == 0) report_of(command, program, run, outcome);
  return outcome.status;
}

}  // namespace

void add_cuda(CLI::App& app, CommandAction& action, const std::vector<std::string>& program) {
  auto options = std::make_shared<CudaCommand>();
  CLI::App* command = app.add_subcommand("cuda", "Run a CUDA program on the simulated GPU");
  command->add_option("--arch", options->arch,
                      "run with timing under this mechanism: a name (heddle list archs) or file");
  add_cuda_options(*command, options->options);
  add_output(*command, "--json", options->json, "write every launch to this file (docs/cuda.md)");
  command->add_option("--report", options->report,
                      "write a page with figures and pictures to this folder (docs/report.md)");
  command->footer(
      "The program comes after '--', with its arguments. It must be linked with the shared "
      "runtime\n"
      "library and carry PTX: 'heddle cc' makes such programs, and nvcc with -cudart shared.\n"
      "Without --arch and --preset, kernels run functionally. The program's output and exit "
      "status\n"
      "stay as they are; the table of kernels goes to standard error.\n"
      "Examples:\n"
      "  heddle cuda -- ./prog 1000\n"
      "  heddle cuda --arch dwf --json prog.json -- ./prog 1000\n"
      "  heddle cuda --arch pdom --report /tmp/prog -- ./prog 1000\n"
      "  heddle cuda --arch pdom --only reduce --launches 1:10 -- ./prog");
  command->callback([&action, &program, options, command] {
    options->timed = command->count("--arch") + command->count("--preset") > 0;
    action = [options, &program] {
      options->options.machine.plugins.load();
      return run(*options, program);
    };
  });
}

}  // namespace heddle
