// Dynamic warp formation (fung2007 §4): threads regroup into new warps by their next PC.
//
// A group is a warp of the pool. It is formed until it issues: threads that come to its place join
// it through the PC-warp LUT while it has room for them. Once issued it takes nobody in, and it
// ends when its instruction completes; then its threads go to the warps of their next places. A
// warp that the LUT no longer names is not filled up, but can issue as any other.
//
// Register files (Figure 10): with `ideal` and `crossbar` a thread takes any free lane; with
// `per-lane` decoders (lane-aware) it keeps its home lane, and a thread whose lane is taken goes to
// a new warp, which the LUT names from then on. A `crossbar` brings registers from the home lane's
// bank to any lane, one thread of a bank per cycle. Home lanes follow the thread's number in its
// block; with the lane map `swizzle`, even and odd lanes swap in every other warp (§4.1).
//
// Warps may mix threads of several blocks. Threads that wait at a rendezvous are in no group.
#pragma once

#include <vector>

#include "sm/divergence/dwf/pool_watch.hpp"
#include "sm/divergence/dwf/warp_lut.hpp"
#include "sm/divergence/warps.hpp"
#include "sm/free_numbers.hpp"

namespace heddle {

class Dwf {
 public:
  static constexpr Mechanism kMechanism = mechanism("dwf");
  static constexpr uint32_t kMaxLanes = 32;

  explicit Dwf(const MachineConfig& config);
  Dwf(const Dwf&) = delete;
  Dwf& operator=(const Dwf&) = delete;

  void arrive(const Arrival& arrival);
  void advance(GroupId) {}  // never: every instruction resolves
  void hold(GroupId g);
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(warps_.size()); }
  bool alive(GroupId g) const { return warps_[g].state != State::Free; }
  bool ready(GroupId g) const { return warps_[g].state == State::Pooled; }
  Place place(GroupId g) const { return warps_[g].place; }
  void threads(GroupId g, Threads& out) const { out = warps_[g].threads; }
  void members(GroupId g, Threads& out) const { out = warps_[g].threads; }
  WarpId warp_of(GroupId g) const { return WarpId(g.value()); }
  uint64_t age(GroupId g) const { return warps_[g].age; }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return static_cast<uint32_t>(counted_->most_warps); }

  /// Where it counts.
  void count_in(CoreCounters& counters) { counted_ = &counters.dwf; }
  /// So many cycles have ended since the last call, all with the pool as it is.
  void pass(uint64_t cycles) { watch_.pass(cycles, *counted_); }
  /// Threads that wait at a rendezvous will go on at a reconvergence point.
  void pass_join(const Threads& threads);
  /// Post-dominators that its slowest thread has passed (for the policy pdom-priority).
  uint64_t passed(GroupId g) const;
  uint32_t pooled() const { return watch_.warps(); }
  /// Cycles beyond the first in which the warp reads its registers.
  uint32_t crossbar_conflicts(GroupId g) const;
  /// The lane of a thread of the warp: its home lane, or the next lane that was free when it
  /// joined.
  uint32_t lane_of(GroupId g, TileId tile, uint32_t thread) const;

 private:
  enum class State : uint8_t { Free, Pooled, Issued };
  struct Warp {
    Place place;
    Threads threads;
    uint32_t count = 0;
    uint32_t lanes = 0;  // OCC, of threads that keep their home lanes
    uint64_t age = 0;    // lower: entered the pool earlier
    State state = State::Free;
  };

  void insert(const Threads& threads, Place place);
  GroupId new_warp(Place place);
  GroupId warp_for(Place place);
  void fill(GroupId g, Threads& left);
  uint32_t take_home_lanes(Warp& warp, TileMask part) const;

  uint32_t width_;
  bool lane_aware_, crossbar_, swizzle_;
  WarpLut lut_;
  IndexedBy<GroupId, Warp> warps_;
  FreeNumbers<GroupId> free_{warps_.size()};
  std::vector<uint8_t> home_;     // per thread of the core: its home lane
  std::vector<uint32_t> passed_;  // per thread: post-dominators
  std::vector<GroupId> changed_;
  std::vector<SplitPoint> reconverged_;  // threads that meet again are not the ones that diverged
  uint64_t entered_ = 0;
  PoolWatch watch_;
  DwfCounters unread_;  // until somebody says where
  DwfCounters* counted_ = &unread_;
};

}  // namespace heddle
