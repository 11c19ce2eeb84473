// Counters with known values, for the tests of this folder.
#pragma once

#include "stats/schema.hpp"

namespace heddle {

/// Every counter different: the n-th row of the table has n × step.
inline Counters made_counters(uint64_t step, uint32_t warp = 32) {
  Counters counters;
  counters.core.size_for(warp);
  uint64_t n = 0;
  for (const Statistic& s : statistics()) {
    n++;
    if (s.is_derived()) continue;
    if (uint64_t* value = s.write(counters)) *value = n * step;
  }
  return counters;
}

}  // namespace heddle
