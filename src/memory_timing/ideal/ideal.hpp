// The ideal memory: every request completes after `latency` cycles, regardless of its kind and of
// other requests. It isolates the behaviour of a core from that of its memory (the limit studies of
// brunie2012 and fung2007 use such a memory). There are no caches and no misses; the counters cover
// only requests and threads, and count one transaction per request.
#pragma once

#include <memory>

#include "memory_timing/shared_memory.hpp"

namespace heddle {

std::unique_ptr<SharedMemory> make_ideal_memory(const MachineConfig& config);

}  // namespace heddle
