// The cold context table (brunie2012 §3.4, Figure 5a): a list of warp-splits per warp, those that
// are not among the first two, and the sideband sorter that keeps the lists in order.
//
// All lists share one table of `frontier.cold_entries`. An insertion puts the split
// at the head of its list. Beside the pipeline the sorter takes one insertion after the other and
// walks down the list to the split's place, an entry per cycle. A split that is popped before its
// turn comes back as from a stack: the order is an optimisation, nothing depends on it. Splits that
// find the table full are spilled, which is counted and takes no time.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "counters/counters.hpp"
#include "sm/threads.hpp"

namespace heddle {

class ColdTable {
 public:
  ColdTable(uint32_t warps, uint32_t room) : lists_(warps), room_(room) {}
  void count_in(FrontierCounters& counters) { counts_ = &counters; }

  const std::vector<GroupId>& list(WarpId warp) const { return lists_[warp]; }  // head last
  uint32_t size(WarpId warp) const { return static_cast<uint32_t>(lists_[warp].size()); }

  void insert(WarpId warp, GroupId split) {
    lists_[warp].push_back(split);
    waiting_.push_back({warp, split});
    if (waiting_.size() == 1) walked_ = 0;
    if (++used_ > room_) counts_->spills++;
  }
  GroupId head(WarpId warp) const { return lists_[warp].back(); }
  GroupId pop(WarpId warp) {
    GroupId split = lists_[warp].back();
    counts_->unsorted_pops += remove(warp, split);
    return split;
  }
  /// Takes a split out; says whether the sorter had not placed it yet.
  bool remove(WarpId warp, GroupId split) {
    std::erase(lists_[warp], split);
    used_--;
    auto still = std::ranges::find(waiting_, split, &Waiting::split);
    if (still == waiting_.end()) return false;
    if (still == waiting_.begin()) walked_ = 0;
    waiting_.erase(still);
    return true;
  }

  /// So many cycles pass. `before(a, b)`: a belongs nearer to the head.
  template <class Before>
  void pass(uint64_t cycles, Before before) {
    while (!waiting_.empty() && cycles > 0) {
      auto [warp, split] = waiting_.front();
      uint32_t steps = 1 + distance(warp, split, before);
      uint64_t now = std::min<uint64_t>(cycles, steps > walked_ ? steps - walked_ : 0);
      walked_ += static_cast<uint32_t>(now);
      cycles -= now;
      if (walked_ < steps) return;
      place(warp, split, before);
      counts_->sorted++;
      waiting_.pop_front();
      walked_ = 0;
    }
  }

 private:
  struct Waiting {
    WarpId warp;
    GroupId split;
  };
  /// Entries of its list that belong before it.
  template <class Before>
  uint32_t distance(WarpId warp, GroupId split, Before before) const {
    return static_cast<uint32_t>(std::ranges::count_if(
        lists_[warp], [&](GroupId other) { return other != split && before(other, split); }));
  }
  template <class Before>
  void place(WarpId warp, GroupId split, Before before) {
    std::vector<GroupId>& list = lists_[warp];
    std::erase(list, split);
    auto at = std::ranges::find_if(list.rbegin(), list.rend(),
                                   [&](GroupId other) { return !before(other, split); });
    list.insert(at.base(), split);
  }

  IndexedBy<WarpId, std::vector<GroupId>> lists_;
  std::deque<Waiting> waiting_;  // for the sorter, which walks for the first
  uint32_t walked_ = 0;          // cycles
  uint32_t used_ = 0, room_;
  FrontierCounters own_;
  FrontierCounters* counts_ = &own_;
};

}  // namespace heddle
