// Counters as JSON, for whoever writes more than a report.
#pragma once

#include <nlohmann/json.hpp>

#include "stats/schema.hpp"

namespace heddle {

/// Names with dots become objects; a bucket that these counters do not have is left out.
nlohmann::ordered_json counters_json(const Counters& counters, const Scope& scope);

}  // namespace heddle
