// The statistics of temporal lanes (lucas2015, Table IV and Figures 4 and 6). They stay 0 for other
// datapaths.
#include <fmt/format.h>

#include "stats/schema_rows.hpp"

namespace heddle {

void add_temporal_statistics(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  for (size_t i = 0; i < 3; i++)
    add(fmt::format("temporal.issue_conflicts_{}", i + 1), "cycles", Merge::Sum,
        fmt::format(
            "Cycles in which {}{} lane{} could have taken an instruction from a ready warp, "
            "but the front end issued to another lane.",
            i + 1, i == 2 ? " or more" : "", i == 0 ? "" : "s"),
        [i](auto& c) { return &c.core.temporal.issue_conflicts[i]; });
  add("temporal.lanes_active_static", "lane cycles", Merge::Sum,
      "Lanes that had a warp, summed over cycles; if lanes share warps, as many lanes as there are "
      "thread groups to fill them.",
      [](auto& c) { return &c.core.temporal.lanes_static; });
  add("temporal.lanes_active_dynamic", "lane cycles", Merge::Sum,
      "Lanes that had a warp (or group) not waiting for memory, summed over cycles.",
      [](auto& c) { return &c.core.temporal.lanes_dynamic; });
  add("temporal.warps", "warp cycles", Merge::Sum, "Warps that had not ended, summed over cycles.",
      [](auto& c) { return &c.core.temporal.warps; });
  add("temporal.thread_slots", "threads", Merge::Sum,
      "Thread slots of the bundles that lanes executed; for scalar instructions, the threads that "
      "they serve.",
      [](auto& c) { return &c.core.temporal.thread_slots; });
  add("temporal.oversized_warps", "warps", Merge::Sum,
      "Warps that need more registers than a lane has and therefore occupy a lane alone.",
      [](auto& c) { return &c.core.temporal.oversized_warps; });
  for (size_t i = 0; i < TemporalCounters::kLanes; i++)
    add(fmt::format("temporal.lane_threads.n{}", i), "operations", Merge::Sum,
        fmt::format(
            "Operations that lane {}{} executed: one per thread, or one per warp if scalar.", i,
            i + 1 == TemporalCounters::kLanes ? " and all higher lanes" : ""),
        [i](auto& c) { return &c.core.temporal.lane_threads[i]; });
}

}  // namespace heddle
