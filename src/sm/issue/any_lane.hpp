// Single threads on any lane (mimd, the upper bound).
//
// A scheduler chooses as it does among warps: the threads of one warp that are at the same
// instruction issue together, so that code without divergence runs in the order that the policy
// gives warps. What they leave of the issue width goes to other threads. Where a unit has fewer
// free lanes than the threads of a choice, the others follow as lanes become free, before any later
// choice: otherwise the warps that wait for a narrow unit would share it, all finish late, and
// leave the other units idle meanwhile.
#pragma once

#include <vector>

#include "sm/issue/one_packet.hpp"

namespace heddle {

class AnyLaneIssue : public OnePacket {
 public:
  AnyLaneIssue(const MachineConfig& config, uint32_t /*sm*/, uint32_t /*groups*/)
      : warp_(config.core.warp), issued_(config.core.schedulers) {}

  /// As many threads as the packets of the machine have whose upper bound this is: the units are
  /// the limit.
  static uint32_t packets_per_scheduler(const CoreConfig& core) {
    return core.issue_per_scheduler * core.warp;
  }

  template <class P>
  void issue(P& core) {
    std::ranges::fill(issued_, 0u);
    issue_followers(core);
    // Schedulers compete for lanes: the one after the last that issued comes first.
    auto count = static_cast<uint32_t>(issued_.size()), first = first_slot_;
    for (uint32_t n = 0; n < count; n++) {
      uint32_t slot = (first + n) % count, before = issued_[slot];
      while (issued_[slot] < core.issue_width_ && issue_warp(core, slot)) continue;
      if (issued_[slot] > before) first_slot_ = (first + n + 1) % count;
    }
    for (uint32_t n = 0; n < count; n++) core.charge_issued(core.ready_.slots()[n], issued_[n]);
  }

 private:
  /// Threads of earlier choices that found no lane then.
  template <class P>
  void issue_followers(P& core) {
    size_t left = 0;
    for (GroupId g : followers_)
      if (!issue_thread(core, g)) followers_[left++] = g;
    followers_.resize(left);
  }
  /// False: its scheduler has used up its issue width, or its unit has no free lane.
  template <class P>
  bool issue_thread(P& core, GroupId g) {
    uint32_t slot = core.ready_[g].scheduler;
    if (issued_[slot] == core.issue_width_ || !core.unit_is_free(core.ready_[g].unit)) return false;
    core.issue_group(g);
    issued_[slot]++;
    return true;
  }
  /// The scheduler's choice, with the threads of its warp that are at the same place.
  template <class P>
  bool issue_warp(P& core, uint32_t number) {
    IssueSlot& slot = core.ready_.slots()[number];
    GroupId leader = core.choose_from(slot);
    if (leader == kNoGroup) return false;
    const auto& divergence = core.divergence_;
    Place place = divergence.place(leader);
    const GroupSet& eligible = slot.eligible[static_cast<size_t>(core.ready_[leader].unit)];
    GroupId first = divergence.first_of_warp(leader), last = leader;
    for (GroupId g = eligible.next(first); g < first + warp_; g = eligible.next(g + 1)) {
      if (divergence.place(g) != place) continue;
      last = g;
      if (!issue_thread(core, g)) followers_.push_back(g);
    }
    slot.scheduler->issued(last);
    return true;
  }

  uint32_t warp_;
  std::vector<uint32_t> issued_;    // threads in this cycle, by scheduler
  std::vector<GroupId> followers_;  // chosen threads that wait for a lane, in order of choice
  uint32_t first_slot_ = 0;         // the scheduler that chooses first
};

}  // namespace heddle
