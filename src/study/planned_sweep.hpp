// A sweep with its plan, as data: what another process, or the same person tomorrow, needs to
// execute its runs and to show their results, without the files that it was expanded from.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "study/run.hpp"
#include "study/study.hpp"

namespace heddle::study {

struct PlannedSweep {
  Study study;  // only what the results of a sweep show
  std::string size;
  Plan plan;  // without parts: their runs are in it
  std::vector<RefusedRun> refused;
  std::vector<std::pair<std::string, std::string>> metrics;  // names and formulas
};

/// Everything but the plan's runs.
Json to_json(const PlannedSweep& sweep);
/// Throws InputError.
PlannedSweep planned_sweep_from_json(const Json& json);

/// Runs [first, last) of the plan; a machine that several have is written once.
Json runs_json(const Plan& plan, size_t first, size_t last);
/// Adds them at the end of the plan. Throws InputError, also if their first is another one, and if
/// the extensions lack a plug-in of a run.
void add_runs(Plan& plan, const Json& json, size_t first, const ExtensionsPtr& extensions = {});

}  // namespace heddle::study
