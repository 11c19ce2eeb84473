// The checker of every datapath and lane map: in one cycle, one lane of one unit executes for at
// most one thread.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/strong_format.hpp"
#include "config/schema.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/check/invariant.hpp"
#include "sm/threads.hpp"

namespace heddle {

class LaneOccupancy {
 public:
  struct Use {
    Cycle from, until;
    TileId tile;
    uint32_t thread = 0;
  };
  /// A packet on one unit of a kind: its first wave starts at `start`, each wave holds the lanes of
  /// the unit for `wave_cycles`.
  struct Row {
    Unit kind = Unit::Sp;
    uint32_t unit = 0;
    uint32_t lanes = 1;
    Cycle start;
    uint32_t wave_cycles = 1;
  };

  /// `position(tile, lane)` is where in the row a thread lies; lanes repeat from wave to wave.
  /// Packets of one unit come in the order in which they start. Calls told(lane, use) for each
  /// thread.
  template <class Position, class Told = decltype([](uint32_t, const Use&) {})>
  void take(const Row& row, const Threads& threads, Position position, Told told = {}) {
    for (TileMask p : threads)
      for (uint32_t m = p.mask; m != 0; m &= m - 1) {
        auto thread = static_cast<uint32_t>(std::countr_zero(m));
        uint32_t at = position(p.tile, thread);
        told(at % row.lanes, take(row, at, {{}, {}, p.tile, thread}));
      }
  }

  /// One cycle of whichever lane is idle, of units like that of the row; none if there is none.
  /// Calls told(row, lane, use).
  template <class Told>
  void take_idle(Row row, uint32_t units, const Use& use, Told told) {
    for (row.unit = 0; row.unit < units; row.unit++)
      for (uint32_t n = 0; n < row.lanes; n++) {
        Lane& lane = of(row, n);
        if (std::ranges::any_of(
                lane, [&](const Use& u) { return use.from < u.until && u.from < use.until; }))
          continue;
        lane.push_back(use);
        return told(row, n, use);
      }
  }

 private:
  using Lane = std::vector<Use>;  // those that have not ended: packets may share a row

  Use take(const Row& row, uint32_t at, Use use) {
    use.from = row.start + uint64_t{at / row.lanes} * row.wave_cycles;
    use.until = use.from + row.wave_cycles;
    Lane& lane = of(row, at % row.lanes);
    std::erase_if(lane, [&](const Use& u) { return u.until <= row.start; });
    for (const Use& u : lane)
      if (use.from < u.until && u.from < use.until)
        throw InvariantError(fmt::format(
            "lanes: in cycle {}, lane {} of {} unit {} executes for thread {} of tile {} and "
            "already for thread {} of tile {}",
            use.from, at % row.lanes, unit_name(row.kind), row.unit, use.thread, use.tile, u.thread,
            u.tile));
    lane.push_back(use);
    return use;
  }
  Lane& of(const Row& row, uint32_t lane) {
    auto& units = lanes_[static_cast<size_t>(row.kind)];
    if (units.size() <= row.unit) units.resize(row.unit + 1);
    if (units[row.unit].size() < row.lanes) units[row.unit].resize(row.lanes);
    return units[row.unit][lane];
  }

  std::array<std::vector<std::vector<Lane>>, kUnits> lanes_;  // by kind, unit, lane
};

}  // namespace heddle
