// What temporal lanes count (lucas2015, Table IV and Figures 4 and 6). Other datapaths leave all of
// it at 0.
#include <fmt/format.h>

#include "stats/schema_rows.hpp"

namespace heddle {

void add_temporal_statistics(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  for (size_t i = 0; i < 3; i++)
    add(fmt::format("temporal.issue_conflicts_{}", i + 1), "cycles", Merge::Sum,
        fmt::format("Cycles in which {}{} lane{} could have taken an instruction of a ready warp, "
                    "but the front end issued to another.",
                    i + 1, i == 2 ? " or more" : "", i == 0 ? "" : "s"),
        [i](auto& c) { return &c.core.temporal.issue_conflicts[i]; });
  add("temporal.lanes_active_static", "lane cycles", Merge::Sum,
      "Sum over cycles of the lanes that had a warp; of lanes that share warps, as many as there "
      "are "
      "groups of threads to fill them.",
      [](auto& c) { return &c.core.temporal.lanes_static; });
  add("temporal.lanes_active_dynamic", "lane cycles", Merge::Sum,
      "The same of warps (groups) that did not wait for memory.",
      [](auto& c) { return &c.core.temporal.lanes_dynamic; });
  add("temporal.warps", "warp cycles", Merge::Sum,
      "Sum over cycles of the warps that had not ended.",
      [](auto& c) { return &c.core.temporal.warps; });
  add("temporal.thread_slots", "threads", Merge::Sum,
      "Threads that would fit into the bundles that lanes ran through; of scalar instructions, the "
      "threads that they serve.",
      [](auto& c) { return &c.core.temporal.thread_slots; });
  add("temporal.oversized_warps", "warps", Merge::Sum,
      "Warps that need more registers than a lane has, and got a lane's to themselves.",
      [](auto& c) { return &c.core.temporal.oversized_warps; });
  for (size_t i = 0; i < TemporalCounters::kLanes; i++)
    add(fmt::format("temporal.lane_threads.n{}", i), "operations", Merge::Sum,
        fmt::format("Operations that lane {}{} carried out: one for every thread, or one for the "
                    "warp.",
                    i, i + 1 == TemporalCounters::kLanes ? " and those behind it" : ""),
        [i](auto& c) { return &c.core.temporal.lane_threads[i]; });
}

}  // namespace heddle
