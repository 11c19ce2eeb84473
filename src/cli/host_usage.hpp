// The time and peak memory of this process.
#pragma once

#include <cstdint>

namespace heddle {

double cpu_seconds();
/// Since some point in the past.
double wall_seconds();

/// Resets the peak that `peak_mib` returns. Returns false where the system cannot do that (only
/// Linux can); peaks are then those of the whole process so far.
bool reset_peak();
/// Peak resident memory.
uint64_t peak_mib();

}  // namespace heddle
