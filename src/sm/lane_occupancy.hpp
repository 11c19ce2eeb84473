// The judge of every datapath and lane map: in one cycle, one lane of one unit executes for at most
// one thread.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "config/schema.hpp"
#include "sm/invariant.hpp"
#include "sm/threads.hpp"
#include "timing/memory_system.hpp"

namespace heddle {

class LaneOccupancy {
 public:
  /// A packet on one unit of a kind: its first wave starts at `start`, each wave holds the lanes of
  /// the unit for `wave_cycles`.
  struct Row {
    Unit kind = Unit::Sp;
    uint32_t unit = 0;
    uint32_t lanes = 1;
    Cycle start = 0;
    uint32_t wave_cycles = 1;
  };

  /// `position(tile, lane)` is where in the row a thread lies; lanes repeat from wave to wave.
  /// Packets of one unit come in the order in which they start.
  template <class Position>
  void take(const Row& row, const Threads& threads, Position position) {
    order_.clear();
    for (Part p : threads)
      for (uint32_t m = p.mask; m != 0; m &= m - 1) {
        auto thread = static_cast<uint32_t>(std::countr_zero(m));
        order_.push_back({position(p.tile, thread), p.tile, thread});
      }
    // A warp that was formed of threads from anywhere has them in any order.
    std::ranges::stable_sort(order_, {}, &Placed::at);
    for (const Placed& t : order_) {
      Cycle from = row.start + Cycle{t.at / row.lanes} * row.wave_cycles;
      Lane& lane = of(row, t.at % row.lanes);
      if (from < lane.free)
        throw InvariantError(fmt::format(
            "lanes: in cycle {}, lane {} of {} unit {} executes for thread {} of tile {} and "
            "already for thread {} of tile {}",
            from, t.at % row.lanes, unit_name(row.kind), row.unit, t.thread, t.tile, lane.thread,
            lane.tile));
      lane = {from + row.wave_cycles, t.tile, t.thread};
    }
  }

 private:
  struct Placed {
    uint32_t at, tile, thread;
  };
  struct Lane {
    Cycle free = 0;
    uint32_t tile = 0, thread = 0;  // that had it last
  };
  Lane& of(const Row& row, uint32_t lane) {
    auto& units = lanes_[static_cast<size_t>(row.kind)];
    if (units.size() <= row.unit) units.resize(row.unit + 1);
    if (units[row.unit].size() < row.lanes) units[row.unit].resize(row.lanes);
    return units[row.unit][lane];
  }

  std::vector<Placed> order_;
  std::array<std::vector<std::vector<Lane>>, kUnits> lanes_;  // by kind, unit, lane
};

}  // namespace heddle
