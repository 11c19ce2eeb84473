// The lanes that packets leave idle, for single threads on any lane (mimd, the upper bound).
//
// A kind of unit does as many thread operations in a cycle as it has lanes. Packets take theirs
// from the operations to come and never wait for them; a single thread issues when operations of
// this cycle are left. So threads execute no faster than all lanes at work could, wherever in a
// packet its idle lanes are.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "config/machine.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

class IdleLanes {
 public:
  explicit IdleLanes(const MachineConfig& config) {
    for (size_t u = 0; u < kinds_.size(); u++) {
      const UnitConfig& unit = config.core.units[u];
      kinds_[u].lanes = uint64_t{std::max(1u, unit.count)} * std::max(1u, unit.lanes);
    }
  }

  bool has(Unit unit, Cycle now) const { return kind(unit).taken_from(now) < kind(unit).lanes; }
  /// The first cycle, from this one on, in which the unit has an idle lane.
  Cycle next(Unit unit, Cycle from) const {
    return from + kind(unit).taken_from(from) / kind(unit).lanes;
  }
  /// Threads execute an operation that keeps a lane for `cycles`.
  void take(Unit unit, uint32_t threads, uint32_t cycles, Cycle now) {
    Kind& k = kinds_[static_cast<size_t>(unit)];
    k.taken = k.taken_from(now) + uint64_t{threads} * cycles;
    k.since = now;
  }

 private:
  struct Kind {
    uint64_t lanes = 1;
    uint64_t taken = 0;  // operations of this cycle and later ones
    Cycle since;         // this cycle

    uint64_t taken_from(Cycle now) const {
      uint64_t done = (now - since) * lanes;
      return taken > done ? taken - done : 0;
    }
  };
  const Kind& kind(Unit unit) const { return kinds_[static_cast<size_t>(unit)]; }

  std::array<Kind, static_cast<size_t>(Unit::Count)> kinds_;
};

}  // namespace heddle
