#include "counters/counters.hpp"

namespace heddle {

void CoreCounters::size_for(uint32_t warp, uint32_t packets_per_cycle) {
  auto widen = [](std::vector<uint64_t>& buckets, size_t widest) {
    size_t count = std::min(widest, kWidestBucket) + 1;
    if (buckets.size() < count) buckets.resize(count);
  };
  widen(occupancy, warp);
  widen(active_lanes, size_t{warp} * packets_per_cycle);
}

void CoreCounters::widen_to(const CoreCounters& o) {
  occupancy.resize(std::max(occupancy.size(), o.occupancy.size()));
  active_lanes.resize(std::max(active_lanes.size(), o.active_lanes.size()));
}

}  // namespace heddle
