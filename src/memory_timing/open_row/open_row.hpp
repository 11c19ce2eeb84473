// One memory channel with open rows, as in narasiman2011 (Table 1): first come first served, 8
// banks with a row buffer of 4 KB each, 100 cycles for a hit in the open row and 300 for a
// conflict, 32 bytes per cycle. Consecutive rows of the address space lie in consecutive banks.
//
// Each bank serves its packets strictly in the order of their arrival; among banks that are ready,
// the oldest packet starts, when the data path is free. A packet is answered after the latency of
// its kind. The latencies are those of an answer and not what a bank is busy for: columns of an
// open row follow each other without a gap, as in any DRAM, and a conflict holds its bank for the
// difference (closing one row and opening the other) while other banks go on. The paper gives no
// third number, so a bank that has no open row yet costs a conflict too. The data path is charged
// when a packet starts; an answer that comes later than another's does not wait for it.
#pragma once

#include <memory>

#include "memory_timing/memory_system.hpp"

namespace heddle {

std::unique_ptr<MemorySystem> make_open_row_memory(const MachineConfig& config);

}  // namespace heddle
