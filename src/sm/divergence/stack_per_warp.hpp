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
    warps_.form(arrival, [&](uint32_t warp, const Mask& mask) {
      State& s = state_[warp];
      s.stack.start(mask);
      s.held = false;
      s.live = true;
      s.age = (arrival.age << 16) + n++;
      changed_.push_back(warp);
    });
    deepest_ = std::max(deepest_, 1u);
  }
  void advance(uint32_t g) {
    state_[g].stack.top().place.pc++;
    settle(g);
  }
  void hold(uint32_t g) {
    state_[g].held = true;
    changed_.push_back(g);
  }
  void resolve(uint32_t g, const Outcome& outcome) {
    State& s = state_[g];
    s.held = false;
    if (!outcome.exited.empty()) s.stack.remove(warps_.mask_of(g, outcome.exited));
    if (!outcome.blocked.empty()) {
      s.stack.wait(warps_.mask_of(g, outcome.blocked), outcome.resume);
    } else if (outcome.destinations.size() == 1) {
      s.stack.top().place = outcome.destinations[0].place;
    } else if (outcome.destinations.size() > 1) {
      s.stack.part(outcome, [&](const Threads& threads) { return warps_.mask_of(g, threads); });
      deepest_ = std::max(deepest_, s.stack.depth());
    }
    settle(g);
  }
  void release(const Threads& threads, Place place) {
    warps_.for_each_warp(threads, [&](uint32_t g, const Mask& mask) {
      State& s = state_[g];
      const bool freed = s.stack.release(mask, place);
      if (s.held) return;
      if (freed)
        settle(g);
      else if (s.stack.is_stuck())
        stuck_.push_back(g);
    });
  }
  bool at_rendezvous(uint32_t g) const { return state_[g].stack.waits(); }
  std::vector<uint32_t>& stuck() { return stuck_; }
  template <class Released>
  void turn_to_others(uint32_t g, Released released) {
    State& s = state_[g];
    if (!s.stack.is_stuck()) return;
    Threads waiting;
    warps_.threads(g, s.stack.top().waiting, waiting);
    if (released(waiting)) return;
    s.stack.turn_to_others();
    deepest_ = std::max(deepest_, s.stack.depth());
    settle(g);
  }

  uint32_t group_limit() const { return static_cast<uint32_t>(state_.size()); }
  bool alive(uint32_t g) const { return state_[g].live; }
  bool ready(uint32_t g) const {
    return state_[g].live && !state_[g].held && !state_[g].stack.waits();
  }
  Place place(uint32_t g) const { return state_[g].stack.top().place; }
  [[gnu::always_inline]] void threads(uint32_t g, Threads& out) const {
    warps_.threads(g, state_[g].stack.top().mask, out);
  }
  void members(uint32_t g, Threads& out) const { warps_.threads(g, state_[g].stack.all(), out); }
  uint32_t warp_of(uint32_t g) const { return g; }
  /// Calls f(place, threads) for those below the top entry that wait for others to reconverge.
  template <class F>
  void for_each_waiting(uint32_t g, F f) const {
    Mask above = state_[g].stack.top().mask;
    const std::vector<Entry>& entries = stack(g);
    for (size_t n = entries.size() - 1; n-- > 0;) {
      Mask mask = entries[n].mask;
      take_out(mask, above);
      above |= mask;
      Threads threads;
      warps_.threads(g, mask, threads);
      if (!threads.empty() && is_empty(entries[n].waiting)) f(entries[n].place, threads);
    }
  }
  uint64_t age(uint32_t g) const { return state_[g].age; }
  std::vector<uint32_t>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return deepest_; }
  const std::vector<Entry>& stack(uint32_t g) const { return state_[g].stack.entries(); }

 protected:
  StackPerWarp(W warps, uint32_t limit) : warps_(std::move(warps)), state_(limit) {}

  /// The threads that execute now.
  const Mask& active(uint32_t g) const { return state_[g].stack.top().mask; }

  W warps_;
  std::vector<uint32_t> changed_;

 private:
  struct State {
    Stack stack;
    uint64_t age = 0;
    bool held = false;
    bool live = false;
  };

  [[gnu::flatten]] void settle(uint32_t g) {
    State& s = state_[g];
    s.stack.settle(reconverged_);
    if (s.stack.is_stuck()) stuck_.push_back(g);
    if (s.stack.empty()) {
      s.live = false;
      warps_.free(g);
    }
    changed_.push_back(g);
  }

  std::vector<State> state_;  // per warp
  std::vector<SplitPoint> reconverged_;
  std::vector<uint32_t> stuck_;
  uint32_t deepest_ = 0;
};

}  // namespace heddle
