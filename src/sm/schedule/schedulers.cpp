// The scheduling policies of the papers' baselines.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "sm/schedule/formation.hpp"
#include "sm/schedule/scheduler.hpp"

namespace heddle {

namespace {

constexpr uint32_t kNone = GroupSet::kMax;

uint32_t next_round(const GroupSet& candidates, uint32_t from) {
  uint32_t g = candidates.next(from);
  return g == kNone ? candidates.next(0) : g;
}

uint32_t oldest(const SchedulerView& view, const GroupSet& candidates) {
  uint32_t best = kNone;
  candidates.for_each([&](uint32_t g) {
    if (best == kNone || view.age[g] < view.age[best]) best = g;
  });
  return best;
}

/// The next group that can issue behind the one that issued last.
class LooseRoundRobin final : public Scheduler {
 public:
  uint32_t choose(const SchedulerView& view) override {
    return next_round(view.candidates, last_ + 1);
  }
  void issued(uint32_t group) override { last_ = group; }

 private:
  uint32_t last_ = kNone - 1;
};

/// Stays with a group while it can issue, then goes on to the next (narasiman2011 for TBC).
class StickyRoundRobin final : public Scheduler {
 public:
  uint32_t choose(const SchedulerView& view) override {
    if (last_ < kNone && view.candidates.has(last_)) return last_;
    return next_round(view.candidates, last_ + 1);
  }
  void issued(uint32_t group) override { last_ = group; }

 private:
  uint32_t last_ = kNone - 1;
};

class OldestFirst final : public Scheduler {
 public:
  uint32_t choose(const SchedulerView& view) override { return oldest(view, view.candidates); }
  void issued(uint32_t) override {}
};

/// Stays with a group while it can issue, then takes the oldest.
class GreedyThenOldest final : public Scheduler {
 public:
  uint32_t choose(const SchedulerView& view) override {
    if (last_ < kNone && view.candidates.has(last_)) return last_;
    return oldest(view, view.candidates);
  }
  void issued(uint32_t group) override { last_ = group; }

 private:
  uint32_t last_ = kNone - 1;
};

/// narasiman2011 §3.2: warps form fetch groups in a strict order of priority, round-robin within a
/// group. When every warp of the first group waits for a long-latency operation, the order rotates
/// so that the next group comes first. A time-out rotates after so many instructions of one group.
class TwoLevel final : public Scheduler {
 public:
  explicit TwoLevel(const MachineConfig& config)
      : size_(std::max(1u, config.arch.fetch_group)), timeout_(config.arch.group_timeout) {}

  uint32_t choose(const SchedulerView& view) override {
    rotate_if_stalled(view);
    uint32_t best = kNone, best_distance = ~0u;
    uint32_t groups = group_count(view);
    view.candidates.for_each([&](uint32_t g) {
      uint32_t fetch_group = view.warp[g] / size_;
      uint32_t distance = (fetch_group + groups - first_ % groups) % groups;
      // Round-robin inside the group: first those behind the one that issued last.
      uint32_t order = distance * 2 * kNone + (g > last_ ? g : g + kNone);
      if (order < best_distance) {
        best_distance = order;
        best = g;
      }
    });
    if (best != kNone) chosen_first_ = view.warp[best] / size_ == first_ % groups;
    return best;
  }

  void issued(uint32_t group) override {
    last_ = group;
    if (!timeout_ || !chosen_first_) return;
    if (++issued_ >= timeout_) rotate();
  }

 private:
  uint32_t group_count(const SchedulerView& view) const {
    uint32_t highest = 0;
    view.resident.for_each([&](uint32_t g) { highest = std::max(highest, view.warp[g]); });
    return highest / size_ + 1;
  }
  void rotate() {
    first_++;
    issued_ = 0;
  }
  void rotate_if_stalled(const SchedulerView& view) {
    uint32_t groups = group_count(view);
    for (uint32_t tries = 0; tries < groups; tries++) {
      bool any = false, all_stalled = true;
      view.resident.for_each([&](uint32_t g) {
        if (view.warp[g] / size_ != first_ % groups) return;
        any = true;
        all_stalled &= view.stalled.has(g);
      });
      if (any && !all_stalled) return;
      rotate();
    }
  }

  uint32_t size_;
  uint64_t timeout_;
  uint32_t first_ = 0;
  uint64_t issued_ = 0;
  uint32_t last_ = kNone - 1;
  bool chosen_first_ = false;
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
    {"sticky-round-robin", "stays with a warp while it is ready, then the next",
     make<StickyRoundRobin>},
    {"oldest", "the ready warp that arrived first", make<OldestFirst>},
    {"greedy-then-oldest", "stays with a warp while it is ready, then the oldest",
     make<GreedyThenOldest>},
    {"two-level", "fetch groups in strict order, rotating when one is stalled on memory",
     make<TwoLevel>},
    {"majority", "all warps at the PC that most threads are at, then the next such PC",
     make<formation::Majority>},
    {"minority", "the PC that fewest threads are at", make<formation::Minority>},
    {"pdom-priority", "threads that have passed the fewest post-dominators",
     make<formation::PdomPriority>},
    {"lowest-pc", "the smallest PC", make<formation::LowestPc>},
});

}  // namespace

std::span<const SchedulerInfo> schedulers() { return kSchedulers; }

std::unique_ptr<Scheduler> make_scheduler(const MachineConfig& config) {
  std::string known;
  for (const SchedulerInfo& s : kSchedulers) {
    if (config.arch.schedule == s.name) return s.make(config);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", s.name);
  }
  throw UsageError(
      fmt::format("there is no scheduler '{}'; known are {}", config.arch.schedule, known));
}

}  // namespace heddle
