// The issue heuristics of dynamic warp formation (fung2007 §4.3). They look at where groups are,
// and serve any mechanism.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sm/schedule/scheduler.hpp"

namespace heddle::formation {

inline constexpr uint32_t kCounterBits = 8;  // of the table of threads by PC
CostAdder add_table_cost;

/// The oldest of the candidates for which `better(a, b)` holds of none.
template <class Better>
GroupId best_of(const SchedulerView& view, Better better) {
  GroupId best = kNoGroup;
  view.candidates.for_each([&](GroupId g) {
    if (best == kNoGroup || better(g, best) || (!better(best, g) && view.age[g] < view.age[best]))
      best = g;
  });
  return best;
}

class LooksAtGroups : public Scheduler {
 public:
  void issued(GroupId) override {}
  bool looks_at_groups() const override { return true; }
};

/// Counts the threads that could issue at each PC, in a table with a limited number of entries and
/// saturating counters. Threads at a PC without an entry are not counted; a PC without counted
/// threads comes last. In the paper a saturated counter counts down from its maximum; here it
/// represents the true number and shows that again as soon as it fits.
class PcTable {
 public:
  explicit PcTable(uint32_t entries) : limit_(entries) {}

  /// False: threads have come for which there is no entry.
  bool waits(GroupId g, const GroupView& view) {
    if (!groups_.has(g)) groups_.resize(g.index() + 1);
    if (groups_[g].pc != view.pc || groups_[g].threads > view.threads) left(g);
    Known& known = groups_[g];
    known.pc = view.pc;
    if (known.threads == view.threads) return true;
    uint32_t joining = view.threads - known.threads;
    known.threads = view.threads;
    if (!threads_at_.has(view.pc)) threads_at_.resize(view.pc.index() + 1);
    uint32_t& threads = threads_at_[view.pc];
    if (threads == 0) {
      if (used_ == limit_) return false;
      used_++;
    }
    threads += joining;
    known.counted += joining;
    return true;
  }
  void left(GroupId g) {
    Known& known = groups_[g];
    if (known.counted > 0) {
      threads_at_[known.pc] -= known.counted;
      used_ -= threads_at_[known.pc] == 0;
    }
    known = {};
  }
  /// 0: none is counted.
  uint32_t threads(LinkedPc pc) const {
    return threads_at_.has(pc) ? std::min(threads_at_[pc], kMost) : 0;
  }

 private:
  static constexpr uint32_t kMost = (1u << kCounterBits) - 1;
  struct Known {
    LinkedPc pc = kNoLinkedPc;
    uint32_t threads = 0, counted = 0;
  };
  uint32_t limit_, used_ = 0;
  IndexedBy<LinkedPc, uint32_t> threads_at_;  // 0: the PC has no entry
  IndexedBy<GroupId, Known> groups_;
};

/// Keeps the table.
class CountsByPc : public LooksAtGroups {
 public:
  explicit CountsByPc(const MachineConfig& config) : table_(config.dwf.majority_entries) {}
  void waits(GroupId g, const GroupView& view) override {
    if (!table_.waits(g, view)) counts().table_overflows++;
  }
  void left(GroupId g) override { table_.left(g); }

 protected:
  PcTable table_;
};

/// The PC of most threads: all warps at it issue before another PC is chosen. While none of them
/// can because its unit is taken, others do, but the choice remains.
class Majority final : public CountsByPc {
 public:
  using CountsByPc::CountsByPc;

  GroupId choose(const SchedulerView& view) override {
    GroupId g = oldest_at(view, pc_);
    if (g != kNoGroup) return g;
    g = best_of(view, [&](GroupId a, GroupId b) {
      return table_.threads(view.group[a].pc) > table_.threads(view.group[b].pc);
    });
    if (g != kNoGroup && table_.threads(pc_) == 0) pc_ = view.group[g].pc;
    return g;
  }

 private:
  static GroupId oldest_at(const SchedulerView& view, LinkedPc pc) {
    GroupId best = kNoGroup;
    view.candidates.for_each([&](GroupId g) {
      if (view.group[g].pc == pc && (best == kNoGroup || view.age[g] < view.age[best])) best = g;
    });
    return best;
  }

  LinkedPc pc_ = kNoLinkedPc;
};

/// The PC of fewest threads.
class Minority final : public CountsByPc {
 public:
  using CountsByPc::CountsByPc;

  GroupId choose(const SchedulerView& view) override {
    return best_of(view, [&](GroupId a, GroupId b) {
      // A PC that is not tracked has 0 threads, and is the last.
      return table_.threads(view.group[a].pc) - 1 < table_.threads(view.group[b].pc) - 1;
    });
  }
};

/// The warp whose slowest thread has passed the fewest post-dominators.
class PdomPriority final : public LooksAtGroups {
 public:
  GroupId choose(const SchedulerView& view) override {
    return best_of(
        view, [&](GroupId a, GroupId b) { return view.group[a].passed < view.group[b].passed; });
  }
};

/// The smallest PC.
class LowestPc final : public LooksAtGroups {
 public:
  GroupId choose(const SchedulerView& view) override {
    return best_of(view, [&](GroupId a, GroupId b) { return view.group[a].pc < view.group[b].pc; });
  }
};

}  // namespace heddle::formation
