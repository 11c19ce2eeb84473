// Parts of a report as JSON, for whoever writes another one.
#pragma once

#include "json/json.hpp"
#include "stats/report.hpp"
#include "stats/schema.hpp"

namespace heddle {

/// Names with dots become objects; a bucket that these counters do not have is left out.
Json counters_json(const Counters& counters, const Scope& scope);
Json samples_json(const Samples& samples);
Json workload_json(const WorkloadReport& workload);

}  // namespace heddle
