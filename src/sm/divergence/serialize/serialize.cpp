#include "sm/divergence/serialize/serialize.hpp"

#include <algorithm>

namespace heddle {

Serialize::Serialize(const MachineConfig& config)
    : warps_(config),
      groups_(std::min(config.core.max_threads + config.core.max_blocks * 64, GroupSet::kMax)),
      live_(Warps::limit(config.core)),
      group_count_(Warps::limit(config.core)),
      birth_(Warps::limit(config.core)),
      waiting_(Warps::limit(config.core)) {}

GroupId Serialize::add(WarpId warp, Place place, uint64_t mask, uint64_t age) {
  GroupId g = free_.take(GroupId(warp.value()));
  groups_[g] = {place, mask, warp, age};
  most_groups_ = std::max(most_groups_, ++group_count_[warp]);
  changed_.push_back(g);
  return g;
}

void Serialize::end(GroupId g) {
  WarpId warp = groups_[g].warp;
  groups_[g].mask = 0;
  groups_[g].held = groups_[g].waiting = false;
  free_.give_back(g);
  changed_.push_back(g);
  group_count_[warp]--;
  if (live_[warp] == 0 && group_count_[warp] == 0) warps_.free(warp);
}

void Serialize::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](WarpId warp, uint64_t mask) {
    live_[warp] = mask;
    group_count_[warp] = 0;
    birth_[warp] = (arrival.age << 16) + n++;
    add(warp, kEntryPlace, mask, birth_[warp]);
  });
}

void Serialize::advance(GroupId g) {
  ++groups_[g].place.pc;
  changed_.push_back(g);
}

void Serialize::hold(GroupId g) {
  groups_[g].held = true;
  changed_.push_back(g);
}

void Serialize::resolve(GroupId g, const Outcome& outcome) {
  WarpId warp = groups_[g].warp;
  live_[warp] &= ~warps_.mask_of(warp, outcome.exited);
  groups_[g].held = false;
  bool kept = false;
  auto send = [&](Place place, uint64_t mask) {
    if (kept) {
      add(warp, place, mask, birth_[warp]);
      return;
    }
    kept = true;
    groups_[g].place = place;
    groups_[g].mask = mask;
    changed_.push_back(g);
  };
  if (uint64_t blocked = warps_.mask_of(warp, outcome.blocked)) {
    send(outcome.resume, blocked);
    groups_[g].waiting = true;
    waiting_[warp].push_back(g);
  }
  for (const Outcome::Destination& d : outcome.destinations)
    send(d.place, warps_.mask_of(warp, d.threads));
  if (!kept) end(g);
}

void Serialize::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads,
                       [&](WarpId warp, uint64_t mask) { release_warp(warp, mask, place); });
}

/// The released threads leave the groups in which they waited; the first of those that becomes
/// empty is theirs.
void Serialize::release_warp(WarpId warp, uint64_t mask, Place place) {
  GroupId own = kNoGroup;
  std::erase_if(waiting_[warp], [&](GroupId g) {
    groups_[g].mask &= ~mask;
    if (groups_[g].mask != 0) return false;
    if (own == kNoGroup)
      own = g;
    else
      end(g);
    return true;
  });
  if (own == kNoGroup) {
    add(warp, place, mask, birth_[warp]);
    return;
  }
  groups_[own].place = place;
  groups_[own].mask = mask;
  groups_[own].waiting = false;
  changed_.push_back(own);
}

}  // namespace heddle
