#include "sm/ready_groups.hpp"

namespace heddle {

ReadyGroups::ReadyGroups(const MachineConfig& config, uint32_t groups, uint32_t tiles,
                         bool shares_lanes, ScheduleCounters& counters)
    : groups_(groups),
      age_(groups),
      warp_(groups),
      team_(groups),
      view_(groups),
      slots_(config.core.schedulers),
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

void ReadyGroups::begin(GroupId g, WarpId warp, WarpId team, uint64_t age) {
  GroupStatus& group = groups_[g];
  group.scheduler = static_cast<uint8_t>(warp.value() % slots_.size());
  group.at_barrier = false;
  group.held_for = Cause::ReconvergenceWait;
  age_[g] = age;
  warp_[g] = warp;
  team_[g] = team;
}

}  // namespace heddle
