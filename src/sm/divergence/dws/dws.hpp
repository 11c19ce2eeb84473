// Dynamic warp subdivision (rhu2013 §2.2, Figure 3): a reconvergence stack, and a table of
// warp-splits that run concurrently.
//
// A divergent branch pushes its paths on the stack as usual, unless the basic block at its
// post-dominator is short (`dws.threshold` instructions): then the warp is subdivided, and every
// path becomes a split, a group of its own. Splits know one reconvergence point, that of the top
// entry of the stack, where they wait until all have come; then the entry is popped. Branches of a
// split always subdivide further, since the stack cannot describe splits. Splits that happen to be
// at the same place merge. When all threads of the top entry are one split again, the warp is not
// subdivided any more and uses the stack.
//
// Where no post-dominator precedes the end there is no block to execute twice, and the warp is
// subdivided. With `dws.memory_split`, a group whose load has returned for some of its threads is
// subdivided, too (footnote 2).
//
// When all splits of a warp wait at a rendezvous, threads that the stack keeps back (paths that
// have not begun, splits that have come to the reconvergence point) become splits as well, since
// the rendezvous may need them. The stack knows nothing of these any more: they are adrift until
// they exit.
//
// A split that executes the instruction at its branch's post-dominator without all the others that
// diverged there has missed a reconvergence that the stack would not have missed.
#pragma once

#include <vector>

#include "sm/divergence/pending_reconvergence.hpp"
#include "sm/divergence/reconvergence_stack.hpp"
#include "sm/divergence/warps.hpp"
#include "sm/free_numbers.hpp"

namespace heddle {

class Dws {
 public:
  static constexpr Mechanism kMechanism = mechanism("dws");

  using Stack = ReconvergenceStack<uint64_t>;
  struct Split {
    Place place;
    uint64_t mask = 0;     // 0: the number is free
    uint64_t waiting = 0;  // its threads at a rendezvous
    WarpId warp;
    bool held = false;
    bool adrift = false;  // not in the stack
  };

  explicit Dws(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(GroupId g);
  void hold(GroupId g);
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(splits_.size()); }
  bool alive(GroupId g) const { return splits_[g].mask != 0; }
  bool ready(GroupId g) const {
    const Split& s = splits_[g];
    return s.mask != 0 && !s.held && s.waiting == 0;
  }
  Place place(GroupId g) const { return splits_[g].place; }
  void threads(GroupId g, Threads& out) const {
    warps_.threads(splits_[g].warp, splits_[g].mask, out);
  }
  void members(GroupId g, Threads& out) const;
  WarpId warp_of(GroupId g) const { return splits_[g].warp; }
  uint64_t age(GroupId g) const { return state_[splits_[g].warp].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return deepest_; }

  /// Valid entries of the table, or 1 when the warp is not subdivided.
  uint32_t paths(GroupId g) const {
    return static_cast<uint32_t>(state_[splits_[g].warp].splits.size());
  }
  Regroupings& regroupings() { return regroupings_; }

  bool at_rendezvous(GroupId g) const { return splits_[g].waiting != 0; }
  /// Warps whose splits all wait at a rendezvous.
  std::vector<WarpId>& stuck() { return stuck_; }
  template <class Released>
  void turn_to_others(WarpId warp, Released released) {
    const State& s = state_[warp];
    if (s.splits.empty() || running(warp) != 0) return;
    Threads waiting;
    for (GroupId g : s.splits) {
      warps_.threads(warp, splits_[g].waiting, waiting);
      if (released(waiting)) return;
    }
    set_others_adrift(warp);
  }

  bool splits_on_partial_return() const { return memory_split_; }
  bool may_split(GroupId g) const { return memory_split_ && ready(g); }
  /// The threads whose load has returned go on as g; returns the group of the others.
  GroupId split_returned(GroupId g, const Threads& returned);
  /// Splits execute every instruction by themselves.
  bool is_half(GroupId) const { return false; }
  void meet(GroupId) {}

  /// For tests and pictures: the stack, bottom first, and the groups of a warp. Where the splits of
  /// the top entry are, they say themselves.
  const std::vector<Stack::Entry>& stack(WarpId warp) const { return state_[warp].stack.entries(); }
  const std::vector<GroupId>& splits(WarpId warp) const { return state_[warp].splits; }
  bool is_subdivided(WarpId warp) const {
    const State& s = state_[warp];
    return s.splits.size() != 1 || splits_[s.splits[0]].mask != s.stack.top().mask;
  }

 private:
  struct State {
    Stack stack;
    std::vector<GroupId> splits;
    PendingReconvergence pending;
    uint64_t age = 0;
  };

  GroupId add(WarpId warp, Place place, uint64_t mask, bool adrift = false);
  void end(GroupId g);
  void subdivide(GroupId g, const Outcome& outcome);
  void push(GroupId g, const Outcome& outcome);
  void remove(WarpId warp, uint64_t mask);
  /// A split has reached its place: it ends there, merges, or continues.
  void come(GroupId g);
  void join(GroupId g);
  /// A split executes the instruction at its place.
  void leave(GroupId g);
  /// Pops entries whose splits have all ended.
  void settle(WarpId warp);
  size_t running(WarpId warp) const;
  void set_others_adrift(WarpId warp);

  uint32_t threshold_;
  bool memory_split_;
  Warps warps_;
  IndexedBy<WarpId, State> state_;
  IndexedBy<GroupId, Split> splits_;
  FreeNumbers<GroupId> free_{splits_.size(), state_.size()};
  std::vector<GroupId> woken_;
  std::vector<GroupId> changed_;
  std::vector<WarpId> stuck_;
  std::vector<SplitPoint> reconverged_;
  Regroupings regroupings_;
  uint32_t deepest_ = 0;
};

}  // namespace heddle
