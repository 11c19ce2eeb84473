// Parts of a report as JSON, for whoever writes another one.
#pragma once

#include <nlohmann/json.hpp>

#include "stats/report.hpp"
#include "stats/schema.hpp"

namespace heddle {

/// Names with dots become objects; a bucket that these counters do not have is left out.
nlohmann::ordered_json counters_json(const Counters& counters, const Scope& scope);
nlohmann::ordered_json samples_json(const Samples& samples);
nlohmann::ordered_json workload_json(const WorkloadReport& workload);

}  // namespace heddle
