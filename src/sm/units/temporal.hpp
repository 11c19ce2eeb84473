// Temporal lanes in place of units that take a whole warp (temporal_lanes.hpp): each lane has its
// registers, and runs through the threads of one instruction after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sm/load_store.hpp"
#include "sm/packet.hpp"
#include "sm/ready_groups.hpp"
#include "sm/units/lane_banks.hpp"
#include "sm/units/lane_registers.hpp"
#include "sm/units/reserved.hpp"
#include "sm/units/temporal_lanes.hpp"

namespace heddle {

class TemporalUnits {
 public:
  static constexpr bool kTemporal = true;

  TemporalUnits(const MachineConfig& config, uint32_t groups)
      : config_(config),
        stages_(stages_before_execution(config)),
        lanes_(config),
        registers_(config),
        banks_(config.core.shared_banks, cycles_to_banks()),
        groups_(lanes_.lane_sets(), lanes_.per_lane_set(), groups) {}

  void start(uint32_t registers) { registers_.start(registers); }
  uint32_t stages() const { return stages_; }
  const OpTiming& timing(const TimedOp& op) const {
    return config_.core.timing[static_cast<size_t>(op.cls)];
  }
  bool executes_once(const TimedOp& op) const { return op.scalar; }

  bool has_collector(Cycle) const { return true; }
  bool is_free(Unit unit, Cycle now) const { return lanes_.has_port(unit, now); }
  /// When a group that waits for a lane, or for a port of its unit, can next issue.
  Cycle next_free(Unit unit, Cycle, std::span<const IssueSlot> slots) const {
    Cycle next = kNeverCycle;
    for (uint32_t set = 0; set < lanes_.lane_sets(); set++)
      for (const IssueSlot& s : slots)
        if (s.eligible[static_cast<size_t>(unit)].count_common(groups_.on(set)) > 0)
          next = std::min(next, lanes_.next_free(set, unit));
    return next;
  }
  /// Of groups whose unit has a port, those with a lane that takes an instruction; null when there
  /// are none.
  const GroupSet* usable(const GroupSet& candidates, GroupSet& into, Cycle now) {
    if (&candidates != &into) into.assign(candidates);
    lanes_waiting_ = 0;
    for (uint32_t set = 0; set < lanes_.lane_sets(); set++) {
      const GroupSet& groups = groups_.on(set);
      if (uint32_t free = lanes_.free_lanes(set, now))
        lanes_waiting_ += std::min(free, into.count_common(groups));
      else
        into -= groups;
    }
    return lanes_waiting_ == 0 ? nullptr : &into;
  }
  /// The last choice of a slot that issued all it could leaves the other lanes waiting; one that
  /// issued less leaves none.
  void slot_issued(bool all_it_could) {
    if (all_it_could) lanes_left_ += lanes_waiting_ - 1;
  }

  /// Reads the operands and takes a lane of the warp's. The lane runs through `turns`: the threads
  /// that execute, or all that a branch asks.
  Reserved reserve(Packet& p, WarpId /*warp*/, const Threads& turns, const TimedOp& timed, uint64_t,
                   uint32_t, Cycle now, CoreCounters& counters);
  uint32_t position(const Packet&, const Threads& turns, uint32_t in_block) const {
    const Bundles& bundles = lanes_.bundles();
    uint32_t thread = in_block % 32;
    return bundles.rank(turns.begin()->mask, thread) * bundles.width() + thread % bundles.width();
  }
  uint64_t lanes_of(uint64_t, WarpId) const { return 0; }

  /// The cycle after its issue in which a lane comes to a thread of a tile.
  uint32_t turn(const Threads& turns, const TimedOp& timed, TileId tile, uint32_t thread) const {
    if (timed.scalar) return 0;
    for (TileMask all : turns)
      if (all.tile == tile) return lanes_.bundles().rank(all.mask, thread);
    return 0;
  }
  uint32_t rank(uint32_t threads, uint32_t thread) const {
    return lanes_.bundles().rank(threads, thread);
  }
  /// The threads of a packet access shared memory as the lane comes to them, and conflicts hold the
  /// lane up. Returns the cycles until the last result.
  uint32_t pass_banks(const Packet& p, const TimedOp& timed,
                      const LoadStoreUnit::BankAccess& access, uint32_t delay, Cycle now,
                      CoreCounters& counters);

  /// A group comes or goes, begins to wait for memory or no longer does. `file()` is the register
  /// file of its warp.
  template <class File>
  void group_moves(GroupId g, WarpId warp, const GroupStatus& before, GroupState state, Cause cause,
                   File file) {
    bool was = before.state != GroupState::Absent, is = state != GroupState::Absent;
    bool was_awake = was && before.cause != Cause::Memory;
    bool is_awake = is && cause != Cause::Memory;
    if (!was && is) groups_.enter(g, warp, file());
    if (was_awake && !is_awake) groups_.falls_asleep(g);
    if (!was_awake && is_awake) groups_.wakes(g);
    if (was && !is) groups_.leave(g, warp);
  }
  void count_cycles(uint64_t cycles, CoreCounters& counters);

 private:
  uint32_t cycles_to_banks() const;

  const MachineConfig& config_;
  uint32_t stages_;
  TemporalLanes lanes_;
  LaneRegisters registers_;
  LaneBanks banks_;
  LaneSetGroups groups_;
  uint32_t lanes_waiting_ = 0;  // lanes that a scheduler could issue to
  uint32_t lanes_left_ = 0;     // those that schedulers did not, at the end of this cycle
};

}  // namespace heddle
