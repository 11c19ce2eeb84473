// The report page of a CUDA program: its kernels by archs, as for `heddle compare`, with a page of
// pictures per kernel. The pictures show the launch of the kernel that executed the most thread
// instructions; the program runs once more to capture these launches.
#pragma once

#include <string>
#include <vector>

#include "cli/machine_choice.hpp"
#include "cuda_tools/program_run.hpp"
#include "json/json.hpp"

namespace heddle {

struct ProgramReport {
  std::string folder, command;     // where it goes, and what the user typed
  std::vector<std::string> archs;  // as the user named them
  MachineChoice machine;
  cuda::ProgramRun run;       // under the first arch; made again to capture launches
  std::vector<Json> results;  // by arch, as study::program_result gives them
};

/// Returns the file. Throws IoError, and as run_program does.
std::string write_program_report(const ProgramReport& report);

}  // namespace heddle
