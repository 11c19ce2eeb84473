// One memory channel with open rows, as in narasiman2011 (Table 1): first come first served, 8
// banks with a row buffer of 4 KB each, 100 cycles for a hit in the open row and 300 for a
// conflict, 32 bytes per cycle. Consecutive rows of the address space are in consecutive banks.
//
// Each bank serves its packets strictly in order of arrival. When the data path is free, the oldest
// packet among the banks that are ready starts. Its reply arrives after the latency of a hit or a
// conflict. These are latencies of the reply, not the time for which a bank is busy: columns of an
// open row follow each other without a gap, as in any DRAM, and a conflict occupies its bank for
// the difference (closing one row and opening the other) while other banks continue. The paper
// gives no third number, so the first access to a bank without an open row costs as much as a
// conflict. The data path is occupied from the start of a packet; replies do not wait for each
// other.
#pragma once

#include <memory>

#include "memory_timing/shared_memory.hpp"

namespace heddle {

std::unique_ptr<SharedMemory> make_open_row_memory(const MachineConfig& config);

}  // namespace heddle
