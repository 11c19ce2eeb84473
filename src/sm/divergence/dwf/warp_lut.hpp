// The PC-warp LUT (fung2007 §4.2, Figure 11b): which warp of the pool is being formed for a PC.
//
// Set-associative, with least-recently-used replacement. An entry's IDX names the warp; OCC, the
// occupied lanes, is kept in the warp itself here. Evicting an entry loses nothing but the
// chance to fill its warp up: the warp stays in the pool and can issue.
#pragma once

#include <cstdint>
#include <vector>

#include "sm/threads.hpp"

namespace heddle {

class WarpLut {
 public:
  WarpLut(uint32_t entries, uint32_t ways) : ways_(ways), entries_(entries) {}

  /// The warp that is being formed for this place, or kNoGroup.
  GroupId find(Place place) {
    Entry* e = look_up(place);
    if (!e) return kNoGroup;
    e->used = ++time_;
    return e->warp;
  }
  /// From now on threads that go there join this warp. True: the entry was another place's.
  bool set(Place place, GroupId warp) {
    Entry* e = look_up(place);
    bool evicts = false;
    if (!e) {
      e = victim(place);
      evicts = e->warp != kNoGroup;
    }
    *e = {place, warp, ++time_};
    return evicts;
  }
  /// The warp has issued: nobody joins it any more.
  void forget(Place place, GroupId warp) {
    Entry* e = look_up(place);
    if (e && e->warp == warp) *e = {};
  }

 private:
  struct Entry {
    Place place = kNowhere;
    GroupId warp = kNoGroup;
    uint64_t used = 0;
  };
  /// H of the figure: consecutive PCs lie in consecutive sets, call depths are spread.
  Entry* set_of(Place place) {
    uint32_t sets = static_cast<uint32_t>(entries_.size()) / ways_;
    return &entries_[(place.pc.value() + place.depth * 7) % sets * ways_];
  }
  Entry* look_up(Place place) {
    Entry* set = set_of(place);
    for (uint32_t w = 0; w < ways_; w++)
      if (set[w].warp != kNoGroup && set[w].place == place) return set + w;
    return nullptr;
  }
  Entry* victim(Place place) {
    Entry* set = set_of(place);
    Entry* oldest = set;
    for (uint32_t w = 0; w < ways_; w++) {
      if (set[w].warp == kNoGroup) return set + w;
      if (set[w].used < oldest->used) oldest = set + w;
    }
    return oldest;
  }

  uint32_t ways_;
  std::vector<Entry> entries_;
  uint64_t time_ = 0;
};

}  // namespace heddle
