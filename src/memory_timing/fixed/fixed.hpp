// Constant latency behind a data path with limited bandwidth, as in brunie2012 (section 5, after
// Gebhart et al.): "a throughput-limited constant-latency memory", with an L1 in each core "to
// better take into account memory divergence".
//
// Packets from the cores queue in order of arrival. A packet starts when the data path is free,
// occupies it for bytes / bytes_per_cycle, and its reply arrives `latency` cycles (at least 1)
// after the start. Writes occupy the path and have no reply. Atomics cost as much as reads: there
// is no L2 to serialise them.
#pragma once

#include <memory>

#include "memory_timing/shared_memory.hpp"

namespace heddle {

std::unique_ptr<SharedMemory> make_fixed_memory(const MachineConfig& config);

}  // namespace heddle
