// What travels between a core and the memory behind its caches.
//
// Bounds. An outlet has room for a number of packets per core, and a core only lets a transaction
// into its caches when there is room for one. Packets that cannot be refused (the further sectors
// of that transaction, the write-back of a line that a fill has displaced) may exceed the room: by
// no more than the sectors of a line and the entries of the MSHRs. So replies never wait for
// requests, and no cycle of waiting can arise.
#pragma once

#include <bit>
#include <cstdint>

#include "memory_timing/coalescer.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

enum class PacketKind : uint8_t {
  DataFill,      // a unit for the L1
  ConstantFill,  // a unit for the constant cache
  Read,          // for one transaction, past the caches
  Atomic,
  Write,  // posted: nobody answers
};

struct NetworkPacket {
  Address address = 0;  // the pieces are counted from here
  uint64_t pieces = 0;  // of 32 bytes: asked for, or carried
  uint64_t whole = 0;   // writes: of these, wholly written
  uint32_t id = 0;      // Read, Atomic: the core's name for the transaction
  uint32_t conflicts = 1;
  uint16_t sm = 0;
  PacketKind kind = PacketKind::Read;

  uint32_t bytes() const { return static_cast<uint32_t>(std::popcount(pieces)) * kPieceBytes; }
};

class Outlet {
 public:
  virtual bool room(uint32_t sm) const = 0;
  virtual void send(const NetworkPacket& packet) = 0;

 protected:
  ~Outlet() = default;
};

}  // namespace heddle
