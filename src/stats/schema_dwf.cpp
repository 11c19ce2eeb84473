// What dynamic warp formation counts (fung2007 §4). Other mechanisms leave all of it at 0.
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
      "Look-ups of the PC-warp LUT: one for each next PC of a packet.", &C::lut_lookups);
  add("lut.hits", "look-ups", Merge::Sum, "Those that found a warp being formed for the PC.",
      &C::lut_hits);
  add("lut.misses", "look-ups", Merge::Sum, "Those that found none.", &C::lut_misses);
  add("lut.evictions", "entries", Merge::Sum,
      "Entries of other PCs replaced, whose warps were filled up no more.", &C::lut_evictions);
  add("warps_formed", "warps", Merge::Sum, "Warps that entered the pool.", &C::warps_formed);
  add("lane_conflicts", "threads", Merge::Sum,
      "Threads that went to a new warp because their home lane was taken in one that still had "
      "other lanes free.",
      &C::lane_conflicts);
  add("crossbar_stalls", "core cycles", Merge::Sum,
      "Cycles that all lanes waited for threads of one home lane to read their registers through "
      "the crossbar.",
      &C::crossbar_stalls);
  add("pool.cycles", "SM cycles", Merge::Sum, "Cycles at whose end a warp waited in the pool.",
      &C::pool_cycles);
  add("pool.warp_cycles", "warp cycles", Merge::Sum,
      "Warps in the pool, summed over the ends of all cycles.", &C::warp_cycles);
  add("pool.pc_cycles", "PC cycles", Merge::Sum, "Different PCs of these warps, summed likewise.",
      &C::pc_cycles);
  add("pool.thread_cycles", "thread cycles", Merge::Sum, "Threads of these warps, summed likewise.",
      &C::thread_cycles);
  add("pool.oldest_cycles", "core cycles", Merge::Sum,
      "How long the oldest of these warps had waited, summed likewise.", &C::oldest_cycles);
  add("pool.most_warps", "warps", Merge::Peak, "The most warps in the pool of one SM.",
      &C::most_warps);
  add("pool.most_pcs", "PCs", Merge::Peak, "The most different PCs of the warps in one pool.",
      &C::most_pcs);
  add("pool.longest_wait", "core cycles", Merge::Peak,
      "The longest that a warp waited in the pool, where every warp could issue.",
      &C::longest_wait);
}

}  // namespace heddle
