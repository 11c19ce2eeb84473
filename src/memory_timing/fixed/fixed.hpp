// Constant latency behind a limited data path, as in brunie2012 (section 5, after Gebhart et al.):
// "a throughput-limited constant-latency memory", with an L1 in each core "to better take into
// account memory divergence".
//
// What leaves the cores queues in the order of its arrival. A packet starts when the data path is
// free, holds it for bytes / bytes_per_cycle, and is answered `latency` cycles after its start, so
// a lone miss is answered after `latency` cycles (at least 1). Writes hold the path and are not
// answered. Atomics cost what a read costs: there is no L2 that would execute them one by one.
#pragma once

#include <memory>

#include "memory_timing/memory_system.hpp"

namespace heddle {

std::unique_ptr<MemorySystem> make_fixed_memory(const MachineConfig& config);

}  // namespace heddle
