// Who watches a machine run: traces, and whatever else wants to see every packet.
//
// A core tells an observer of each step of a packet as it happens, so calls come in order of time,
// those of one cycle core by core. A core without one tests a pointer in their place.
#pragma once

#include <cstdint>

#include "exec/launch.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/threads.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

/// What issued in one slot. Numbers of packets and groups are reused, those of packets after
/// `completed`.
struct IssuedPacket {
  uint32_t sm = 0;
  PacketId packet;
  GroupId group;
  WarpId warp;
  LinkedPc pc;
  Unit unit = Unit::Sp;
  const Threads& threads;
  bool first = true;  // of the packets of its instruction
};

/// A lane at work: it executes for one thread of a packet, at some cycles.
struct LaneUse {
  Cycle from, until;
  uint32_t sm = 0;
  PacketId packet;
  Unit kind = Unit::Sp;
  uint32_t unit = 0;             // of its kind
  uint32_t lanes = 1, lane = 0;  // of the unit
  uint64_t block = 0;
  uint32_t thread = 0;  // in the block
};

class Observer {
 public:
  virtual ~Observer() = default;

  virtual void launch_begins(Cycle now, const Executable& kernel, const Launch& launch) = 0;
  /// Also of a launch that was stopped: then some packets have not completed.
  virtual void launch_ends(Cycle now) = 0;

  /// A group's next `count` instructions are on their way from the instruction cache.
  virtual void fetch_begins(Cycle now, uint32_t sm, GroupId group, uint32_t count) = 0;
  /// `count` instructions have come into the group's buffer.
  virtual void fetched(Cycle now, uint32_t sm, GroupId group, uint32_t count) = 0;
  /// What the group has fetched, or is fetching, will not issue.
  virtual void fetch_dropped(Cycle now, uint32_t sm, GroupId group) = 0;

  virtual void issued(Cycle now, const IssuedPacket& packet) = 0;
  /// Its operands have been read at cycle `when`, not before now.
  virtual void executes(Cycle when, uint32_t sm, PacketId packet) = 0;
  virtual void completed(Cycle now, uint32_t sm, PacketId packet) = 0;

  /// Whether it wants to be told of lanes, between `issued` and `executes`.
  virtual bool watches_lanes() const { return false; }
  virtual void lane_works(const LaneUse&) {}
};

}  // namespace heddle
