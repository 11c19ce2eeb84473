// The whole hierarchy: an L1 and a constant cache per core; a crossbar in each direction; memory
// partitions, each with a slice of the L2 and a DRAM channel. This is the machine of fung2007
// (section 2, Table 2: 8 modules, GDDR3 timing, out-of-order controllers, crossbar with parallel
// iterative matching) and, with an L2, those of rhu2013 (Table 1) and of a GTX 480.
//
// Addresses are interleaved across the partitions in chunks of `interleave` bytes; caches and rows
// of a partition see its own addresses as one dense space.
//
// There are three clocks. In a core cycle, the memory ticks that fall into it come first, then the
// interconnect ticks, then the cores. So a core sees a reply in the cycle of its arrival, and the
// network sees what a core sends in its next tick. In a network tick, requests are matched first,
// then replies, and then the partitions run. A matched reply is handed to its core at once, with
// the cycle of its arrival. Not all parts run the same tick at the same time (full.cpp).
//
// Each part knows its next tick, and a tick without work does not change its state, so results do
// not depend on which cycles are skipped. `dram_cycles` counts up to the last tick.
#pragma once

#include <memory>

#include "memory_timing/shared_memory.hpp"

namespace heddle {

std::unique_ptr<SharedMemory> make_full_memory(const MachineConfig& config);

}  // namespace heddle
