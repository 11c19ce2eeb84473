// No reconvergence (fung2007 §3.1, "naïve"): threads of a warp that part never join again. Each
// path is a group of its own until its threads exit. Those that wait at a rendezvous keep theirs,
// and are one group with the others of their warp that are released together.
#pragma once

#include <vector>

#include "sm/divergence/warps.hpp"

namespace heddle {

class Serialize {
 public:
  static constexpr Mechanism kMechanism = mechanism("serialize");

  explicit Serialize(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(uint32_t g);
  void hold(uint32_t g);
  void resolve(uint32_t g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(groups_.size()); }
  bool alive(uint32_t g) const { return groups_[g].mask != 0; }
  bool ready(uint32_t g) const {
    return groups_[g].mask != 0 && !groups_[g].held && !groups_[g].waiting;
  }
  Place place(uint32_t g) const { return groups_[g].place; }
  void threads(uint32_t g, Threads& out) const {
    warps_.threads(groups_[g].warp, groups_[g].mask, out);
  }
  void members(uint32_t g, Threads& out) const { threads(g, out); }
  uint32_t warp_of(uint32_t g) const { return groups_[g].warp; }
  uint64_t age(uint32_t g) const { return groups_[g].age; }
  std::vector<uint32_t>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return most_groups_; }

 private:
  struct Group {
    Place place;
    uint64_t mask = 0;  // 0: the number is free
    uint32_t warp = 0;
    uint64_t age = 0;
    bool held = false;
    bool waiting = false;  // at a rendezvous
  };

  uint32_t add(uint32_t warp, Place place, uint64_t mask, uint64_t age);
  void end(uint32_t g);
  void release_warp(uint32_t warp, uint64_t mask, Place place);

  Warps warps_;
  std::vector<Group> groups_;
  std::vector<uint32_t> free_;
  std::vector<uint64_t> live_;                  // per warp: threads that have not exited
  std::vector<uint32_t> group_count_;           // per warp
  std::vector<uint64_t> birth_;                 // per warp: its age
  std::vector<std::vector<uint32_t>> waiting_;  // per warp: groups at a rendezvous
  std::vector<uint32_t> changed_;
  std::vector<SplitPoint> reconverged_;  // never any
  uint32_t most_groups_ = 0;
};

}  // namespace heddle
