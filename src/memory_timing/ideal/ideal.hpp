// The ideal memory: every request is done after `latency` cycles, whatever it is and however many
// there are. It isolates what a core does from what its memory does (the limit studies of
// brunie2012 and fung2007 use one such). There is nothing to hit, so no request misses; counters
// know requests and threads only, and count one transaction for each request.
#pragma once

#include <memory>

#include "memory_timing/memory_system.hpp"

namespace heddle {

std::unique_ptr<MemorySystem> make_ideal_memory(const MachineConfig& config);

}  // namespace heddle
