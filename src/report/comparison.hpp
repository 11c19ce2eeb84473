// Turns `heddle compare` into a study, the given names by archs, so that its report is the same
// page.
#pragma once

#include <string>
#include <vector>

#include "report/data.hpp"
#include "runner/run_target.hpp"

namespace heddle::report {

struct Comparison {
  std::vector<RunTargetChoice> targets;
  std::vector<std::string> archs;
  std::string preset;
  std::vector<std::string> settings;
  ExtensionsPtr extensions;
  std::vector<std::string> program = {};  // a CUDA program with its arguments, or none
  std::vector<std::string> files = {};    // that the program reads, besides those among them
};

/// The study's rows are the targets and the program; its variants the archs, then, if there are
/// targets, the same archs for pictures of these.
study::Study comparison_study(const Comparison& comparison);

}  // namespace heddle::report
