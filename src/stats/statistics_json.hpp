// Parts of the statistics as JSON, also for other documents that contain them.
#pragma once

#include "json/json.hpp"
#include "stats/run_statistics.hpp"
#include "stats/schema.hpp"

namespace heddle {

/// Names with dots become nested objects. Buckets that these counters lack are left out.
Json counters_json(const Counters& counters, const Scope& scope);
Json samples_json(const Samples& samples);
Json workload_json(const ChosenWorkload& workload);

}  // namespace heddle
