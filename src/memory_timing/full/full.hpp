// The whole hierarchy: per core an L1 and a constant cache; a crossbar each way; memory partitions
// with a slice of the L2 and a DRAM channel each. The machine of fung2007 (section 2, Table 2: 8
// modules, GDDR3 timing, out-of-order controllers, crossbar with parallel iterative matching) and,
// with an L2, those of rhu2013 (Table 1) and of a GTX 480.
//
// Addresses go round the partitions in chunks of `interleave` bytes; caches and rows of a partition
// see the addresses that are its own as one dense space.
//
// Three clocks. In a core cycle the memory's ticks that fall into it come first, then the
// interconnect's, then the cores. So an answer is seen by its core in the cycle of its arrival,
// and what a core sends is first seen by the network's next tick. In a tick of the network:
// matching of requests, matching of answers, arrivals at the cores, then the partitions.
//
// Each part knows its own next tick, and a tick in which it has nothing to do does not touch it, so
// it does not matter which cycles the machine skips. `dram_cycles` counts up to the last tick.
#pragma once

#include <memory>

#include "memory_timing/memory_system.hpp"

namespace heddle {

std::unique_ptr<MemorySystem> make_full_memory(const MachineConfig& config);

}  // namespace heddle
