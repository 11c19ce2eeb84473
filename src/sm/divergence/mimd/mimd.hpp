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
  void advance(uint32_t g) {
    threads_[g].place.pc++;
    changed_.push_back(g);
  }
  void hold(uint32_t g) {
    threads_[g].ready = false;
    changed_.push_back(g);
  }
  void resolve(uint32_t g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(threads_.size()); }
  bool alive(uint32_t g) const { return threads_[g].live; }
  bool ready(uint32_t g) const { return threads_[g].ready; }
  Place place(uint32_t g) const { return threads_[g].place; }
  void threads(uint32_t g, Threads& out) const {
    out.clear();
    out.add(g / 32, 1u << (g % 32));
  }
  void members(uint32_t g, Threads& out) const { threads(g, out); }
  uint32_t warp_of(uint32_t g) const { return threads_[g].warp; }
  uint32_t first_of_warp(uint32_t g) const { return first_[threads_[g].warp]; }
  uint64_t age(uint32_t g) const { return threads_[g].age; }
  std::vector<uint32_t>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return 1; }

 private:
  struct Thread {
    Place place;
    uint64_t age = 0;
    uint32_t warp = 0;
    bool ready = false;
    bool live = false;  // not exited
  };
  std::vector<Thread> threads_;  // a group's number is its thread's: tile * 32 + lane
  Warps warps_;
  std::vector<uint32_t> first_;  // per warp: its first thread
  std::vector<uint32_t> live_;   // per warp: threads that have not exited
  std::vector<uint32_t> changed_;
  std::vector<SplitPoint> reconverged_;  // never any
};

}  // namespace heddle
