// Lanes that run through the threads of a warp one after the other (temporal SIMT, lucas2015 §3).
//
// A lane has an instruction and a mask register: it takes one instruction of one of its warps and
// holds it for as many cycles as there are bundles with an active thread, aligned runs of
// `arch.bundle` threads (one thread: TSIMT; more: spatio-temporal SIMT); the others it leaves out.
// Units with fewer lanes than a core has threads per cycle (special functions) are ports
// that a lane takes with the instruction.
//
// The lane set of a warp are the lanes that reach its registers: one, or without `arch.lane_lock`,
// which no hardware could do, all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/threads.hpp"

namespace heddle {

/// Aligned runs of threads of a warp that a lane executes together.
class Bundles {
 public:
  explicit Bundles(uint32_t width) : width_(width) {
    for (uint32_t t = 0; t < 32; t += width) first_ |= 1u << t;
  }
  uint32_t width() const { return width_; }
  /// The first thread of each bundle that has one of these.
  uint32_t of(uint32_t threads) const {
    for (uint32_t by = 1; by < width_; by *= 2) threads |= threads >> by;
    return threads & first_;
  }
  uint32_t count(const Threads& threads) const {
    uint32_t n = 0;
    for (TileMask p : threads) n += static_cast<uint32_t>(std::popcount(of(p.mask)));
    return n;
  }
  /// Bundles with some of the threads before the one that a thread is in.
  uint32_t rank(uint32_t threads, uint32_t thread) const {
    uint32_t before = (1u << (thread / width_ * width_)) - 1;
    return static_cast<uint32_t>(std::popcount(of(threads) & before));
  }

 private:
  uint32_t width_;
  uint32_t first_ = 0;
};

class TemporalLanes {
 public:
  explicit TemporalLanes(const MachineConfig& config) : bundles_(config.arch.bundle) {
    if (!config.arch.temporal()) return;
    uint32_t count = lane_count(config);
    lanes_.assign(count, Cycle{0});
    per_set_ = config.arch.lane_lock ? 1 : count;
    for (size_t u = 0; u < ports_.size(); u++) {
      const UnitConfig& unit = config.core.units[u];
      uint32_t all = std::max(1u, unit.lanes * unit.count);
      uint32_t width = std::min(all, bundles_.width());
      ports_[u].free.assign(all / width, Cycle{0});
      ports_[u].cycles = (bundles_.width() + width - 1) / width;
    }
  }
  /// The SP lanes of a core, in bundles.
  static uint32_t lane_count(const MachineConfig& config) {
    const UnitConfig& sp = config.core.units[static_cast<size_t>(Unit::Sp)];
    return std::max(1u, sp.lanes * sp.count / config.arch.bundle);
  }

  uint32_t count() const { return static_cast<uint32_t>(lanes_.size()); }
  uint32_t lane_sets() const { return !lanes_.empty() ? count() / per_set_ : 0; }
  uint32_t per_lane_set() const { return per_set_; }
  const Bundles& bundles() const { return bundles_; }

  uint32_t free_lanes(uint32_t set, Cycle now) const {
    uint32_t n = 0;
    for (uint32_t l = set * per_set_; l < (set + 1) * per_set_; l++) n += lanes_[l] <= now;
    return n;
  }
  bool has_port(Unit unit, Cycle now) const { return next_port(unit) <= now; }
  /// When an instruction for the unit can issue to a lane of the set, as far as they are
  /// concerned.
  Cycle next_free(uint32_t set, Unit unit) const {
    return std::max(lanes_[next_lane(set)], next_port(unit));
  }

  struct Taken {
    uint32_t lane;
    uint32_t port;    // of its unit
    uint32_t cycles;  // that the lane holds the instruction
    uint32_t least;   // of these, without those that reading its operands adds
  };
  /// A lane takes an instruction of `bundles` bundles (if scalar, of one thread), whose operands
  /// take `reading` cycles to read.
  Taken take(uint32_t set, const OpTiming& t, uint32_t bundles, bool scalar, uint32_t reading,
             Cycle now) {
    Port& port = ports_[static_cast<size_t>(t.unit)];
    uint32_t lane = next_lane(set);
    uint32_t least = std::max(1u, bundles) * (scalar ? 1 : port.cycles) * t.initiation;
    uint32_t cycles = std::max(least, reading);
    auto free = std::ranges::min_element(port.free);
    lanes_[lane] = *free = now + cycles;
    return {lane, static_cast<uint32_t>(free - port.free.begin()), cycles, least};
  }
  /// It holds its instruction longer than that, and a port with it.
  void hold(uint32_t lane, Unit unit, uint32_t port, uint32_t cycles) {
    lanes_[lane] += cycles;
    ports_[static_cast<size_t>(unit)].free[port] += cycles;
  }
  /// Cycles that all bundles of a warp take.
  uint32_t longest(const OpTiming& t) const {
    return 32 / bundles_.width() * ports_[static_cast<size_t>(t.unit)].cycles * t.initiation;
  }

 private:
  struct Port {
    std::vector<Cycle> free;
    uint32_t cycles = 1;  // for one bundle
  };

  uint32_t next_lane(uint32_t set) const {
    auto begin = lanes_.begin() + set * per_set_;
    return static_cast<uint32_t>(std::min_element(begin, begin + per_set_) - lanes_.begin());
  }
  Cycle next_port(Unit unit) const {
    return *std::ranges::min_element(ports_[static_cast<size_t>(unit)].free);
  }

  Bundles bundles_;
  uint32_t per_set_ = 1;
  std::vector<Cycle> lanes_;  // the cycle in which each takes another instruction
  std::array<Port, static_cast<size_t>(Unit::Count)> ports_;
};

/// The groups of each set, and how many lanes they could keep busy: a lane each, as far as the
/// set has that many.
class LaneSetGroups {
 public:
  LaneSetGroups(uint32_t sets, uint32_t lanes, uint32_t groups)
      : lanes_(lanes), on_(sets), present_(sets), awake_(sets), set_(groups), of_warp_(groups) {}

  void enter(GroupId g, WarpId warp, uint32_t set) {
    set_[g] = set;
    on_[set].insert(g);
    held_ += present_[set]++ < lanes_;
    warps_ += of_warp_[warp]++ == 0;
  }
  void leave(GroupId g, WarpId warp) {
    on_[set_[g]].erase(g);
    held_ -= --present_[set_[g]] < lanes_;
    warps_ -= --of_warp_[warp] == 0;
  }
  /// A group waits for memory, or does no longer.
  void falls_asleep(GroupId g) { active_ -= --awake_[set_[g]] < lanes_; }
  void wakes(GroupId g) { active_ += awake_[set_[g]]++ < lanes_; }

  const GroupSet& on(uint32_t set) const { return on_[set]; }
  uint32_t set_of(GroupId g) const { return set_[g]; }
  uint32_t held() const { return held_; }      // lanes that have a group
  uint32_t active() const { return active_; }  // that have one which does not wait for memory
  uint32_t warps() const { return warps_; }    // that have a group

 private:
  uint32_t lanes_;  // of a set
  std::vector<GroupSet> on_;
  std::vector<uint32_t> present_, awake_;  // groups of each set
  IndexedBy<GroupId, uint32_t> set_;
  IndexedBy<WarpId, uint32_t> of_warp_;  // groups of each warp
  uint32_t held_ = 0, active_ = 0, warps_ = 0;
};

}  // namespace heddle
