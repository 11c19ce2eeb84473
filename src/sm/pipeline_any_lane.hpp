// Pipeline: issue of single threads on any lane (mimd, the upper bound).
//
// A scheduler chooses as it does among warps: the threads of one warp that are at the same
// instruction issue together, so that code without divergence runs in the order that the policy
// gives warps. What they leave of the issue width goes to other threads. Where a unit has fewer free
// lanes than the threads of a choice, the others follow as lanes become free, before any later
// choice: otherwise the warps that wait for a narrow unit would share it, all finish late, and leave
// the other units idle meanwhile.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
void Pipeline<D>::issue_threads() {
  for (Slot& slot : slots_) slot.issued = 0;
  issue_followers();
  // Schedulers compete for lanes: the one behind the last that issued comes first.
  auto count = static_cast<uint32_t>(slots_.size()), first = first_slot_;
  for (uint32_t n = 0; n < count; n++) {
    Slot& slot = slots_[(first + n) % count];
    uint32_t before = slot.issued;
    while (slot.issued < issue_width_ && issue_warp(slot)) continue;
    if (slot.issued > before) first_slot_ = (first + n + 1) % count;
  }
  for (Slot& slot : slots_) charge_issued(slot, slot.issued);
  count_cycles(1);
}

/// Threads of earlier choices that found no lane then.
template <Divergence D>
void Pipeline<D>::issue_followers() {
  size_t left = 0;
  for (uint32_t g : followers_)
    if (!issue_thread(g)) followers_[left++] = g;
  followers_.resize(left);
}

/// False: its scheduler has used up its issue width, or its unit has no free lane.
template <Divergence D>
bool Pipeline<D>::issue_thread(uint32_t g) {
  Slot& slot = slots_[groups_[g].scheduler];
  if (slot.issued == issue_width_ || !unit_is_free(groups_[g].unit)) return false;
  issue_group(g);
  slot.issued++;
  return true;
}

/// The scheduler's choice, with the threads of its warp that are at the same place.
template <Divergence D>
bool Pipeline<D>::issue_warp(Slot& slot) {
  uint32_t leader = choose_from(slot);
  if (leader == GroupSet::kMax) return false;
  Place place = divergence_.place(leader);
  const GroupSet& eligible = slot.eligible[static_cast<size_t>(groups_[leader].unit)];
  uint32_t first = divergence_.first_of_warp(leader), last = leader;
  for (uint32_t g = eligible.next(first); g < first + config_.core.warp; g = eligible.next(g + 1)) {
    if (divergence_.place(g) != place) continue;
    last = g;
    if (!issue_thread(g)) followers_.push_back(g);
  }
  slot.scheduler->issued(last);
  return true;
}

}  // namespace heddle
