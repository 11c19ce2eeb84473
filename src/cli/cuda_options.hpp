// The options of commands that run CUDA programs.
#pragma once

#include <string>
#include <vector>

#include "base/host_cores.hpp"
#include "cli/commands.hpp"
#include "cli/launch_options.hpp"
#include "cli/machine_choice.hpp"
#include "cuda_tools/program_run.hpp"

namespace heddle {

struct CudaOptions {
  MachineChoice machine;
  bool check = false, cold = false;
  uint64_t max_instructions = 0;
  unsigned threads = host_cores();
  LaunchOptions launches;
};

void add_cuda_options(CLI::App& command, CudaOptions& options);
/// Throws UsageError for options that cannot be used.
cuda::ProgramRun make_program_run(const CudaOptions& options,
                                  const std::vector<std::string>& program, const std::string& arch,
                                  bool timed);

}  // namespace heddle
