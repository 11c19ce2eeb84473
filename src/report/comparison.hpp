// Turns `heddle compare` into a study, the given names by archs, so that its report is the same
// page.
#pragma once

#include <string>
#include <vector>

#include "report/data.hpp"
#include "runner/run_target.hpp"
#include "stats/run_statistics.hpp"

namespace heddle::report {

struct Comparison {
  std::vector<RunTargetChoice> targets;
  std::vector<std::string> archs;
  std::string preset;
  std::vector<std::string> settings;
};

/// The study's rows are the targets; its variants the archs, then the same archs for pictures.
study::Study comparison_study(const Comparison& comparison);
/// All of its runs: those of the archs, target by target, then the pictures in the same order.
study::Plan comparison_plan(const Comparison& comparison, const study::Study& study);

/// The statistics of one run, in the form that the study's formulas need.
Json measured_json(const Counters& total, const MachineConfig& config);

}  // namespace heddle::report
