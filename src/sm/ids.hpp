// The numbers of a core, each of its own type, so that one is not taken for another. They are
// small, count from 0, and are reused. Where instructions lie: LinkedPc (exec/op.hpp); when
// something happens: Cycle (memory_timing/memory_system.hpp).
#pragma once

#include "base/indexed_by.hpp"
#include "base/strong.hpp"

namespace heddle {

/// A group: the unit of scheduling.
struct GroupTag;
using GroupId = Strong<GroupTag, uint32_t>;
inline constexpr GroupId kNoGroup{4096};  // behind all that a core may have

/// A packet in flight.
struct PacketTag;
using PacketId = Strong<PacketTag, uint32_t>;
inline constexpr PacketId kNoPacket{0xffffffff};

/// A tile: 32 threads of a block, an architectural warp.
struct TileTag;
using TileId = Strong<TileTag, uint32_t>;
inline constexpr TileId kNoTile{0xffffffff};

/// A hardware warp, or whatever a mechanism has in its place: a large warp, a block whose warps are
/// compacted.
struct WarpTag;
using WarpId = Strong<WarpTag, uint32_t>;
inline constexpr WarpId kNoWarp{0xffffffff};

/// The threads of a core are numbered through its tiles: 32 to each.
constexpr uint32_t thread_number(TileId tile, uint32_t lane) { return tile.value() * 32 + lane; }
constexpr TileId tile_of(uint32_t thread) { return TileId(thread / 32); }

}  // namespace heddle
