// Reconvergence at the immediate post-dominator with a stack per warp (fung2007 §3.2, Figure 5).
//
// An entry holds the next place of some threads, those threads, and the place at which they are
// popped. When threads part, the top entry's place becomes the reconvergence point, and one entry
// per destination is pushed on it, the branch's target last, so that it runs first. Places carry
// the call depth: a function that calls itself does not reconverge with its caller at an equal
// address.
//
// Differs from the paper in that exited threads leave all entries at once, and that a return or an
// indirect call may have many destinations.
#pragma once

#include <vector>

#include "sm/divergence/warps.hpp"

namespace heddle {

class Pdom {
 public:
  static constexpr const char* kName = "pdom";
  static constexpr bool kResolvesAtCompletion = false;
  static constexpr bool kAnyLane = false;

  struct Entry {
    Place place;
    Place reconvergence;
    uint64_t mask = 0;
    uint32_t partings = 0;  // that heal when this entry is on top again
  };

  explicit Pdom(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(uint32_t g);
  void hold(uint32_t g);
  void resolve(uint32_t g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(state_.size()); }
  bool alive(uint32_t g) const { return state_[g].live; }
  bool ready(uint32_t g) const { return state_[g].live && !state_[g].held && !state_[g].waiting; }
  Place place(uint32_t g) const { return state_[g].stack.back().place; }
  void threads(uint32_t g, Threads& out) const {
    warps_.threads(g, state_[g].stack.back().mask, out);
  }
  void members(uint32_t g, Threads& out) const {
    warps_.threads(g, state_[g].stack.front().mask, out);
  }
  uint32_t warp_of(uint32_t g) const { return g; }
  uint64_t age(uint32_t g) const { return state_[g].age; }
  std::vector<uint32_t>& changed() { return changed_; }
  std::vector<Parting>& rejoined() { return rejoined_; }
  uint32_t deepest() const { return deepest_; }
  /// The stack, bottom first: for tests and pictures.
  const std::vector<Entry>& stack(uint32_t g) const { return state_[g].stack; }

 private:
  struct State {
    std::vector<Entry> stack;
    std::vector<Parting> partings;  // of all entries, those of the lowest first
    uint64_t waiting = 0;           // threads of the top entry that are at a rendezvous
    uint64_t age = 0;
    bool held = false;
    bool live = false;
  };

  void diverge(State& s, uint32_t g, const Outcome& outcome);
  void remember(State& s, const Outcome& outcome);
  void remove(State& s, uint64_t mask);
  /// Pops entries that are empty or have reached their reconvergence point.
  void settle(uint32_t g);
  void heal(State& s);

  Warps warps_;
  std::vector<State> state_;  // per warp
  std::vector<uint32_t> changed_;
  std::vector<Parting> rejoined_;
  uint32_t deepest_ = 0;
};

}  // namespace heddle
