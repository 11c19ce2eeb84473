// Units that take a whole warp, its threads side by side on their lanes: operand collectors and
// banks of the register file, the reservation table of the execution units, and scalar units beside
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "sm/ready_groups.hpp"
#include "sm/units/datapath.hpp"
#include "sm/units/idle_lanes.hpp"
#include "sm/units/lane_map.hpp"
#include "sm/units/register_file.hpp"
#include "sm/units/reserved.hpp"

namespace heddle {

class SpatialUnits {
 public:
  static constexpr bool kTemporal = false;

  SpatialUnits(const MachineConfig& config, uint32_t /*groups*/)
      : config_(config),
        stages_(stages_before_execution(config)),
        read_latency_(config.registers.read_latency),
        register_file_(config.registers),
        datapath_(config),
        idle_lanes_(config),
        lane_map_(config) {
    for (size_t cls = 0; cls < kOpClasses; cls++)
      for (bool scalar : {false, true}) {
        Course& course = courses_[scalar][cls];
        course.timing = config.core.timing[cls];
        course.once = scalar && config.arch.scalar_units;
        // A scalar access goes the way of the others.
        if (course.once && !is_memory(static_cast<OpClass>(cls))) course.timing.unit = Unit::Scalar;
        const OpTiming& t = course.timing;
        course.cycles = datapath_.cycles(t, course.once);
        course.result = stages_ + t.latency - t.initiation;
        course.broadcast = scalar || !config.arch.scalar_units ? 0 : config.core.broadcast_latency;
      }
  }

  void start(uint32_t registers) { register_file_.start(registers); }
  uint32_t stages() const { return stages_; }
  /// A scalar instruction may have a unit of its own.
  const OpTiming& timing(const TimedOp& op) const { return course(op).timing; }
  /// Beside the lanes, with registers of another file.
  bool executes_once(const TimedOp& op) const { return course(op).once; }

  bool has_collector(Cycle now) const { return register_file_.has_collector(now); }
  bool is_free(Unit unit, Cycle now) const { return datapath_.has_free(unit, now); }
  /// Another unit of the kind is free besides the one that a packet of this cycle takes.
  bool has_another(Unit unit, Cycle now) const { return datapath_.has_another(unit, now); }
  bool may_share(uint64_t lanes, uint64_t others) const {
    return datapath_.may_share(lanes, others);
  }
  /// Of one unit; and how many units there are.
  uint32_t lanes(Unit unit) const { return datapath_.lanes(unit); }
  uint32_t units(Unit unit) const { return datapath_.units(unit); }
  /// When a group that wants this unit can next find it and a collector free. While all collectors
  /// are taken, it looks again when one is free: then the unit is charged, not they. A scalar unit
  /// needs no collector.
  Cycle next_free(Unit unit, Cycle now, std::span<const IssueSlot>) const {
    if (unit != Unit::Scalar && !register_file_.has_collector(now + 1))
      return register_file_.next_collector();
    return datapath_.next_free(unit);
  }
  /// Of groups whose unit is free, those that can issue.
  const GroupSet* usable(const GroupSet& candidates, GroupSet&, Cycle) { return &candidates; }
  void slot_issued(bool /*all_it_could*/) {}

  /// Reads the operands and takes a unit. `lanes`: those of the row that the group takes;
  /// `stalled`: cycles that all lanes wait for its registers.
  [[gnu::always_inline]] Reserved reserve(Packet&, WarpId warp, const Threads&,
                                          const TimedOp& timed, uint64_t lanes, uint32_t stalled,
                                          Cycle now, CoreCounters& counters) {
    const Course& course = this->course(timed);
    const OpTiming& t = course.timing;
    uint32_t late = register_file_.read(warp, timed, now);
    counters.bank_conflicts += late + stalled;
    if (timed.scalar_sources > 0) late += course.broadcast;
    Datapath::Taken taken = datapath_.take(t, course.cycles, late, now, lanes, stalled);
    if (!course.once) register_file_.hold_collector(taken.start + read_latency_, now);
    counters.busy_cycles[static_cast<size_t>(t.unit)] += taken.busy;
    auto waits = static_cast<uint32_t>(taken.start - now);
    return {waits + taken.cycles + course.result,
            waits + stages_,
            {t.unit, taken.unit, datapath_.lanes(t.unit), taken.start, t.initiation}};
  }
  /// Single threads beside packets: these take lanes, of which others are idle.
  void take_lanes(const TimedOp& timed, uint32_t threads, Cycle now) {
    idle_lanes_.take(timing(timed).unit, threads, timing(timed).initiation, now);
  }
  bool has_idle_lane(Unit unit, Cycle now) const { return idle_lanes_.has(unit, now); }
  Cycle next_idle_lane(Unit unit, Cycle from) const { return idle_lanes_.next(unit, from); }
  /// A single thread takes one; returns the cycles until its result can be used.
  uint32_t reserve_lane(const TimedOp& timed, Cycle now) {
    take_lanes(timed, 1, now);
    return stages_ + timing(timed).latency;
  }
  /// Where in its row a thread is, by its number in the block.
  uint32_t position(const Packet& p, const Threads&, uint32_t in_block) const {
    return lane_map_.lane(in_block % config_.core.warp, p.warp);
  }
  /// The lanes of a row that threads of a warp have, by their mask in the warp.
  uint64_t lanes_of(uint64_t mask, WarpId warp) const { return lane_map_.lanes(mask, warp); }

  /// A group comes, goes, or waits for something else.
  template <class File>
  void group_moves(GroupId, WarpId, const GroupStatus&, GroupState, Cause, File) {}
  void count_cycles(uint64_t, CoreCounters&) {}

 private:
  /// What instructions of a class take; scalar ones may have a unit of their own.
  struct Course {
    OpTiming timing;
    uint32_t cycles = 0;     // of the unit
    uint32_t result = 0;     // cycles from there until the result can be used
    uint32_t broadcast = 0;  // cycles that scalar operands come later
    bool once = false;       // beside the lanes
  };
  const Course& course(const TimedOp& op) const {
    return courses_[op.scalar][static_cast<size_t>(op.cls)];
  }

  const MachineConfig& config_;
  uint32_t stages_, read_latency_;
  RegisterFile register_file_;
  Datapath datapath_;
  IdleLanes idle_lanes_;
  LaneMap lane_map_;
  std::array<std::array<Course, kOpClasses>, 2> courses_;  // of vector and of scalar instructions
};

}  // namespace heddle
