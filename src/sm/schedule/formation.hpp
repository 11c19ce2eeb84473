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
uint32_t best_of(const SchedulerView& view, Better better) {
  uint32_t best = GroupSet::kMax;
  view.candidates.for_each([&](uint32_t g) {
    if (best == GroupSet::kMax || better(g, best) ||
        (!better(best, g) && view.age[g] < view.age[best]))
      best = g;
  });
  return best;
}

class LooksAtGroups : public Scheduler {
 public:
  void issued(uint32_t) override {}
  bool looks_at_groups() const override { return true; }
};

/// Threads that could issue, by PC: a table of so many entries whose counters saturate. PCs that
/// find no entry are not tracked, and come last.
class PcTable {
 public:
  explicit PcTable(uint32_t entries) : limit_(entries) {}

  void count(const SchedulerView& view) {
    entries_.clear();
    view.candidates.for_each([&](uint32_t g) {
      const GroupView& group = view.group[g];
      auto found = std::ranges::find(entries_, group.pc, &Entry::pc);
      if (found != entries_.end())
        found->threads = std::min(found->threads + group.threads, kMost);
      else if (entries_.size() < limit_)
        entries_.push_back({group.pc, std::min(group.threads, kMost)});
    });
  }
  /// 0: not tracked.
  uint32_t threads(uint32_t pc) const {
    auto found = std::ranges::find(entries_, pc, &Entry::pc);
    return found == entries_.end() ? 0 : found->threads;
  }

 private:
  static constexpr uint32_t kMost = (1u << kCounterBits) - 1;
  struct Entry {
    uint32_t pc, threads;
  };
  size_t limit_;
  std::vector<Entry> entries_;
};

/// The PC of most threads: all warps at it issue before another PC is chosen.
class Majority final : public LooksAtGroups {
 public:
  explicit Majority(const MachineConfig& config) : table_(config.dwf.majority_entries) {}

  uint32_t choose(const SchedulerView& view) override {
    uint32_t g = oldest_at(view, pc_);
    if (g != GroupSet::kMax) return g;
    table_.count(view);
    g = best_of(view, [&](uint32_t a, uint32_t b) {
      return table_.threads(view.group[a].pc) > table_.threads(view.group[b].pc);
    });
    if (g != GroupSet::kMax) pc_ = view.group[g].pc;
    return g;
  }

 private:
  static uint32_t oldest_at(const SchedulerView& view, uint32_t pc) {
    uint32_t best = GroupSet::kMax;
    view.candidates.for_each([&](uint32_t g) {
      if (view.group[g].pc == pc && (best == GroupSet::kMax || view.age[g] < view.age[best]))
        best = g;
    });
    return best;
  }

  PcTable table_;
  uint32_t pc_ = ~0u;
};

/// The PC of fewest threads.
class Minority final : public LooksAtGroups {
 public:
  explicit Minority(const MachineConfig& config) : table_(config.dwf.majority_entries) {}

  uint32_t choose(const SchedulerView& view) override {
    table_.count(view);
    return best_of(view, [&](uint32_t a, uint32_t b) {
      // A PC that is not tracked has 0 threads, and is the last.
      return table_.threads(view.group[a].pc) - 1 < table_.threads(view.group[b].pc) - 1;
    });
  }

 private:
  PcTable table_;
};

/// The warp whose slowest thread has passed the fewest post-dominators.
class PdomPriority final : public LooksAtGroups {
 public:
  uint32_t choose(const SchedulerView& view) override {
    return best_of(
        view, [&](uint32_t a, uint32_t b) { return view.group[a].passed < view.group[b].passed; });
  }
};

/// The smallest PC.
class LowestPc final : public LooksAtGroups {
 public:
  uint32_t choose(const SchedulerView& view) override {
    return best_of(view,
                   [&](uint32_t a, uint32_t b) { return view.group[a].pc < view.group[b].pc; });
  }
};

}  // namespace heddle::formation
