// The statistics of thread frontiers and of branch and warp interweaving (brunie2012). They stay 0
// for other mechanisms.
#include <fmt/format.h>

#include "stats/schema_rows.hpp"

namespace heddle {

void add_frontier_statistics(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  for (size_t i = 0; i < FrontierCounters::kMost; i++)
    add(fmt::format("frontier.heap.n{}", i + 1), "packets", Merge::Sum,
        fmt::format("Packets issued by a warp with {}{} split{}.", i + 1,
                    i + 1 == FrontierCounters::kMost ? " or more" : "", i == 0 ? "" : "s"),
        [i](auto& c) { return &c.core.frontier.heap_sizes[i]; });
  add("frontier.sorted", "splits", Merge::Sum,
      "Splits that the sideband sorter moved to their position in the cold table.",
      [](auto& c) { return &c.core.frontier.sorted; });
  add("frontier.unsorted_pops", "splits", Merge::Sum,
      "Splits that left the cold table before it was sorted, as from a stack.",
      [](auto& c) { return &c.core.frontier.unsorted_pops; });
  add("frontier.spills", "splits", Merge::Sum, "Splits that found the cold table full.",
      [](auto& c) { return &c.core.frontier.spills; });
  add("frontier.suspensions", "splits", Merge::Sum,
      "Second splits that waited for the first at a reconvergence point.",
      [](auto& c) { return &c.core.frontier.suspensions; });
  add("frontier.suspended_cycles", "split cycles", Merge::Sum,
      "Cycles that second splits waited at reconvergence points.",
      [](auto& c) { return &c.core.frontier.suspended_cycles; });
  add("frontier.second_packets", "packets", Merge::Sum, "Packets issued by second splits.",
      [](auto& c) { return &c.core.frontier.second_packets; });
  add("frontier.ahead", "instructions", Merge::Sum,
      "Distance in instructions between the first split of the warp and each packet of a second "
      "split in the same call, summed.",
      [](auto& c) { return &c.core.frontier.ahead; });
  add("frontier.furthest_ahead", "instructions", Merge::Peak,
      "Maximum distance between the first split and a packet of the second.",
      [](auto& c) { return &c.core.frontier.furthest_ahead; });
  add("interweave.same_warp", "pairs", Merge::Sum,
      "Pairs of instructions issued in one cycle from two splits of one warp.",
      [](auto& c) { return &c.core.interweave.same_warp; });
  add("interweave.other_warp", "pairs", Merge::Sum,
      "Pairs from two warps, on different lanes of the same units.",
      [](auto& c) { return &c.core.interweave.other_warp; });
  add("interweave.other_unit", "pairs", Merge::Sum, "Pairs from two warps, on different units.",
      [](auto& c) { return &c.core.interweave.other_unit; });
  add("interweave.conflicts", "instructions", Merge::Sum,
      "Instructions selected by both cascaded schedulers.",
      [](auto& c) { return &c.core.interweave.conflicts; });
}

}  // namespace heddle
