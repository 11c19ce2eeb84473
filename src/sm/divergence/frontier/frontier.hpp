// Thread frontiers (brunie2012 §3.1, §3.4): a warp's splits, each a set of threads at one place, in
// a heap sorted by place; the first one runs, so that those behind it are caught up with and
// merged. Deeper calls come first, then lower addresses: priorities are the code's layout.
//
// Of each warp, the first two splits (CPC1 and CPC2) are in the hot context table, which a sorting
// network keeps in order and merges where places are equal; the others are in the cold one
// (cold_table.hpp). A split whose branch is under way stays where it is, and does not merge.
//
// With `frontier.paths` 2 the second split may run beside the first: simultaneous branch
// interweaving (§3.2). It may then run ahead of the first for ever. `frontier.constraints` (§3.3)
// holds it at a reconvergence point while the first is between that and the divergence point,
// PCdiv < CPC1 < PCrec, in the same call.
//
// With `frontier.memory_split` a load that needs several accesses to the cache parts its threads as
// a branch does (§3.4, CPC3): those served by the first access go on, the others stay.
//
// Threads that wait at a rendezvous are in no table: they enter the heap again when they are
// released.
#pragma once

#include <array>
#include <vector>

#include "sm/divergence/frontier/cold_table.hpp"
#include "sm/divergence/pending_reconvergence.hpp"
#include "sm/divergence/warps.hpp"
#include "sm/free_numbers.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class Frontier {
 public:
  static constexpr Mechanism kMechanism = mechanism("frontier");

  explicit Frontier(const MachineConfig& config);

  void start(const TimedCode& code) { code_ = &code; }
  void arrive(const Arrival& arrival);
  void advance(GroupId g);
  void hold(GroupId g);
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(splits_.size()); }
  bool alive(GroupId g) const { return splits_[g].mask != 0; }
  bool ready(GroupId g) const { return splits_[g].mask != 0 && !splits_[g].held && exposed(g); }
  Place place(GroupId g) const { return splits_[g].place; }
  void threads(GroupId g, Threads& out) const {
    warps_.threads(splits_[g].warp, splits_[g].mask, out);
  }
  void members(GroupId g, Threads& out) const { threads(g, out); }
  WarpId warp_of(GroupId g) const { return splits_[g].warp; }
  uint64_t age(GroupId g) const { return state_[splits_[g].warp].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return deepest_; }

  void count_in(CoreCounters& counters);
  void pass(uint64_t cycles);
  /// Its number among the hot splits of its warp; 2 for all others.
  uint32_t path_of(GroupId g) const { return splits_[g].slot; }
  /// The threads of the two hot splits, and all others.
  std::array<uint64_t, 3> path_masks(WarpId warp) const;
  std::vector<WarpId>& regrouped() { return regrouped_; }
  uint32_t paths(GroupId g) const {
    return paths_ == 2 && state_[splits_[g].warp].hot[1] != kNoGroup ? 2 : 1;
  }
  bool exposed(GroupId g) const {
    return splits_[g].slot < paths_ && !(splits_[g].slot == 1 && state_[splits_[g].warp].suspended);
  }
  bool suspended(GroupId g) const { return splits_[g].slot >= paths_; }
  Regroupings& regroupings() { return regroupings_; }

  bool splits_loads() const { return memory_split_; }
  /// The load that g issues serves only these threads; the others stay before it.
  GroupId split_at_issue(GroupId g, const Threads& served);

  /// For tests and pictures: the splits of a warp, in the order of its tables.
  std::vector<GroupId> heap(WarpId warp) const;

 private:
  static constexpr uint8_t kCold = 2;
  struct Split {
    Place place;
    uint64_t mask = 0;  // 0: the number is free
    WarpId warp;
    uint8_t slot = kCold;
    bool held = false;
    bool waiting = false;  // at a rendezvous
  };
  struct State {
    std::array<GroupId, 2> hot{kNoGroup, kNoGroup};
    bool suspended = false;        // the second
    std::vector<GroupId> waiting;  // splits at a rendezvous
    PendingReconvergence pending;
    uint64_t live = 0;
    uint64_t age = 0;
    uint32_t splits = 0;
  };

  GroupId add(WarpId warp, Place place, uint64_t mask);
  void end(GroupId g);
  void wait(GroupId g, Place place);
  void take_out(GroupId g);
  /// Sorts the hot splits of a warp, and one more.
  void sort(WarpId warp, GroupId more = kNoGroup);
  void merge(GroupId into, GroupId from);
  void set_slot(GroupId g, uint8_t slot);
  void look_at_second(WarpId warp);
  void release_warp(WarpId warp, uint64_t mask, Place place);
  void count_issue(GroupId g);
  bool before(GroupId a, GroupId b) const {
    const Place &p = splits_[a].place, &q = splits_[b].place;
    return p.depth != q.depth ? p.depth > q.depth : p.pc < q.pc;
  }
  bool may_merge(GroupId a, GroupId b) const {
    return splits_[a].place == splits_[b].place && !splits_[a].held && !splits_[b].held;
  }
  uint32_t heap_size(const State& s, WarpId warp) const {
    return (s.hot[0] != kNoGroup) + (s.hot[1] != kNoGroup) + cold_.size(warp);
  }

  uint32_t paths_;
  bool constraints_, memory_split_;
  Warps warps_;
  ColdTable cold_;
  const TimedCode* code_ = nullptr;
  IndexedBy<WarpId, State> state_;
  IndexedBy<GroupId, Split> splits_;
  FreeNumbers<GroupId> free_{splits_.size(), state_.size()};
  std::vector<GroupId> changed_;
  std::vector<WarpId> regrouped_;
  std::vector<SplitPoint> reconverged_;
  Regroupings regroupings_;
  GroupId unserved_ = kNoGroup;  // left behind by the load that is issuing
  uint32_t deepest_ = 0;
  uint32_t suspended_ = 0;  // splits
  FrontierCounters own_;
  FrontierCounters* counts_ = &own_;
};

}  // namespace heddle
