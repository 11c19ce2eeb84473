// Warps with a reconvergence stack each, one group per warp. `W` says which threads form a warp:
// Warps, of up to 64 threads, or WideWarps.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sm/divergence/reconvergence_stack.hpp"

namespace heddle {

template <class W>
class StackPerWarp {
 public:
  using Mask = typename W::Mask;
  using Stack = ReconvergenceStack<Mask>;
  using Entry = typename Stack::Entry;

  void arrive(const Arrival& arrival) {
    uint64_t n = 0;
    warps_.form(arrival, [&](WarpId warp, const Mask& mask) {
      GroupId g = group_of(warp);
      State& s = state_[g];
      s.stack.start(mask);
      s.held = false;
      s.live = true;
      s.age = (arrival.age << 16) + n++;
      changed_.push_back(g);
    });
    deepest_ = std::max(deepest_, 1u);
  }
  void advance(GroupId g) {
    Stack& stack = state_[g].stack;
    ++stack.top().place.pc;
    if (!stack.runs_on()) return settle(g);
    changed_.push_back(g);
  }
  void hold(GroupId g) {
    state_[g].held = true;
    changed_.push_back(g);
  }
  void resolve(GroupId g, const Outcome& outcome) {
    State& s = state_[g];
    s.held = false;
    if (!outcome.exited.empty()) s.stack.remove(warps_.mask_of(warp_of(g), outcome.exited));
    if (!outcome.blocked.empty()) {
      s.stack.wait(warps_.mask_of(warp_of(g), outcome.blocked), outcome.resume);
    } else if (outcome.destinations.size() == 1) {
      s.stack.top().place = outcome.destinations[0].place;
    } else if (outcome.destinations.size() > 1) {
      s.stack.part(outcome,
                   [&](const Threads& threads) { return warps_.mask_of(warp_of(g), threads); });
      deepest_ = std::max(deepest_, s.stack.depth());
    }
    settle(g);
  }
  void release(const Threads& threads, Place place) {
    warps_.for_each_warp(threads, [&](WarpId warp, const Mask& mask) {
      GroupId g = group_of(warp);
      State& s = state_[g];
      const bool freed = s.stack.release(mask, place);
      if (s.held) return;
      if (freed)
        settle(g);
      else if (s.stack.is_stuck())
        stuck_.push_back(warp_of(g));
    });
  }
  bool at_rendezvous(GroupId g) const { return state_[g].stack.waits(); }
  std::vector<WarpId>& stuck() { return stuck_; }
  template <class Released>
  void turn_to_others(WarpId warp, Released released) {
    GroupId g = group_of(warp);
    State& s = state_[g];
    if (!s.stack.is_stuck()) return;
    Threads waiting;
    warps_.threads(warp_of(g), s.stack.top().waiting, waiting);
    if (released(waiting)) return;
    s.stack.turn_to_others();
    deepest_ = std::max(deepest_, s.stack.depth());
    settle(g);
  }

  uint32_t group_limit() const { return static_cast<uint32_t>(state_.size()); }
  bool alive(GroupId g) const { return state_[g].live; }
  bool ready(GroupId g) const {
    return state_[g].live && !state_[g].held && !state_[g].stack.waits();
  }
  Place place(GroupId g) const { return state_[g].stack.top().place; }
  [[gnu::always_inline]] void threads(GroupId g, Threads& out) const {
    warps_.threads(warp_of(g), state_[g].stack.top().mask, out);
  }
  void members(GroupId g, Threads& out) const {
    warps_.threads(warp_of(g), state_[g].stack.all(), out);
  }
  /// A warp is one group, of the same number.
  static WarpId warp_of(GroupId g) { return WarpId(g.value()); }
  static GroupId group_of(WarpId warp) { return GroupId(warp.value()); }
  /// Calls f(place, threads) for those below the top entry that wait for others to reconverge.
  template <class F>
  void for_each_waiting(GroupId g, F f) const {
    state_[g].stack.for_each_waiting([&](Place place, const Mask& mask) {
      Threads threads;
      warps_.threads(warp_of(g), mask, threads);
      f(place, threads);
    });
  }
  uint64_t age(GroupId g) const { return state_[g].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return deepest_; }
  const std::vector<Entry>& stack(GroupId g) const { return state_[g].stack.entries(); }

 protected:
  StackPerWarp(W warps, uint32_t limit) : warps_(std::move(warps)), state_(limit) {}

  /// The threads that execute now.
  const Mask& active(GroupId g) const { return state_[g].stack.top().mask; }

  W warps_;
  std::vector<GroupId> changed_;

 private:
  struct State {
    Stack stack;
    uint64_t age = 0;
    bool held = false;
    bool live = false;
  };

  [[gnu::flatten]] void settle(GroupId g) {
    State& s = state_[g];
    s.stack.settle(reconverged_);
    if (s.stack.is_stuck()) stuck_.push_back(warp_of(g));
    if (s.stack.empty()) {
      s.live = false;
      warps_.free(warp_of(g));
    }
    changed_.push_back(g);
  }

  IndexedBy<GroupId, State> state_;
  std::vector<SplitPoint> reconverged_;
  std::vector<WarpId> stuck_;
  uint32_t deepest_ = 0;
};

}  // namespace heddle
