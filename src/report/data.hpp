// The data of a report as JSON. The program writes it into the page, and the page draws it
// (report/src). docs/report.md describes the format.
#pragma once

#include <span>
#include <string>

#include "json/json.hpp"
#include "query/frame.hpp"
#include "study/evaluation.hpp"

namespace heddle::report {

/// A study with its results; `results` has one element per run of the plan, null if not run.
Json study_data(const study::Study& study, const std::string& size, const study::Plan& plan,
                std::span<const Json> results, const study::Evaluation& evaluation);

/// A sweep with its runs and its kernels as frames, and what it skipped.
Json sweep_data(const study::Study& study, const query::Frame& runs, const query::Frame& kernels,
                std::span<const study::RefusedRun> refused, const std::string& command);

/// The pages of a study's rows, from its variants with the tool "watch".
Json pages_data(const study::Study& study, const study::Plan& plan, std::span<const Json> results);

/// "regular", "divergent", …: for a kernel or, without a name, for the kernel with the most work.
Json classes_of(const std::string& workload, const std::string& kernel);

/// What determines a variant's colour: the mechanism, or the datapath if it is special.
std::string mechanism_of(const study::Study& study, const study::Variant& variant);

}  // namespace heddle::report
