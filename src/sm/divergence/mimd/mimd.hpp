// Every thread makes progress by itself: the upper bound that fung2007 compares against, not a
// hardware proposal.
//
// A warp has a leading group: the threads that a reconvergence stack would run now. Its number, and
// all that the core does for it, are those of the warp under pdom. All other threads are single
// groups, which only take what is idle (IssuesOnAnyLane), so that they cost the leading ones
// nothing. What they have done before the stack comes to it is done: the stack passes over it, and
// the leading group has less to do than the warp has under pdom, never more. Code that does not
// diverge takes exactly pdom's cycles.
//
// The stack must know which way a thread went that is ahead of it, so each thread keeps the
// outcomes of its control instructions until the stack has come past them. Between two of them code
// is straight. A thread is never behind the stack: those of the top entry that are not at its place
// are ahead of it.
#pragma once

#include <vector>

#include "memory_timing/ring.hpp"
#include "sm/divergence/reconvergence_stack.hpp"
#include "sm/divergence/warps.hpp"

namespace heddle {

class Mimd {
 public:
  static constexpr Mechanism kMechanism = mechanism("mimd");

  explicit Mimd(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(GroupId g);
  void hold(GroupId g) {
    state_of(g).held |= mask(g);
    changed_.push_back(g);
  }
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  bool at_rendezvous(GroupId g) const {
    const Warp& w = state_of(g);
    return is_single(g) ? (w.waiting & mask(g)) != 0 : waits(w);
  }
  std::vector<WarpId>& stuck() { return stuck_; }
  template <class Released>
  void turn_to_others(WarpId warp, Released released) {
    Warp& w = state_[warp];
    if (!w.stack.is_stuck()) return;
    Threads waiting;
    warps_.threads(warp, w.stack.top().waiting, waiting);
    if (released(waiting)) return;
    w.stack.turn_to_others();
    follow(warp);
  }

  bool is_single(GroupId g) const { return g.value() >= state_.size(); }
  bool is_overtaken(GroupId g) const { return !is_single(g) && state_of(g).lead == 0; }

  uint32_t group_limit() const { return static_cast<uint32_t>(state_.size() + threads_.size()); }
  bool alive(GroupId g) const {
    const Warp& w = state_of(g);
    return is_single(g) ? (w.live & ~w.lead & mask(g)) != 0 : w.live != 0;
  }
  bool ready(GroupId g) const {
    const Warp& w = state_of(g);
    if (is_single(g)) return (w.live & ~w.lead & ~w.held & ~w.waiting & mask(g)) != 0;
    return w.lead != 0 && (w.lead & w.held) == 0 && !waits(w);
  }
  Place place(GroupId g) const {
    if (is_single(g)) return threads_[thread(g)].place;
    const Warp& w = state_of(g);
    return w.stack.empty() ? kNowhere : w.stack.top().place;
  }
  void threads(GroupId g, Threads& out) const { warps_.threads(warp_of(g), mask(g), out); }
  void members(GroupId g, Threads& out) const { threads(g, out); }
  WarpId warp_of(GroupId g) const { return WarpId(is_single(g) ? thread(g) / width_ : g.value()); }
  uint64_t age(GroupId g) const { return state_of(g).age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return deepest_; }

 private:
  using Mask = Warps::Mask;

  /// Where a control instruction sent a thread.
  struct Step {
    LinkedPc from;
    Place to, reconvergence;
  };
  struct Thread {
    Place place;
    Ring<Step> ahead;  // of the stack, oldest first
  };
  struct Warp {
    ReconvergenceStack<Mask> stack;
    Mask live = 0;     // not exited
    Mask lead = 0;     // the leading group
    Mask held = 0;     // have issued a control instruction whose outcome is not known yet
    Mask waiting = 0;  // at a rendezvous
    uint64_t age = 0;
  };

  static bool waits(const Warp& w) { return !w.stack.empty() && w.stack.waits(); }
  /// The number of a single group's thread: its warp's first is warp * width_.
  uint32_t thread(GroupId g) const { return g.value() - static_cast<uint32_t>(state_.size()); }
  GroupId single(WarpId warp, uint32_t n) const {
    return GroupId(static_cast<uint32_t>(state_.size()) + warp.value() * width_ + n);
  }
  Thread& thread(WarpId warp, uint32_t n) { return threads_[warp.value() * width_ + n]; }
  Warp& state_of(GroupId g) { return state_[warp_of(g)]; }
  const Warp& state_of(GroupId g) const { return state_[warp_of(g)]; }
  Mask mask(GroupId g) const {
    return is_single(g) ? Mask{1} << (thread(g) % width_) : state_of(g).lead;
  }

  void remove(WarpId warp, Mask exited);
  void go(WarpId warp, Mask threads, Place to, Place reconvergence);
  void apply(WarpId warp, const Outcome& outcome, Mask blocked);
  void follow(WarpId warp);
  Mask threads_at_top(WarpId warp);
  bool pass_over(WarpId warp);
  void replay(WarpId warp);
  void regroup(WarpId warp, Mask lead);

  uint32_t width_;
  Warps warps_;
  IndexedBy<WarpId, Warp> state_;
  std::vector<Thread> threads_;
  std::vector<GroupId> changed_;
  std::vector<WarpId> stuck_;
  std::vector<SplitPoint> reconverged_;  // never any: threads do not wait for each other
  std::vector<SplitPoint> passed_;
  Outcome outcome_;  // of the instruction that is replayed
  uint32_t deepest_ = 0;
};

}  // namespace heddle
