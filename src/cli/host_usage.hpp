// What this process takes of the host: CPU time, and the most memory since a moment.
#pragma once

#include <cstdint>

namespace heddle {

double cpu_seconds();

/// From now on `peak_mib` tells of new peaks only. False where the system cannot do that (it is
/// Linux's): peaks are then those of the whole process so far.
bool forget_peak();
/// Resident memory.
uint64_t peak_mib();

}  // namespace heddle
