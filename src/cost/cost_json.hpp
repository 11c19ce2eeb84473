// The cost as JSON: bits and areas of a core, structure by structure, and their sums. Unknown
// values are null.
#pragma once

#include "cost/cost.hpp"
#include "json/json.hpp"

namespace heddle {

/// Keys: structures, changes (each with name, entries, content, bits, area_mm2), proposed, bits,
/// area_mm2, core_area_mm2, register_files, cores, total_area_mm2, chip (name, area_mm2),
/// chip_share, notes.
Json cost_json(const HardwareCost& cost);

}  // namespace heddle
