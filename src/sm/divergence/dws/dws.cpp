#include "sm/divergence/dws/dws.hpp"

#include <algorithm>

namespace heddle {

Dws::Dws(const MachineConfig& config)
    : threshold_(config.dws.threshold),
      memory_split_(config.dws.memory_split),
      warps_(config),
      state_(Warps::limit(config.core)),
      // Every thread may be a split of its own.
      splits_(std::min(Warps::tile_limit(config) * 32, GroupSet::kMax)) {}

GroupId Dws::add(WarpId warp, Place place, uint64_t mask, bool adrift) {
  GroupId g = free_.take(GroupId(warp.value()));
  splits_[g] = {place, mask, 0, warp, false, adrift};
  State& s = state_[warp];
  s.splits.push_back(g);
  deepest_ = std::max(deepest_, static_cast<uint32_t>(s.splits.size()));
  changed_.push_back(g);
  return g;
}

void Dws::end(GroupId g) {
  std::erase(state_[splits_[g].warp].splits, g);
  splits_[g].mask = splits_[g].waiting = 0;
  splits_[g].held = false;
  free_.give_back(g);
  changed_.push_back(g);
}

void Dws::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](WarpId warp, uint64_t mask) {
    State& s = state_[warp];
    s.stack.start(mask);
    s.splits.clear();
    s.pending.clear();
    s.age = (arrival.age << 16) + n++;
    add(warp, kEntryPlace, mask);
  });
}

void Dws::advance(GroupId g) {
  WarpId warp = splits_[g].warp;
  leave(g);
  ++splits_[g].place.pc;
  come(g);
  settle(warp);
}

void Dws::hold(GroupId g) {
  leave(g);
  splits_[g].held = true;
  changed_.push_back(g);
}

void Dws::resolve(GroupId g, const Outcome& outcome) {
  Split& split = splits_[g];
  WarpId warp = split.warp;
  split.held = false;
  changed_.push_back(g);
  if (!outcome.exited.empty()) {
    uint64_t exited = warps_.mask_of(warp, outcome.exited);
    split.mask &= ~exited;
    remove(warp, exited);
  }
  split.waiting |= warps_.mask_of(warp, outcome.blocked);
  if (split.waiting != 0) {
    // The whole split waits: threads whose guard skipped the rendezvous are behind it.
    split.place = outcome.resume;
  } else if (split.mask == 0) {
    end(g);
  } else if (outcome.destinations.size() == 1) {
    split.place = outcome.destinations[0].place;
    come(g);
  } else if (is_subdivided(warp) || outcome.block_after <= threshold_) {
    subdivide(g, outcome);
  } else {
    push(g, outcome);
  }
  settle(warp);
}

void Dws::remove(WarpId warp, uint64_t mask) {
  State& s = state_[warp];
  s.stack.remove(mask);
  s.pending.remove(mask);
}

void Dws::subdivide(GroupId g, const Outcome& outcome) {
  WarpId warp = splits_[g].warp;
  state_[warp].pending.add(outcome.reconvergence, splits_[g].mask, outcome.split_point);
  const auto& to = outcome.destinations;
  splits_[g].place = to.back().place;
  splits_[g].mask = warps_.mask_of(warp, to.back().threads);
  woken_.assign(1, g);
  for (size_t n = to.size() - 1; n-- > 0;)
    woken_.push_back(
        add(warp, to[n].place, warps_.mask_of(warp, to[n].threads), splits_[g].adrift));
  regroupings_.subdivisions++;
  for (GroupId split : woken_) come(split);
}

void Dws::push(GroupId g, const Outcome& outcome) {
  WarpId warp = splits_[g].warp;
  Stack& stack = state_[warp].stack;
  stack.part(outcome, [&](const Threads& threads) { return warps_.mask_of(warp, threads); });
  splits_[g].place = stack.top().place;
  splits_[g].mask = stack.top().mask;
  deepest_ = std::max(deepest_, stack.depth());
}

void Dws::come(GroupId g) {
  State& s = state_[splits_[g].warp];
  changed_.push_back(g);
  if (!splits_[g].adrift && s.stack.depth() > 1 &&
      splits_[g].place == s.stack.top().reconvergence) {
    join(g);
    return end(g);
  }
  for (GroupId other : s.splits) {
    if (other == g || splits_[other].place != splits_[g].place || !ready(other) ||
        splits_[other].adrift != splits_[g].adrift)
      continue;
    splits_[other].mask |= splits_[g].mask;
    regroupings_.merges++;
    end(g);
    changed_.push_back(other);
    return join(other);
  }
  join(g);
}

/// Divergences whose threads this split has gathered have reconverged.
void Dws::join(GroupId g) {
  state_[splits_[g].warp].pending.gather(splits_[g].place, splits_[g].mask, reconverged_);
}

void Dws::leave(GroupId g) {
  regroupings_.missed += state_[splits_[g].warp].pending.leave(splits_[g].place, splits_[g].mask);
}

void Dws::settle(WarpId warp) {
  State& s = state_[warp];
  if (!s.splits.empty()) {
    if (running(warp) == 0) stuck_.push_back(warp);
    return;
  }
  s.stack.top().place = s.stack.top().reconvergence;
  s.stack.settle(reconverged_);
  if (s.stack.empty()) return warps_.free(warp);
  // Threads that diverged by subdivision have waited here for each other.
  s.pending.gather(s.stack.top().place, s.stack.top().mask, reconverged_);
  add(warp, s.stack.top().place, s.stack.top().mask);
}

/// How many splits of a warp do not wait at a rendezvous.
size_t Dws::running(WarpId warp) const {
  return static_cast<size_t>(std::ranges::count_if(
      state_[warp].splits, [&](GroupId g) { return splits_[g].waiting == 0; }));
}

void Dws::set_others_adrift(WarpId warp) {
  State& s = state_[warp];
  uint64_t split_up = 0;
  for (GroupId g : s.splits) split_up |= splits_[g].mask;
  if (split_up != s.stack.all()) {
    const Stack::Entry others = s.stack.take_others(split_up);
    s.pending.remove(others.mask);
    add(warp, others.place, others.mask, true);
    return;
  }
  // There are only those that skipped the rendezvous by their guard.
  for (GroupId g : s.splits) {
    Split& split = splits_[g];
    const uint64_t skipped = split.mask & ~split.waiting;
    if (skipped == 0) continue;
    split.mask = split.waiting;
    changed_.push_back(g);
    add(warp, split.place, skipped, split.adrift);
    return;
  }
}

void Dws::members(GroupId g, Threads& out) const {
  // Threads that wait for others belong to the first split.
  const State& s = state_[splits_[g].warp];
  uint64_t mask = splits_[g].mask;
  if (s.splits[0] == g) {
    mask = s.stack.all();
    for (GroupId other : s.splits)
      if (other != g) mask &= ~splits_[other].mask;
  }
  warps_.threads(splits_[g].warp, mask, out);
}

void Dws::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads, [&](WarpId warp, uint64_t mask) {
    woken_.clear();
    for (GroupId g : state_[warp].splits) {
      Split& split = splits_[g];
      if ((split.waiting & mask) == 0) continue;
      split.waiting &= ~mask;
      if (split.waiting == 0 && !split.held) woken_.push_back(g);
    }
    for (GroupId g : woken_) {
      splits_[g].place = place;
      come(g);
    }
    settle(warp);
  });
}

GroupId Dws::split_returned(GroupId g, const Threads& returned) {
  WarpId warp = splits_[g].warp;
  uint64_t early = splits_[g].mask & warps_.mask_of(warp, returned);
  GroupId late = add(warp, splits_[g].place, splits_[g].mask & ~early, splits_[g].adrift);
  splits_[g].mask = early;
  changed_.push_back(g);
  return late;
}

}  // namespace heddle
