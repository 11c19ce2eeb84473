// The scheduling policies of the papers' baselines.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "config/variants.hpp"
#include "extension/guarded.hpp"
#include "sm/schedule/formation.hpp"
#include "sm/schedule/guarded.hpp"
#include "sm/schedule/scheduler.hpp"

namespace heddle {

namespace {

GroupId next_round(const GroupSet& candidates, GroupId from) {
  GroupId g = candidates.next(from);
  return g == kNoGroup ? candidates.next(GroupId{0}) : g;
}

GroupId oldest(const SchedulerView& view, const GroupSet& candidates) {
  GroupId best = kNoGroup;
  candidates.for_each([&](GroupId g) {
    if (best == kNoGroup || view.age[g] < view.age[best]) best = g;
  });
  return best;
}

/// The next group that can issue behind the one that issued last.
class LooseRoundRobin final : public Scheduler {
 public:
  GroupId choose(const SchedulerView& view) override {
    return next_round(view.candidates, last_ + 1);
  }
  void issued(GroupId group) override { last_ = group; }

 private:
  GroupId last_ = kNoGroup - 1;
};

/// Stays with a warp while it can issue, then goes on to the next; where warps wait for each other,
/// with all of these, in turns (narasiman2011 §5.1 for thread block compaction).
class StickyRoundRobin final : public Scheduler {
 public:
  GroupId choose(const SchedulerView& view) override {
    GroupId next = next_round(view.candidates, last_ + 1);
    if (next == kNoGroup || last_ >= kNoGroup) return next;
    for (GroupId g = next;;) {
      if (team(view, g) == team(view, last_)) return g;
      g = next_round(view.candidates, g + 1);
      if (g == next) return next;
    }
  }
  void issued(GroupId group) override { last_ = group; }

 private:
  static WarpId team(const SchedulerView& view, GroupId g) {
    return view.team ? (*view.team)[g] : view.warp[g];
  }
  GroupId last_ = kNoGroup;
};

class OldestFirst final : public Scheduler {
 public:
  GroupId choose(const SchedulerView& view) override { return oldest(view, view.candidates); }
  void issued(GroupId) override {}
};

/// Of the instructions in the buffers, the one that has been there longest (brunie2012 §2).
class OldestInstruction final : public Scheduler {
 public:
  bool ranks_instructions() const override { return true; }
  GroupId choose(const SchedulerView& view) override { return oldest(view, view.candidates); }
  void issued(GroupId) override {}
};

/// Stays with a group while it can issue, then takes the oldest.
class GreedyThenOldest final : public Scheduler {
 public:
  GroupId choose(const SchedulerView& view) override {
    if (last_ < kNoGroup && view.candidates.has(last_)) return last_;
    return oldest(view, view.candidates);
  }
  void issued(GroupId group) override { last_ = group; }

 private:
  GroupId last_ = kNoGroup - 1;
};

/// narasiman2011 §3.2: warps form fetch groups in a strict order of priority, round-robin within a
/// group. When every warp of the first group waits for a long-latency operation, the next group
/// that does not comes first and the others behind it in order. A time-out does the same after so
/// many instructions of one group (§3.3).
class TwoLevel final : public Scheduler {
 public:
  explicit TwoLevel(const MachineConfig& config)
      : size_(std::max(1u, config.arch.fetch_group)), timeout_(config.arch.group_timeout) {}

  bool looks_at_stalls() const override { return true; }

  GroupId choose(const SchedulerView& view) override {
    look(view);
    if (groups_[first_].running == 0) switch_group();
    GroupId best = kNoGroup;
    uint64_t best_order = ~uint64_t{0};
    view.candidates.for_each([&](GroupId g) {
      uint32_t group = view.warp[g].value() / size_;
      uint32_t distance = group < first_ ? group + size() - first_ : group - first_;
      // Round-robin inside the group: first those behind the one that issued last.
      uint32_t turn = g > groups_[group].last ? g.value() : g.value() + kNoGroup.value() + 1;
      uint64_t order = uint64_t{distance} << 32 | turn;
      if (order < best_order) {
        best_order = order;
        best = g;
      }
    });
    if (best != kNoGroup) chosen_ = view.warp[best].value() / size_;
    return best;
  }

  void issued(GroupId group) override {
    groups_[chosen_].last = group;
    if (timeout_ == 0 || chosen_ != first_ || ++issued_ < timeout_) return;
    if (switch_group()) counts().group_timeouts++;
    issued_ = 0;
  }

 private:
  struct FetchGroup {
    uint32_t running = 0;         // its warps that do not wait for a long-latency operation
    GroupId last = kNoGroup - 1;  // that issued
  };
  uint32_t size() const { return static_cast<uint32_t>(groups_.size()); }
  void look(const SchedulerView& view) {
    for (FetchGroup& f : groups_) f.running = 0;
    view.resident.for_each([&](GroupId g) {
      uint32_t group = view.warp[g].value() / size_;
      if (group >= groups_.size()) groups_.resize(group + 1);
      groups_[group].running += !view.stalled.has(g);
    });
  }
  /// Makes the next group first that has a warp which can go on; false when there is no other.
  bool switch_group() {
    for (uint32_t n = 1; n < size(); n++) {
      uint32_t next = (first_ + n) % size();
      if (groups_[next].running == 0) continue;
      first_ = next;
      issued_ = 0;
      counts().group_switches++;
      return true;
    }
    return false;
  }

  uint32_t size_;
  uint64_t timeout_;
  std::vector<FetchGroup> groups_ = std::vector<FetchGroup>(1);
  uint32_t first_ = 0;   // of the groups, the one with the highest priority
  uint32_t chosen_ = 0;  // the group of the last choice
  uint64_t issued_ = 0;  // instructions, since it is the first
};

template <class S>
std::unique_ptr<Scheduler> make(const MachineConfig& config) {
  if constexpr (std::is_constructible_v<S, const MachineConfig&>)
    return std::make_unique<S>(config);
  else
    return std::make_unique<S>();
}

constexpr auto kSchedulers = std::to_array<SchedulerInfo>({
    {"loose-round-robin", "the next ready warp behind the one that issued last",
     make<LooseRoundRobin>},
    {"sticky-round-robin", "stays with a warp, or those that wait for each other, then the next",
     make<StickyRoundRobin>},
    {"oldest", "the ready warp that arrived first", make<OldestFirst>},
    {"oldest-instruction", "the ready instruction that was fetched first", make<OldestInstruction>},
    {"greedy-then-oldest", "stays with a warp while it is ready, then the oldest",
     make<GreedyThenOldest>},
    {"two-level", "fetch groups in strict order, rotating when one is stalled on memory",
     make<TwoLevel>},
    {"majority", "all warps at the PC that most threads are at, then the next such PC",
     make<formation::Majority>, formation::add_table_cost},
    {"minority", "the PC that fewest threads are at", make<formation::Minority>,
     formation::add_table_cost},
    {"pdom-priority", "threads that have passed the fewest post-dominators",
     make<formation::PdomPriority>},
    {"lowest-pc", "the smallest PC", make<formation::LowestPc>},
});
static_assert(same_names(kSchedulers, kSchedulerNames));

/// Throws UsageError for an unknown name.
const SchedulerInfo& find_built_in(std::string_view name) {
  std::string known;
  for (const SchedulerInfo& s : kSchedulers) {
    if (name == s.name) return s;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", s.name);
  }
  throw UsageError(fmt::format("there is no scheduler '{}'; known are {}", name, known));
}

Extended<SchedulerExtension> find_added(const MachineConfig& config) {
  if (!config.extensions) return {};
  return config.extensions->find_scheduler(config.arch.schedule);
}

}  // namespace

std::span<const SchedulerInfo> schedulers() { return kSchedulers; }

std::unique_ptr<Scheduler> make_scheduler(const MachineConfig& config) {
  if (auto added = find_added(config)) return make_guarded_scheduler(added, config);
  return find_built_in(config.arch.schedule).make(config);
}

void add_scheduler_cost(const MachineConfig& config, HardwareCost& cost) {
  if (auto added = find_added(config)) {
    if (added->add_cost) guarded(added, [&] { added->add_cost(config, cost); });
  } else if (CostAdder* add = find_built_in(config.arch.schedule).cost) {
    add(config, cost);
  }
}

}  // namespace heddle
