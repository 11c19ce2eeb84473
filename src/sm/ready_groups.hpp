// Which groups can issue, and what the others wait for.
//
// Each group has a state on its way to issue, which events change; nothing is ever rescanned. A
// group belongs to one scheduler. A slot is a scheduler with its groups: those that could issue, by
// the unit they want, and for each cause the number of groups that it keeps from issuing. An idle
// slot is charged to the cause that is nearest to issuing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "config/machine.hpp"
#include "counters/counters.hpp"
#include "sm/schedule/scheduler.hpp"
#include "sm/threads.hpp"

namespace heddle {

enum class GroupState : uint8_t { Absent, Held, Fetching, Blocked, Eligible };

struct GroupStatus {
  GroupState state = GroupState::Absent;
  Cause cause = Cause::IdleNoWarp;  // what an idle slot is charged to while the group is so
  Unit unit = Unit::Sp;
  uint8_t scheduler = 0;
  bool at_barrier = false;
  Cause held_for = Cause::ReconvergenceWait;  // the cause while it is held
  uint32_t waits_at = 0;                      // Blocked: the tile whose completions wake it
};

/// One scheduler with its groups.
struct IssueSlot {
  std::array<uint32_t, kCauses> waiting{};  // groups by cause
  uint32_t in_flight = 0;                   // packets
  bool watches_stalls = false;              // the scheduler looks at `stalled`
  std::unique_ptr<Scheduler> scheduler;
  std::array<GroupSet, static_cast<size_t>(Unit::Count)> eligible;  // by the unit they want
  GroupSet resident, stalled;

  /// Some group could issue if it found this unit free.
  bool wants(Unit unit) const { return waiting[static_cast<size_t>(structural(unit))] > 0; }
};

class ReadyGroups {
 public:
  static constexpr uint32_t kNoTile = ~0u;

  /// `shares_lanes`: two groups may issue side by side, which asks for the view of all groups.
  ReadyGroups(const MachineConfig& config, uint32_t groups, uint32_t tiles, bool shares_lanes,
              ScheduleCounters& counters);

  GroupStatus& operator[](uint32_t g) { return groups_[g]; }
  const GroupStatus& operator[](uint32_t g) const { return groups_[g]; }
  uint32_t size() const { return static_cast<uint32_t>(groups_.size()); }
  std::vector<IssueSlot>& slots() { return slots_; }
  const std::vector<IssueSlot>& slots() const { return slots_; }
  IssueSlot& slot_of(uint32_t g) { return slots_[groups_[g].scheduler]; }

  /// A new group under this number; `team` is the warp, or the warps that wait for each other.
  void begin(uint32_t g, uint32_t warp, uint32_t team, uint64_t age);
  void set_age(uint32_t g, uint64_t age) { age_[g] = age; }
  uint32_t warp(uint32_t g) const { return warp_[g]; }

  /// `waits_long`: of a group that waits for memory, some thread's load has left the L1.
  [[gnu::always_inline]] void set(uint32_t g, GroupState state, Cause cause, Unit unit,
                                  bool waits_long);
  void mark_stalled(uint32_t g) { slot_of(g).stalled.insert(g); }

  /// Policies that look at groups are shown those that can issue.
  bool are_viewed() const { return viewed_; }
  void show(uint32_t g, const GroupView& view) {
    view_[g] = view;
    slot_of(g).scheduler->waits(g, view);
  }
  const GroupView& view(uint32_t g) const { return view_[g]; }

  /// The choice of a scheduler among candidates of a slot; GroupSet::kMax: none.
  uint32_t choose(const IssueSlot& slot, Scheduler& scheduler, const GroupSet& candidates) {
    return scheduler.choose({candidates, slot.resident, slot.stalled, age_, warp_, view_, team_});
  }

  /// A blocked group waits for a completion of threads of this tile.
  [[gnu::flatten]] void wait_at(uint32_t g, uint32_t tile) {
    waiters_[tile].push_back(g);
    groups_[g].waits_at = tile;
  }
  /// Calls update(g) for the groups that waited for completions of these threads' tiles.
  template <class F>
  void wake(const Threads& threads, F update) {
    for (TileMask part : threads) {
      if (waiters_[part.tile].empty()) continue;
      woken_.swap(waiters_[part.tile]);
      for (uint32_t g : woken_)
        if (groups_[g].state == GroupState::Blocked) update(g);
      woken_.clear();
    }
  }

  /// Loads that have left the L1, where a scheduler looks at stalls.
  bool tracks_misses() const { return !missed_.empty(); }
  void missed(const Threads& threads) {
    for (TileMask part : threads) missed_[part.tile] |= part.mask;
  }
  void returned(const Threads& threads) {
    if (!missed_.empty())
      for (TileMask part : threads) missed_[part.tile] &= ~part.mask;
  }
  bool has_missed(const Threads& threads) const {
    for (TileMask part : threads)
      if ((missed_[part.tile] & part.mask) != 0) return true;
    return false;
  }

  /// The cause nearest to issuing: what, if it had been different, would have filled the slot.
  Cause idle_cause(const IssueSlot& slot, bool has_collector) const;

 private:
  std::vector<GroupStatus> groups_;
  std::vector<uint64_t> age_;
  std::vector<uint32_t> warp_, team_;
  std::vector<GroupView> view_;
  std::vector<IssueSlot> slots_;
  std::vector<std::vector<uint32_t>> waiters_;  // per tile: groups blocked on a completion there
  std::vector<uint32_t> woken_;
  std::vector<uint32_t> missed_;  // per tile: threads whose load has left the L1
  bool viewed_ = false;
};

inline void ReadyGroups::set(uint32_t g, GroupState state, Cause cause, Unit unit,
                             bool waits_long) {
  GroupStatus& group = groups_[g];
  IssueSlot& slot = slots_[group.scheduler];
  bool resident = group.state != GroupState::Absent;
  if (resident) {
    slot.waiting[static_cast<size_t>(group.cause)]--;
    if (group.state == GroupState::Eligible) {
      slot.eligible[static_cast<size_t>(group.unit)].erase(g);
      if (viewed_ && state != GroupState::Eligible) slot.scheduler->left(g);
    }
    if (slot.watches_stalls && group.cause == Cause::Memory) slot.stalled.erase(g);
  }
  group.state = state;
  group.cause = cause;
  group.unit = unit;
  if (state == GroupState::Absent) {
    slot.resident.erase(g);
    return;
  }
  if (!resident) slot.resident.insert(g);
  slot.waiting[static_cast<size_t>(cause)]++;
  if (state == GroupState::Eligible) slot.eligible[static_cast<size_t>(unit)].insert(g);
  if (waits_long) slot.stalled.insert(g);
}

inline Cause ReadyGroups::idle_cause(const IssueSlot& slot, bool has_collector) const {
  constexpr Cause kOrder[] = {
      Cause::StructuralSp,      Cause::StructuralSfu, Cause::StructuralLsu, Cause::StructuralDp,
      Cause::StructuralScalar,  Cause::Fetch,         Cause::Dependence,    Cause::Memory,
      Cause::ReconvergenceWait, Cause::Barrier};
  for (Cause c : kOrder) {
    if (slot.waiting[static_cast<size_t>(c)] == 0) continue;
    bool collects = c <= Cause::StructuralDp && c >= Cause::StructuralSp;
    return collects && !has_collector ? Cause::StructuralCollector : c;
  }
  return slot.in_flight > 0 ? Cause::Drain : Cause::IdleNoWarp;
}

}  // namespace heddle
