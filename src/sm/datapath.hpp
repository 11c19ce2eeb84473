// The execution units as a reservation table: which unit a packet takes, from when, how long.
//
// A unit takes a packet in waves of its lanes, one every `initiation` cycles. Packets of one unit
// start in the order in which they issued; one whose operands are late starts late, and those
// behind it issue all the same and wait in their collectors.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "timing/memory_system.hpp"

namespace heddle {

class Datapath {
 public:
  /// `any_lane`: a packet is one thread and takes one lane of a unit.
  Datapath(const CoreConfig& core, bool any_lane) : core_(core), any_lane_(any_lane) {
    for (size_t u = 0; u < units_.size(); u++)
      units_[u].resize(std::max(1u, core.units[u].count * (any_lane ? core.units[u].lanes : 1)));
  }

  bool has_free(Unit unit, Cycle now) const {
    for (const Reservation& r : units_[static_cast<size_t>(unit)])
      if (r.issue <= now) return true;
    return false;
  }
  /// The cycle in which a unit of the kind is free again, when none is.
  Cycle next_free(Unit unit) const {
    Cycle next = kNeverCycle;
    for (const Reservation& r : units_[static_cast<size_t>(unit)]) next = std::min(next, r.issue);
    return next;
  }
  uint32_t waves(const OpTiming& t) const {
    uint32_t lanes = core_.units[static_cast<size_t>(t.unit)].lanes;
    return any_lane_ ? 1 : (core_.warp + lanes - 1) / lanes;
  }
  struct Taken {
    Cycle start;      // of the first wave, counted as if operands took no time
    uint32_t cycles;  // until the unit's lanes take another packet
    uint32_t unit;    // which of its kind
  };
  /// Takes a free unit for a packet that issues now and has its operands `late` cycles later than
  /// at best. `stalled`: so many cycles longer than it needs them it holds its lanes, and all
  /// others with them.
  Taken take(const OpTiming& t, uint32_t late, Cycle now, uint32_t stalled = 0) {
    uint32_t cycles = waves(t) * t.initiation + stalled;
    auto& units = units_[static_cast<size_t>(t.unit)];
    for (uint32_t n = 0; n < units.size(); n++) {
      Reservation& r = units[n];
      if (r.issue > now) continue;
      Cycle start = std::max(now + late, r.start);
      r = {now + cycles, start + cycles};
      if (stalled > 0) hold_all(now + 1 + stalled);
      return {start, cycles, n};
    }
    return {now + late, cycles, 0};
  }

 private:
  void hold_all(Cycle until) {
    for (auto& units : units_)
      for (auto& r : units) r.issue = std::max(r.issue, until);
  }

  struct Reservation {
    Cycle issue = 0;  // when it lets another packet issue
    Cycle start = 0;  // when its lanes are free; later than `issue` after late operands
  };
  const CoreConfig& core_;
  bool any_lane_;
  std::array<std::vector<Reservation>, static_cast<size_t>(Unit::Count)> units_;
};

}  // namespace heddle
