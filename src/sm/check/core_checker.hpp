// The invariants of a core, watched where they are asked for: no result is read before it has
// arrived, scalar registers hold what every thread has, a lane executes for one thread at a time,
// every live thread belongs to one group. Throws InvariantError.
#pragma once

#include <cstdint>
#include <vector>

#include "sm/check/group_coverage.hpp"
#include "sm/check/hazard_checker.hpp"
#include "sm/check/lane_occupancy.hpp"
#include "sm/check/scalar_checker.hpp"
#include "sm/rendezvous_unit.hpp"
#include "sm/resident_blocks.hpp"

namespace heddle {

class CoreChecker {
 public:
  explicit CoreChecker(bool on) : on_(on) {}

  bool on() const { return on_; }
  HazardChecker& hazards() { return hazards_; }
  LaneOccupancy& lanes() { return lanes_; }

  /// A kernel begins.
  void start(const TimedCode& code, uint32_t tiles, uint32_t warp) {
    if (!on_) return;
    hazards_.start(tiles, code.slots, warp);
    scalarized_ = code.scalarized();
    if (scalarized_) scalars_.start(code, tiles, warp);
  }
  void admit(const Arrival& arrival, uint32_t tiles) {
    if (!on_ || !scalarized_) return;
    for (uint32_t t = 0; t < tiles; t++) scalars_.begin(arrival.first_tile + t);
  }
  /// Of a packet that issues for a group with the threads `all`: before it has executed, and after.
  void check_scalars(const Packet& p, const Threads& all, bool executed, bool is_memory,
                     ResidentBlocks& blocks);

  bool is_due(Cycle now) const { return on_ && now >= next_look_; }
  /// `for_each_group(f)` calls f(group, members, active threads) for every group of the core.
  template <class F>
  void check_groups(const ResidentBlocks& blocks, const RendezvousUnit& rendezvous, Cycle now,
                    F for_each_group) {
    coverage_.begin(blocks.tile_limit());
    uint32_t alive = 0;
    for_each_group([&](GroupId g, const Threads& members, const Threads& active) {
      coverage_.add(g, members, active);
      alive++;
    });
    check_coverage(blocks, rendezvous);
    next_look_ = now + 1 + alive / 4;  // so that looking at many groups does not dominate the run
  }

 private:
  void check_coverage(const ResidentBlocks& blocks, const RendezvousUnit& rendezvous) const;

  bool on_, scalarized_ = false;
  HazardChecker hazards_;
  ScalarChecker scalars_;
  GroupCoverage coverage_;
  LaneOccupancy lanes_;
  Cycle next_look_;
};

}  // namespace heddle
