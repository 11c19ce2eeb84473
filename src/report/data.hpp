// What a report shows, as JSON: the program writes it into the page, and the page draws it
// (report/src). Its form is described in docs/report.md.
#pragma once

#include <span>
#include <string>

#include "json/json.hpp"
#include "study/evaluation.hpp"

namespace heddle::report {

/// A study with its results; `results` is one per run of the plan, null where it was not run.
Json study_data(const study::Study& study, const std::string& size, const study::Plan& plan,
                std::span<const Json> results, const study::Evaluation& evaluation);

/// The pages of a study's rows: what its variants of the tool "watch" saw.
Json pages_data(const study::Study& study, const study::Plan& plan, std::span<const Json> results);

/// "regular", "divergent", …: of a kernel, or without a name of the one that does most.
Json classes_of(const std::string& workload, const std::string& kernel);

/// What colours a variant: the mechanism, or the datapath where that is what is special.
std::string mechanism_of(const study::Variant& variant);

}  // namespace heddle::report
