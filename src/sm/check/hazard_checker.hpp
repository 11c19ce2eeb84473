// The checker of every dependence mechanism: for each thread and register, is a result on its way?
//
// Values are computed when packets issue, so a scoreboard that forgets a dependence still gives
// right results, only too early. The checker keeps its own record, apart from all mechanisms, and
// objects when a packet reads or overwrites a register whose result has not arrived. Where packets
// run through their threads one after the other, a result may arrive until its thread's turn comes.
// A scalar register belongs to all threads of its warp at once.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "base/strong_format.hpp"
#include "sm/check/invariant.hpp"
#include "sm/packet.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class HazardChecker {
 public:
  void start(uint32_t tiles, uint32_t slots, uint32_t warp = 32) {
    slots_ = slots;
    warp_ = warp;
    owner_.assign(size_t{tiles} * slots * 32, kNoPacket);
    arrives_.clear();
  }
  void issue(PacketId packet, const Threads& threads, const TimedOp& op) {
    issue(packet, threads, op, [](TileMask, uint32_t) { return Cycle{0}; });
  }
  /// `turn(part, lane)`: the cycle that represents a thread's turn.
  template <class F>
  void issue(PacketId packet, const Threads& threads, const TimedOp& op, F turn) {
    for (TileMask p : threads)
      for (uint32_t m = writers(op, p.mask, warp_); m != 0; m &= m - 1) {
        auto lane = static_cast<uint32_t>(std::countr_zero(m));
        Cycle by = turn(p, lane);
        for (uint32_t n = 0; n < op.source_count; n++)
          check(p.tile, op.sources[n], lane, by, "reads");
        for (uint32_t n = 0; n < op.destination_count; n++) {
          check(p.tile, op.destinations[n], lane, by, "overwrites");
          at(p.tile, op.destinations[n], lane) = packet;
          if (!arrives_.empty()) arrives_[index(p.tile, op.destinations[n], lane)] = kNeverCycle;
        }
      }
  }
  /// A packet's results are known to arrive, each thread's in a cycle of its own.
  template <class F>
  void expect(PacketId packet, const Threads& threads, const TimedOp& op, F arrives) {
    if (arrives_.empty()) arrives_.assign(owner_.size(), kNeverCycle);
    for (TileMask p : threads)
      for (uint32_t m = p.mask; m != 0; m &= m - 1) {
        auto lane = static_cast<uint32_t>(std::countr_zero(m));
        for (uint32_t n = 0; n < op.destination_count; n++)
          if (at(p.tile, op.destinations[n], lane) == packet)
            arrives_[index(p.tile, op.destinations[n], lane)] = arrives(p, lane);
      }
  }
  void complete(PacketId packet, const Threads& threads, const TimedOp& op) {
    for (TileMask p : threads)
      for (uint32_t m = writers(op, p.mask, warp_); m != 0; m &= m - 1)
        for (uint32_t n = 0; n < op.destination_count; n++) {
          PacketId& owner =
              at(p.tile, op.destinations[n], static_cast<uint32_t>(std::countr_zero(m)));
          if (owner == packet) owner = kNoPacket;
        }
  }

 private:
  PacketId& at(TileId tile, uint32_t slot, uint32_t lane) {
    return owner_[index(tile, slot, lane)];
  }
  size_t index(TileId tile, uint32_t slot, uint32_t lane) const {
    return (tile.index() * slots_ + slot) * 32 + lane;
  }
  void check(TileId tile, uint32_t slot, uint32_t lane, Cycle by, const char* what) {
    if (at(tile, slot, lane) != kNoPacket &&
        (arrives_.empty() || arrives_[index(tile, slot, lane)] > by))
      throw InvariantError(
          fmt::format("hazard: tile {} lane {} {} register slot {} before its "
                      "result has arrived",
                      tile, lane, what, slot));
  }
  uint32_t slots_ = 0, warp_ = 32;
  std::vector<PacketId> owner_;
  std::vector<Cycle> arrives_;  // of those: when, where that is known
};

}  // namespace heddle
