#include "sm/ready_groups.hpp"

namespace heddle {

ReadyGroups::ReadyGroups(const MachineConfig& config, uint32_t groups, uint32_t tiles,
                         bool shares_lanes, bool has_singles, ScheduleCounters& counters)
    : groups_(groups),
      age_(groups),
      warp_(groups),
      team_(groups),
      view_(groups),
      schedulers_(config.core.schedulers),
      slots_(schedulers_ * (has_singles ? 2 : 1)),
      waiters_(tiles),
      viewed_(shares_lanes) {
  for (IssueSlot& s : slots_) {
    s.scheduler = make_scheduler(config);
    s.scheduler->count_in(counters);
    s.watches_stalls = s.scheduler->looks_at_stalls();
    if (s.watches_stalls) missed_.resize(tiles);
    viewed_ |= s.scheduler->looks_at_groups();
    rank_instructions_ |= s.scheduler->ranks_instructions();
  }
}

void ReadyGroups::begin(GroupId g, WarpId warp, WarpId team, uint64_t age, bool is_single) {
  GroupStatus& group = groups_[g];
  group.slot = static_cast<uint8_t>(warp.value() % schedulers_ + (is_single ? schedulers_ : 0));
  group.at_barrier = false;
  group.held_for = Cause::ReconvergenceWait;
  age_[g] = age;
  warp_[g] = warp;
  team_[g] = team;
}

}  // namespace heddle
