// Packets between a core and the memory below its caches.
//
// Bounds. The queue behind a link has room for a number of packets per core, and a core lets a
// transaction into its caches only if there is room for one packet. Packets that cannot wait
// (further sectors of that transaction, the write-back of a line evicted by a fill) may exceed the
// capacity, by no more than the sectors of a line plus the number of MSHRs. So replies never wait
// for requests, and no deadlock is possible.
#pragma once

#include <bit>
#include <cstdint>

#include "memory_timing/coalescer.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

enum class PacketKind : uint8_t {
  DataFill,      // a unit for the L1
  ConstantFill,  // a unit for the constant cache
  Read,          // for one transaction, bypassing the caches
  Atomic,
  Write,  // posted: there is no reply
};

struct NetworkPacket {
  Address address = 0;  // of the first piece
  uint64_t pieces = 0;  // of 32 bytes: requested, or carried
  uint64_t whole = 0;   // writes: pieces written completely
  uint32_t id = 0;      // Read, Atomic: the core's identifier of the transaction
  uint32_t conflicts = 1;
  uint16_t sm = 0;
  PacketKind kind = PacketKind::Read;

  uint32_t bytes() const { return static_cast<uint32_t>(std::popcount(pieces)) * kPieceBytes; }
};

}  // namespace heddle
