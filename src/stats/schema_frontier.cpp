// What thread frontiers and the interweaving of branches and warps count (brunie2012). Other
// mechanisms leave all of it at 0.
#include <fmt/format.h>

#include "stats/schema_rows.hpp"

namespace heddle {

void add_frontier_statistics(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  for (size_t i = 0; i < FrontierCounters::kMost; i++)
    add(fmt::format("frontier.heap.n{}", i + 1), "packets", Merge::Sum,
        fmt::format("Packets issued of a warp that had {}{} split{}.", i + 1,
                    i + 1 == FrontierCounters::kMost ? " or more" : "", i == 0 ? "" : "s"),
        [i](auto& c) { return &c.core.frontier.heap_sizes[i]; });
  add("frontier.sorted", "splits", Merge::Sum,
      "Splits that the sideband sorter put in their place in the cold table.",
      [](auto& c) { return &c.core.frontier.sorted; });
  add("frontier.unsorted_pops", "splits", Merge::Sum,
      "Splits that left the cold table before it had, as from a stack.",
      [](auto& c) { return &c.core.frontier.unsorted_pops; });
  add("frontier.spills", "splits", Merge::Sum, "Splits that found the cold table full.",
      [](auto& c) { return &c.core.frontier.spills; });
  add("frontier.suspensions", "splits", Merge::Sum,
      "Second splits that waited at a reconvergence point for the first.",
      [](auto& c) { return &c.core.frontier.suspensions; });
  add("frontier.suspended_cycles", "split cycles", Merge::Sum, "How long they waited.",
      [](auto& c) { return &c.core.frontier.suspended_cycles; });
  add("frontier.second_packets", "packets", Merge::Sum, "Packets of second splits.",
      [](auto& c) { return &c.core.frontier.second_packets; });
  add("frontier.ahead", "instructions", Merge::Sum,
      "Instructions between the first split of the warp and each of these packets, in the same "
      "call.",
      [](auto& c) { return &c.core.frontier.ahead; });
  add("frontier.furthest_ahead", "instructions", Merge::Peak, "The most of one of them.",
      [](auto& c) { return &c.core.frontier.furthest_ahead; });
  add("interweave.same_warp", "pairs", Merge::Sum,
      "Pairs of instructions issued side by side from two splits of one warp.",
      [](auto& c) { return &c.core.interweave.same_warp; });
  add("interweave.other_warp", "pairs", Merge::Sum,
      "Those of two warps, on different lanes of the same units.",
      [](auto& c) { return &c.core.interweave.other_warp; });
  add("interweave.other_unit", "pairs", Merge::Sum, "Those of two warps, on different units.",
      [](auto& c) { return &c.core.interweave.other_unit; });
  add("interweave.conflicts", "instructions", Merge::Sum,
      "Instructions that both of two cascaded schedulers chose.",
      [](auto& c) { return &c.core.interweave.conflicts; });
}

}  // namespace heddle
