#include "sm/divergence/serialize/serialize.hpp"

#include <algorithm>

namespace heddle {

Serialize::Serialize(const MachineConfig& config)
    : warps_(config.core),
      groups_(std::min(config.core.max_threads + config.core.max_blocks * 64, GroupSet::kMax)),
      live_(Warps::limit(config.core)),
      group_count_(Warps::limit(config.core)),
      birth_(Warps::limit(config.core)) {
  for (size_t g = groups_.size(); g > 0; g--) free_.push_back(static_cast<uint32_t>(g - 1));
}

uint32_t Serialize::add(uint32_t warp, Place place, uint64_t mask, uint64_t age) {
  uint32_t g = free_.back();
  free_.pop_back();
  groups_[g] = {place, mask, warp, age, false};
  most_groups_ = std::max(most_groups_, ++group_count_[warp]);
  changed_.push_back(g);
  return g;
}

void Serialize::end(uint32_t g) {
  uint32_t warp = groups_[g].warp;
  groups_[g].mask = 0;
  groups_[g].held = false;
  free_.push_back(g);
  changed_.push_back(g);
  group_count_[warp]--;
  if (live_[warp] == 0 && group_count_[warp] == 0) warps_.free(warp);
}

void Serialize::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](uint32_t warp, uint64_t mask) {
    live_[warp] = mask;
    group_count_[warp] = 0;
    birth_[warp] = (arrival.age << 16) + n++;
    add(warp, {0, 0}, mask, birth_[warp]);
  });
}

void Serialize::advance(uint32_t g) {
  groups_[g].place.pc++;
  changed_.push_back(g);
}

void Serialize::hold(uint32_t g) {
  groups_[g].held = true;
  changed_.push_back(g);
}

void Serialize::resolve(uint32_t g, const Outcome& outcome) {
  uint32_t warp = groups_[g].warp;
  live_[warp] &= ~warps_.mask_of(warp, outcome.exited);
  bool kept = false;
  for (const Outcome::Destination& d : outcome.destinations) {
    uint64_t mask = warps_.mask_of(warp, d.threads);
    if (!kept) {
      groups_[g].place = d.place;
      groups_[g].mask = mask;
      groups_[g].held = false;
      changed_.push_back(g);
      kept = true;
    } else {
      add(warp, d.place, mask, birth_[warp]);
    }
  }
  // Threads at a rendezvous have no group until they are released.
  if (!kept) end(g);
}

void Serialize::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads,
                       [&](uint32_t warp, uint64_t mask) { add(warp, place, mask, birth_[warp]); });
}

}  // namespace heddle
