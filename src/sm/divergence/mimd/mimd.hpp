// Every thread by itself: the upper bound that fung2007 compares against, not a hardware proposal.
// Any thread may issue on any lane in any cycle, as many as the packets of all schedulers could
// hold; the units limit what executes. Fetches cost nothing and banks never conflict. The core
// bundles the memory accesses of a cycle so that they coalesce.
#pragma once

#include <vector>

#include "sm/divergence/warps.hpp"

namespace heddle {

class Mimd {
 public:
  static constexpr Mechanism kMechanism = mechanism("mimd");
  static constexpr uint32_t kTiles = GroupSet::kMax / 32;

  explicit Mimd(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(GroupId g) {
    ++threads_[g].place.pc;
    changed_.push_back(g);
  }
  void hold(GroupId g) {
    threads_[g].ready = false;
    changed_.push_back(g);
  }
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(threads_.size()); }
  bool alive(GroupId g) const { return threads_[g].live; }
  bool ready(GroupId g) const { return threads_[g].ready; }
  Place place(GroupId g) const { return threads_[g].place; }
  void threads(GroupId g, Threads& out) const {
    out.clear();
    out.add(tile_of(g.value()), 1u << (g.value() % 32));
  }
  void members(GroupId g, Threads& out) const { threads(g, out); }
  WarpId warp_of(GroupId g) const { return threads_[g].warp; }
  GroupId first_of_warp(GroupId g) const { return first_[threads_[g].warp]; }
  uint64_t age(GroupId g) const { return threads_[g].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return 1; }

 private:
  struct Thread {
    Place place;
    uint64_t age = 0;
    WarpId warp;
    bool ready = false;
    bool live = false;  // not exited
  };
  IndexedBy<GroupId, Thread> threads_;  // a group's number is its thread's: tile * 32 + lane
  Warps warps_;
  IndexedBy<WarpId, GroupId> first_;  // its first thread
  IndexedBy<WarpId, uint32_t> live_;  // threads that have not exited
  std::vector<GroupId> changed_;
  std::vector<SplitPoint> reconverged_;  // never any
};

}  // namespace heddle
