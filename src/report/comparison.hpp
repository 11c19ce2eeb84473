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
};

/// The study's rows are the targets; its variants the archs, then the same archs for pictures.
study::Study comparison_study(const Comparison& comparison);

}  // namespace heddle::report
