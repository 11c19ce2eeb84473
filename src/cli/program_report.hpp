// The report page of a CUDA program: its kernels by archs, as for `heddle compare`, with a page of
// pictures per kernel. The pictures show the launch of the kernel that executed the most thread
// instructions; the program runs once more to capture these launches.
#pragma once

#include <string>
#include <vector>

#include "cli/machine_choice.hpp"
#include "cuda_tools/program_run.hpp"

namespace heddle {

/// A finished run under one arch.
struct ReportedRun {
  const cuda::ProgramRun* run = nullptr;
  const cuda::ProgramOutcome* outcome = nullptr;
};

struct ProgramReport {
  std::string folder, command;     // where it goes, and what the user typed
  std::vector<std::string> archs;  // as the user named them, in the order of the runs
  MachineChoice machine;
  std::vector<ReportedRun> runs;
};

/// Returns the file. Throws IoError, and as run_program does.
std::string write_program_report(const ProgramReport& report);

/// "heddle cuda --arch dwf -- ./prog 1000", as a user would type it.
std::string program_command_line(std::string_view command, const std::string& archs,
                                 const MachineChoice& machine,
                                 const std::vector<std::string>& program);

}  // namespace heddle
