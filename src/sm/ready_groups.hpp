// Which groups can issue, and what the others wait for.
//
// Each group has a state on its way to issue, which events change; nothing is ever rescanned. A
// group belongs to one scheduler. A slot is a scheduler with its groups: those that could issue, by
// the unit they want, and for each cause the number of groups that it keeps from issuing. An idle
// slot is charged to the cause that is nearest to issuing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "config/machine.hpp"
#include "counters/counters.hpp"
#include "sm/schedule/scheduler.hpp"
#include "sm/threads.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

enum class GroupState : uint8_t { Absent, Held, Fetching, Blocked, Eligible };

struct GroupStatus {
  GroupState state = GroupState::Absent;
  Cause cause = Cause::IdleNoWarp;  // what an idle slot is charged to while the group is so
  Unit unit = Unit::Sp;
  uint8_t slot = 0;
  bool at_barrier = false;
  Cause held_for = Cause::ReconvergenceWait;  // the cause while it is held
  /// Blocked: the tile whose completions wake it, of any instruction or of those that write this
  /// register.
  TileId waits_at;
  uint16_t waits_for = kAnyRegister;
};

/// How many groups wait for which cause. The causes that some group has are bits of a word, the one
/// nearest to issuing lowest: every cycle asks for it, and for the units that are wanted.
class WaitingGroups {
 public:
  void add(Cause cause) {
    uint32_t rank = kRanks[static_cast<size_t>(cause)];
    count_[rank]++;
    present_ |= 1u << rank;
  }
  void remove(Cause cause) {
    uint32_t rank = kRanks[static_cast<size_t>(cause)];
    if (--count_[rank] == 0) present_ &= ~(1u << rank);
  }
  /// The units that some group could issue to if it found them free: bit n is unit n.
  uint32_t units() const { return present_ & ((1u << kUnits) - 1); }
  bool empty() const { return present_ == 0; }
  /// The cause nearest to issuing; there is one.
  Cause nearest() const { return kOrder[static_cast<size_t>(std::countr_zero(present_))]; }

 private:
  static constexpr auto kOrder = std::to_array<Cause>(
      {Cause::StructuralSp, Cause::StructuralSfu, Cause::StructuralLsu, Cause::StructuralDp,
       Cause::StructuralScalar, Cause::Fetch, Cause::Dependence, Cause::Memory,
       Cause::ReconvergenceWait, Cause::Barrier});
  static_assert(kOrder[kUnits - 1] == structural(Unit::Scalar), "units come first, in order");
  /// The place of each cause in kOrder. No group waits for one that is not there.
  static constexpr auto kRanks = [] {
    std::array<uint8_t, kCauses> ranks{};
    for (size_t n = 0; n < kOrder.size(); n++)
      ranks[static_cast<size_t>(kOrder[n])] = static_cast<uint8_t>(n);
    return ranks;
  }();

  uint32_t present_ = 0;
  std::array<uint32_t, kOrder.size()> count_{};
};

/// One scheduler with its groups.
struct IssueSlot {
  WaitingGroups waiting;
  uint32_t in_flight = 0;       // packets
  uint32_t replays = 0;         // of loads, each of which takes an issue slot
  bool watches_stalls = false;  // the scheduler looks at `stalled`
  std::unique_ptr<Scheduler> scheduler;
  std::array<GroupSet, static_cast<size_t>(Unit::Count)> eligible;  // by the unit they want
  GroupSet resident, stalled;
};

class ReadyGroups {
 public:
  /// `shares_lanes`: two groups may issue side by side, which asks for the view of all groups.
  /// `has_singles`: some groups are single threads, which schedulers do not see.
  ReadyGroups(const MachineConfig& config, uint32_t groups, uint32_t tiles, bool shares_lanes,
              bool has_singles, ScheduleCounters& counters);

  GroupStatus& operator[](GroupId g) { return groups_[g]; }
  const GroupStatus& operator[](GroupId g) const { return groups_[g]; }
  GroupId end_id() const { return groups_.end_id(); }
  std::span<IssueSlot> slots() { return {slots_.data(), schedulers_}; }
  std::span<const IssueSlot> slots() const { return {slots_.data(), schedulers_}; }
  /// For each slot, the single threads of its warps, where there are any.
  std::span<IssueSlot> singles() { return std::span(slots_).subspan(schedulers_); }
  std::span<const IssueSlot> singles() const { return std::span(slots_).subspan(schedulers_); }
  /// Of the group's warp.
  uint32_t scheduler(GroupId g) const {
    uint32_t slot = groups_[g].slot;
    return slot < schedulers_ ? slot : slot - schedulers_;
  }
  IssueSlot& slot_of(GroupId g) { return slots_[groups_[g].slot]; }

  /// A new group under this number; `team` is the warp, or the warps that wait for each other.
  void begin(GroupId g, WarpId warp, WarpId team, uint64_t age, bool is_single);
  void set_age(GroupId g, uint64_t age) { age_[g] = age; }
  /// Ages are those of instructions, not of groups.
  bool rank_instructions() const { return rank_instructions_; }
  WarpId warp(GroupId g) const { return warp_[g]; }

  /// `waits_long`: of a group that waits for memory, some thread's load has left the L1.
  [[gnu::always_inline]] void set(GroupId g, GroupState state, Cause cause, Unit unit,
                                  bool waits_long);
  void mark_stalled(GroupId g) { slot_of(g).stalled.insert(g); }

  /// Policies that look at groups are shown those that can issue.
  bool are_viewed() const { return viewed_; }
  void show(GroupId g, const GroupView& view) {
    view_[g] = view;
    slot_of(g).scheduler->waits(g, view);
  }
  const GroupView& view(GroupId g) const { return view_[g]; }

  /// The choice of a scheduler among candidates of a slot; kNoGroup: none.
  GroupId choose(const IssueSlot& slot, Scheduler& scheduler, const GroupSet& candidates) {
    return scheduler.choose({candidates, slot.resident, slot.stalled, age_, warp_, view_, &team_});
  }

  /// A blocked group waits for a completion of threads of this tile, which writes this register.
  [[gnu::flatten]] void wait_at(GroupId g, TileId tile, uint16_t slot) {
    waiters_[tile].push_back(g);
    groups_[g].waits_at = tile;
    // A scheduler that looks at stalls learns with every load of its threads that returns.
    groups_[g].waits_for = tracks_misses() ? kAnyRegister : slot;
  }
  /// Calls update(g) for the groups that waited for results of this instruction, for these threads'
  /// tiles. The others stay, in order.
  template <class F>
  void wake(const Threads& threads, const TimedOp& op, F update) {
    for (TileMask part : threads) {
      std::vector<GroupId>& waiters = waiters_[part.tile];
      if (waiters.empty()) continue;
      if (waiters.size() == 1) {  // mostly
        GroupId g = waiters.front();
        const GroupStatus& group = groups_[g];
        bool waits = group.state == GroupState::Blocked;
        if (waits && group.waits_at == part.tile && !writes(op, group.waits_for)) continue;
        waiters.clear();
        if (waits) update(g);
        continue;
      }
      woken_.swap(waiters);
      for (GroupId g : woken_) {
        const GroupStatus& group = groups_[g];
        if (group.state != GroupState::Blocked) continue;
        if (group.waits_at == part.tile && !writes(op, group.waits_for))
          waiters.push_back(g);
        else
          update(g);
      }
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
  static bool writes(const TimedOp& op, uint16_t slot) {
    if (slot == kAnyRegister) return true;
    for (uint32_t n = 0; n < op.destination_count; n++)
      if (op.destinations[n] == slot) return true;
    return false;
  }

  IndexedBy<GroupId, GroupStatus> groups_;
  IndexedBy<GroupId, uint64_t> age_;
  IndexedBy<GroupId, WarpId> warp_, team_;
  IndexedBy<GroupId, GroupView> view_;
  uint32_t schedulers_;
  std::vector<IssueSlot> slots_;  // of the schedulers, then those of single threads
  IndexedBy<TileId, std::vector<GroupId>> waiters_;  // groups blocked on a completion there
  std::vector<GroupId> woken_;
  IndexedBy<TileId, uint32_t> missed_;  // threads whose load has left the L1
  bool viewed_ = false;
  bool rank_instructions_ = false;
};

inline void ReadyGroups::set(GroupId g, GroupState state, Cause cause, Unit unit, bool waits_long) {
  GroupStatus& group = groups_[g];
  IssueSlot& slot = slots_[group.slot];
  bool resident = group.state != GroupState::Absent;
  if (resident) {
    slot.waiting.remove(group.cause);
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
  slot.waiting.add(cause);
  if (state == GroupState::Eligible) slot.eligible[static_cast<size_t>(unit)].insert(g);
  if (waits_long) slot.stalled.insert(g);
}

inline Cause ReadyGroups::idle_cause(const IssueSlot& slot, bool has_collector) const {
  if (slot.waiting.empty()) return slot.in_flight > 0 ? Cause::Drain : Cause::IdleNoWarp;
  Cause cause = slot.waiting.nearest();
  bool collects = cause <= Cause::StructuralDp && cause >= Cause::StructuralSp;
  return collects && !has_collector ? Cause::StructuralCollector : cause;
}

}  // namespace heddle
