// heddle compare -- PROGRAM: runs a CUDA program once per arch.
#pragma once

#include <string>
#include <vector>

#include "cli/machine_choice.hpp"

namespace heddle {

struct ProgramComparison {
  std::vector<std::string> program, archs;
  MachineChoice machine;
  bool check = false;
  std::string json, report;
  std::string arch_text;  // as the user gave it
};
/// Returns the exit status: kKernelFailed if the program fails under an arch.
int compare_program(const ProgramComparison& comparison);

}  // namespace heddle
