// Dual-path execution (rhu2013 §3.1, Figure 4): a reconvergence stack whose entries hold both sides
// of a branch, so that two paths of a warp can be scheduled at a time.
//
// An entry has a left and a right path (place and mask each) and one reconvergence point. When a
// path diverges, its place becomes the reconvergence point, and one entry with both new paths is
// pushed; the other path of the old entry is suspended until control returns to it. A path that
// comes to the reconvergence point is invalidated; when both have, the entry is popped. Who runs
// with whom is the same as on a stack of single paths.
//
// A group is a path that has not diverged (a leaf of what the stack describes); its number stays
// while it is suspended, since a branch of it may still be in flight then. The left path is the
// branch's target. Outcomes with more than two destinations push several entries, two paths each.
//
// Where the running paths wait at a rendezvous, a suspended one runs in their place, and when there
// is none, threads that have come to their reconvergence point leave it again (compare
// reconvergence_stack.hpp).
//
// Options of the paper:
//  - forwarding (§7.1): a free slot at the top is given to the nearest path of an entry below.
//  - memory split (§7.2): a path whose sibling slot is free parts into the threads whose load has
//    returned and the others. Whether a branch diverges is known only of both halves together, so
//    they wait for each other before any instruction at which threads may part or wait, and at the
//    reconvergence point as all paths do.
//  - software stack (§7.3): popping is an instruction, at the reconvergence point. The first pop of
//    an entry disables its path, the second pops it. It takes a branch's time, but no issue slot,
//    because PTX has no such instruction. Threads that part straight to that point pop, too.
//  - scheduler entries (§3.3): with one per warp, only one of the two paths is ready; they take
//    turns after a cache miss or another operation of long latency, and when one has to wait. One
//    that does neither for kLongestTurn instructions gives way as well, or a path that spins on
//    what the other will write would spin for ever.
#pragma once

#include <array>
#include <vector>

#include "sm/divergence/split_point_lists.hpp"
#include "sm/divergence/warps.hpp"
#include "sm/free_numbers.hpp"

namespace heddle {

class DualPath {
 public:
  static constexpr Mechanism kMechanism = mechanism("dual_path");
  static constexpr uint32_t kNone = ~0u;
  static constexpr uint32_t kLongestTurn = 1024;

  struct Path {
    Place place = kNowhere;
    uint64_t mask = 0;         // 0: invalid
    uint64_t waiting = 0;      // its threads at a rendezvous
    GroupId group = kNoGroup;  // while it is a leaf
    uint32_t children = 0;     // entries above that hold parts of it; it waits for them at `place`
    uint32_t split_points = SplitPointLists::kEnd;  // that reconverge when it has no children left
    bool held = false;
    bool popping = false;  // executes the pop of a software stack
    bool meets = false;    // waits for the other half of a memory split
    bool leaf() const { return mask != 0 && children == 0; }
  };
  struct Entry {
    std::array<Path, 2> path;  // left, right
    Place reconvergence = kNowhere;
    uint32_t parent = kNone;  // entry * 2 + side of the path that diverged; none: the lowest entry
    bool halves = false;      // of a memory split
    bool empty() const { return (path[0].mask | path[1].mask) == 0; }
  };

  explicit DualPath(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(GroupId g);
  void hold(GroupId g);
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(where_.size()); }
  bool alive(GroupId g) const { return where_[g].warp != kNoWarp; }
  bool ready(GroupId g) const {
    if (!alive(g) || suspended(g)) return false;
    const Path& p = path(g);
    return !p.held && p.waiting == 0 && !p.popping && !p.meets;
  }
  Place place(GroupId g) const { return path(g).place; }
  void threads(GroupId g, Threads& out) const { warps_.threads(where_[g].warp, path(g).mask, out); }
  void members(GroupId g, Threads& out) const;
  WarpId warp_of(GroupId g) const { return where_[g].warp; }
  uint64_t age(GroupId g) const { return state_[where_[g].warp].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return split_points_.reconverged(); }
  uint32_t deepest() const { return deepest_; }

  /// The stack offers it to the scheduler.
  bool exposed(GroupId g) const {
    const State& s = state_[where_[g].warp];
    return s.exposed[0] == g || s.exposed[1] == g;
  }
  /// The scheduler does not see it now, and has no room for its instructions.
  bool suspended(GroupId g) const {
    const State& s = state_[where_[g].warp];
    return constrained_ ? s.exposed[s.turn] != g : !exposed(g);
  }
  /// Paths of its warp that the stack offers to the scheduler (NumPath of Equation 1).
  uint32_t paths(GroupId g) const;
  /// 0: it is the left path, 1: the right one.
  uint32_t path_of(GroupId g) const { return state_[where_[g].warp].exposed[1] == g ? 1 : 0; }
  Regroupings& regroupings() { return regroupings_; }
  /// Warps whose paths diverged or reconverged.
  std::vector<WarpId>& regrouped() { return regrouped_; }

  /// It missed a cache, or issued another operation of long latency.
  void stalls(GroupId g);
  bool looks_at_misses() const { return constrained_; }

  bool splits_on_partial_return() const { return memory_split_; }
  /// Its sibling's slot is free, and nothing of it waits.
  bool may_split(GroupId g) const;
  /// The threads whose load has returned go on as g; returns the group of the others.
  GroupId split_returned(GroupId g, const Threads& returned);
  bool is_half(GroupId g) const { return entry(g).halves; }
  /// A half has reached an instruction that needs both halves.
  void meet(GroupId g);

  /// Groups that have begun to pop; the caller clears the list, and says when each has done so.
  std::vector<GroupId>& pops() { return pops_; }
  void popped(GroupId g);

  bool at_rendezvous(GroupId g) const { return path(g).waiting != 0; }
  /// Warps whose running paths all wait at a rendezvous.
  std::vector<WarpId>& stuck() { return stuck_; }
  template <class Released>
  void turn_to_others(WarpId warp, Released released) {
    const State& s = state_[warp];
    if (s.stack.empty() || !all_wait(s)) return;
    Threads waiting;
    for (GroupId g : s.exposed) {
      if (g == kNoGroup) continue;
      warps_.threads(warp, path(g).waiting, waiting);
      if (released(waiting)) return;
    }
    run_others(warp);
  }

  /// Calls f(place, threads) for those that have come to their reconvergence point; of a warp,
  /// once.
  template <class F>
  void for_each_waiting(GroupId g, F f) const {
    const State& s = state_[warp_of(g)];
    if (s.exposed[s.exposed[0] == kNoGroup] != g) return;
    uint64_t above = 0;
    for (const Entry& e : s.stack)
      for (const Path& p : e.path)
        if (p.leaf()) above |= p.mask;
    for (size_t n = s.stack.size(); n-- > 0;)
      for (const Path& p : s.stack[n].path) {
        Threads arrived;
        warps_.threads(warp_of(g), p.mask & ~above, arrived);
        above |= p.mask;
        if (!arrived.empty()) f(p.place, arrived);
      }
  }

  /// The stack, bottom first: for tests and pictures.
  const std::vector<Entry>& stack(WarpId warp) const { return state_[warp].stack; }

 private:
  struct State {
    std::vector<Entry> stack;
    std::array<GroupId, 2> exposed{kNoGroup, kNoGroup};  // to the scheduler, by slot: left, right
    uint32_t turn = 0;                                   // the slot of a constrained scheduler
    uint32_t issued = 0;                                 // instructions of this turn
    uint64_t age = 0;
    bool gives_way = false;  // to a suspended path, since those of the top wait at a rendezvous
  };
  struct Where {
    WarpId warp = kNoWarp;  // none: the number is free
    uint32_t at = 0;        // entry * 2 + side
  };

  Path& path(State& s, uint32_t at) { return s.stack[at / 2].path[at % 2]; }
  Path& path(GroupId g) { return path(state_[where_[g].warp], where_[g].at); }
  const Path& path(GroupId g) const {
    return state_[where_[g].warp].stack[where_[g].at / 2].path[where_[g].at % 2];
  }
  const Entry& entry(GroupId g) const { return state_[where_[g].warp].stack[where_[g].at / 2]; }
  void name(WarpId warp, uint32_t at);
  void unname(Path& p);
  void diverge(WarpId warp, uint32_t at, const Outcome& outcome);
  void push(WarpId warp, uint32_t parent, const Outcome& outcome);
  void remove(State& s, uint64_t mask);
  /// Ends a path that is empty or has come to its reconvergence point.
  void finish(State& s, uint32_t at);
  /// Pops entries without valid paths, and offers what is at the top to the scheduler.
  void settle(WarpId warp);
  void pop(WarpId warp);
  bool all_wait(const State& s) const;
  void run_others(WarpId warp);
  void run_apart(WarpId warp, uint32_t from, uint64_t threads);
  void expose(State& s);
  void give_way(State& s, std::array<GroupId, 2>& exposed) const;
  void take_turns(State& s);
  void pass_turn(State& s);
  void count_turn(State& s);

  bool forwarding_, memory_split_, software_, constrained_;
  Warps warps_;
  IndexedBy<WarpId, State> state_;
  IndexedBy<GroupId, Where> where_;
  FreeNumbers<GroupId> free_{where_.size(), state_.size()};
  SplitPointLists split_points_;
  std::vector<GroupId> changed_, pops_;
  std::vector<WarpId> regrouped_, stuck_;
  Regroupings regroupings_;  // never any: every reconvergence is the stack's
  uint32_t deepest_ = 0;
};

}  // namespace heddle
