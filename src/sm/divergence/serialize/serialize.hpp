// No reconvergence (fung2007 §3.1, "naïve"): threads of a warp that part never join again. Each
// path is a group of its own until its threads exit. Those that wait at a rendezvous keep theirs,
// and are one group with the others of their warp that are released together.
#pragma once

#include <vector>

#include "sm/divergence/warps.hpp"
#include "sm/free_numbers.hpp"

namespace heddle {

class Serialize {
 public:
  static constexpr Mechanism kMechanism = mechanism("serialize");

  explicit Serialize(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(GroupId g);
  void hold(GroupId g);
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(groups_.size()); }
  bool alive(GroupId g) const { return groups_[g].mask != 0; }
  bool ready(GroupId g) const {
    return groups_[g].mask != 0 && !groups_[g].held && !groups_[g].waiting;
  }
  Place place(GroupId g) const { return groups_[g].place; }
  void threads(GroupId g, Threads& out) const {
    warps_.threads(groups_[g].warp, groups_[g].mask, out);
  }
  void members(GroupId g, Threads& out) const { threads(g, out); }
  WarpId warp_of(GroupId g) const { return groups_[g].warp; }
  uint64_t age(GroupId g) const { return groups_[g].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return most_groups_; }

 private:
  struct Group {
    Place place;
    uint64_t mask = 0;  // 0: the number is free
    WarpId warp;
    uint64_t age = 0;
    bool held = false;
    bool waiting = false;  // at a rendezvous
  };

  GroupId add(WarpId warp, Place place, uint64_t mask, uint64_t age);
  void end(GroupId g);
  void release_warp(WarpId warp, uint64_t mask, Place place);

  Warps warps_;
  IndexedBy<GroupId, Group> groups_;
  IndexedBy<WarpId, uint64_t> live_;  // threads that have not exited
  FreeNumbers<GroupId> free_{groups_.size(), live_.size()};
  IndexedBy<WarpId, uint32_t> group_count_;
  IndexedBy<WarpId, uint64_t> birth_;                // its age
  IndexedBy<WarpId, std::vector<GroupId>> waiting_;  // groups at a rendezvous
  std::vector<GroupId> changed_;
  std::vector<SplitPoint> reconverged_;  // never any
  uint32_t most_groups_ = 0;
};

}  // namespace heddle
