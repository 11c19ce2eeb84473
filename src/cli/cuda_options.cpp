#include "cli/cuda_options.hpp"

#include "cli/number_option.hpp"
#include "cli/terminal.hpp"

namespace heddle {

void add_cuda_options(CLI::App& command, CudaOptions& options) {
  add_machine_options(command, options.machine);
  command.add_flag("--check", options.check, "check the machine's invariants at run time; slower");
  command.add_flag("--cold", options.cold, "begin every timed launch with empty caches");
  add_number(command, "--max-instructions", options.max_instructions,
             "stop a launch after this many warp instructions; 0: no limit");
  add_number(command, "--threads", options.threads,
             "host threads of a simulation; results do not depend on their number", kJobs);
  add_launch_options(command, options.launches, "time");
  add_warm_option(command, options.launches);
}

cuda::ProgramRun make_program_run(const CudaOptions& options,
                                  const std::vector<std::string>& program, const std::string& arch,
                                  bool timed) {
  cuda::ProgramRun run{program, {}, chosen_machine(options.machine, arch), false};
  cuda::RunSettings& s = run.settings;
  s.preset = options.machine.preset;
  s.arch = arch == "functional" ? std::string() : arch;
  s.overrides = options.machine.overrides;
  if (const ExtensionsPtr& added = options.machine.plugins.extensions) s.plugins = added->files();
  s.timed = timed;
  s.check = options.check;
  s.cold = options.cold;
  s.max_instructions = options.max_instructions;
  s.launches = options.launches.choice();
  if (timed) check_warming(s.launches, run.machine);
  if (s.launches.warm && !timed)
    throw UsageError("--warm needs a run with timing: add --arch NAME or --preset NAME");
  if (s.launches.warm && s.cold)
    throw UsageError(
        "--warm and --cold contradict each other: with --cold, every timed launch begins with "
        "empty caches");
  s.threads = options.threads;
  s.progress = has_terminal();
  return run;
}

}  // namespace heddle
