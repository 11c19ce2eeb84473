// The statistics of dynamic warp formation (fung2007 §4). They stay 0 for other mechanisms.
#include "stats/schema_rows.hpp"

namespace heddle {

void add_dwf_statistics(std::vector<Statistic>& rows) {
  auto add = [&](std::string name, std::string unit, Merge merge, std::string sentence,
                 uint64_t DwfCounters::*member) {
    rows.push_back(counter("dwf." + std::move(name), std::move(unit), merge, std::move(sentence),
                           [member](auto& c) { return &(c.core.dwf.*member); }));
  };
  using C = DwfCounters;
  add("lut.lookups", "look-ups", Merge::Sum,
      "Look-ups in the PC-warp LUT, one per next PC of a packet.", &C::lut_lookups);
  add("lut.hits", "look-ups", Merge::Sum, "Look-ups that found a warp being formed for the PC.",
      &C::lut_hits);
  add("lut.misses", "look-ups", Merge::Sum, "Look-ups that found no such warp.", &C::lut_misses);
  add("lut.evictions", "entries", Merge::Sum,
      "Entries of other PCs replaced; their warps get no further threads.", &C::lut_evictions);
  add("warps_formed", "warps", Merge::Sum, "Warps that entered the pool.", &C::warps_formed);
  add("lane_conflicts", "threads", Merge::Sum,
      "Threads that started a new warp because their home lane was occupied in a warp with other "
      "free lanes.",
      &C::lane_conflicts);
  add("crossbar_stalls", "core cycles", Merge::Sum,
      "Cycles in which all lanes waited while threads of one home lane read their registers "
      "through "
      "the crossbar.",
      &C::crossbar_stalls);
  add("pool.cycles", "SM cycles", Merge::Sum,
      "Cycles that ended with at least one warp in the pool.", &C::pool_cycles);
  add("pool.warp_cycles", "warp cycles", Merge::Sum,
      "Warps in the pool at the end of each cycle, summed over cycles.", &C::warp_cycles);
  add("pool.pc_cycles", "PC cycles", Merge::Sum,
      "Different PCs of the warps in the pool, summed over cycles.", &C::pc_cycles);
  add("pool.thread_cycles", "thread cycles", Merge::Sum,
      "Threads of the warps in the pool, summed over cycles.", &C::thread_cycles);
  add("pool.oldest_cycles", "core cycles", Merge::Sum,
      "Waiting time of the oldest warp in the pool, summed over cycles.", &C::oldest_cycles);
  add("pool.most_warps", "warps", Merge::Peak, "Maximum number of warps in the pool of one SM.",
      &C::most_warps);
  add("pool.most_pcs", "PCs", Merge::Peak,
      "Maximum number of different PCs of the warps in one pool.", &C::most_pcs);
  add("pool.longest_wait", "core cycles", Merge::Peak,
      "Longest time that a warp waited in the pool, from which every warp could issue.",
      &C::longest_wait);
}

}  // namespace heddle
