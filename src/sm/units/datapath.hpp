// The execution units as a reservation table: which unit a packet takes, from when, how long.
//
// A unit takes a packet in waves of its lanes, one every `initiation` cycles. Packets of one unit
// start in the order in which they issued; one whose operands are late starts late, and those
// behind it issue all the same and wait in their collectors.
//
// `arch.datapath`: units of a kind each take packets of their own (spatial), or form one row of
// all their lanes (row), which two packets that issue in one cycle may share when no lane is in
// both (interwoven, brunie2012 §3.2): each lane then executes one of two instructions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

class Datapath {
 public:
  explicit Datapath(const MachineConfig& config)
      : warp_(config.core.warp), interwoven_(config.arch.datapath == "interwoven") {
    bool rows = config.arch.datapath != "spatial";
    for (size_t u = 0; u < kinds_.size(); u++) {
      const UnitConfig& unit = config.core.units[u];
      uint32_t all = unit.count * unit.lanes;
      kinds_[u].lanes = rows ? std::max(1u, all) : unit.lanes;
      kinds_[u].waves = (warp_ + kinds_[u].lanes - 1) / kinds_[u].lanes;
      kinds_[u].units.resize(rows ? 1 : std::max(1u, unit.count));
    }
  }

  /// Of one unit, or row.
  uint32_t lanes(Unit unit) const { return kind(unit).lanes; }
  uint32_t units(Unit unit) const { return static_cast<uint32_t>(kind(unit).units.size()); }
  /// A unit for a packet.
  bool has_free(Unit unit, Cycle now) const { return kind(unit).free_at <= now; }
  /// A unit for a packet, besides one for another.
  bool has_another(Unit unit, Cycle now) const {
    uint32_t beside = 1;
    for (const Reservation& r : kind(unit).units)
      if (r.issue <= now && beside-- == 0) return true;
    return false;
  }
  /// Whether packets on these lanes may share a row.
  bool may_share(uint64_t lanes, uint64_t others) const {
    return interwoven_ && (lanes & others) == 0;
  }
  /// The cycle in which a unit of the kind is free again, when none is.
  Cycle next_free(Unit unit) const { return kind(unit).free_at; }
  /// Cycles that a packet takes of its unit. `once`: it executes for the whole warp at once.
  uint32_t cycles(const OpTiming& t, bool once = false) const {
    return (once ? 1 : kind(t.unit).waves) * t.initiation;
  }
  struct Taken {
    Cycle start;      // of the first wave, counted as if operands took no time
    uint32_t cycles;  // until the unit's lanes take another packet
    uint32_t unit;    // which of its kind
    uint32_t busy;    // cycles that the unit is longer busy than it was
  };
  /// Takes a free unit for `cycles`, or a place in a row, for a packet that issues now and
  /// has its operands `late` cycles later than at best. It holds its lanes, and all others with
  /// them, `stalled` cycles longer than it needs them.
  [[gnu::always_inline]] Taken take(const OpTiming& t, uint32_t cycles, uint32_t late, Cycle now,
                                    uint64_t lanes, uint32_t stalled = 0) {
    cycles += stalled;
    Kind& kind = kinds_[static_cast<size_t>(t.unit)];
    if (interwoven_) return take_place(kind, t, cycles, late, now, lanes, stalled);
    auto free = kind.units.begin();
    while (free != kind.units.end() && free->issue > now) ++free;
    if (free == kind.units.end()) return {now + late, cycles, 0, cycles};
    Reservation& r = *free;
    Cycle start = std::max(now + late, r.start);
    r.issue = now + cycles;
    r.start = start + cycles;
    kind.look_for_free(now);
    if (stalled > 0) [[unlikely]]
      hold_all(now + 1 + stalled, now);
    return {start, cycles, static_cast<uint32_t>(free - kind.units.begin()), cycles};
  }

 private:
  struct Reservation {
    Cycle issue;                // when it lets another packet issue
    Cycle start;                // when its lanes are free; later than `issue` after late operands
    Cycle taken = kNeverCycle;  // in which its last packet issued
    Cycle began;                // that packet's start
    uint64_t lanes = 0;         // of the packets that issued then
    uint32_t initiation = 1;    // of its waves
  };
  struct Kind {
    uint32_t lanes = 1;
    uint32_t waves = 1;  // of a packet
    Cycle free_at;       // when a unit that is free was, or the first of them will be
    std::vector<Reservation> units;

    /// After some have been taken.
    void look_for_free(Cycle now) {
      Cycle first = kNeverCycle;
      for (const Reservation& r : units)
        if ((first = std::min(first, r.issue)) <= now) break;
      free_at = first;
    }
  };

  const Kind& kind(Unit unit) const { return kinds_[static_cast<size_t>(unit)]; }
  /// In a row, which packets of one cycle may share.
  Taken take_place(Kind& kind, const OpTiming& t, uint32_t cycles, uint32_t late, Cycle now,
                   uint64_t lanes, uint32_t stalled) {
    uint32_t n = 0;
    for (Reservation& r : kind.units) {
      if (r.issue > now) {
        if (r.taken != now || !may_share(lanes, r.lanes)) {
          n++;
          continue;
        }
        bool together = now + late <= r.began && (kind.waves == 1 || t.initiation == r.initiation);
        Cycle start = together ? r.began : std::max(now + late, r.start);
        Taken taken = share(r, n, cycles, start, lanes);
        kind.look_for_free(now);
        return taken;
      }
      Cycle start = std::max(now + late, r.start);
      r = {now + cycles, start + cycles, now, start, lanes, t.initiation};
      kind.look_for_free(now);
      if (stalled > 0) hold_all(now + 1 + stalled, now);
      return {start, cycles, n, cycles};
    }
    return {now + late, cycles, 0, cycles};
  }
  /// A second packet that issues with the first: beside it, or behind it when its operands are
  /// later or its waves slower, since the waves of a row go together.
  static Taken share(Reservation& r, uint32_t n, uint32_t cycles, Cycle start, uint64_t lanes) {
    Cycle end = std::max(r.start, start + cycles);
    auto more = static_cast<uint32_t>(end - r.start);
    r.issue = std::max(r.issue, r.taken + cycles);
    r.start = end;
    r.lanes |= lanes;
    return {start, cycles, n, more};
  }
  void hold_all(Cycle until, Cycle now) {
    for (Kind& k : kinds_) {
      for (Reservation& r : k.units) r.issue = std::max(r.issue, until);
      k.look_for_free(now);
    }
  }

  uint32_t warp_;  // threads of a packet
  bool interwoven_;
  std::array<Kind, static_cast<size_t>(Unit::Count)> kinds_;
};

}  // namespace heddle
