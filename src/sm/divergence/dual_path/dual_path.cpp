#include "sm/divergence/dual_path/dual_path.hpp"

#include <algorithm>

namespace heddle {

DualPath::DualPath(const MachineConfig& config)
    : forwarding_(config.dual_path.forwarding),
      memory_split_(config.dual_path.memory_split),
      software_(config.dual_path.software_stack),
      constrained_(config.dual_path.scheduler_entries == 1),
      warps_(config),
      state_(Warps::limit(config.core)),
      // Every thread may be a path of its own.
      where_(std::min(Warps::tile_limit(config) * 32, GroupSet::kMax)) {}

void DualPath::name(WarpId warp, uint32_t at) {
  GroupId g = free_.take(GroupId(warp.value()));
  where_[g] = {warp, at};
  path(state_[warp], at).group = g;
  changed_.push_back(g);
}

void DualPath::unname(Path& p) {
  if (p.group == kNoGroup) return;
  where_[p.group].warp = kNoWarp;
  free_.give_back(p.group);
  changed_.push_back(p.group);
  p.group = kNoGroup;
}

void DualPath::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](WarpId warp, uint64_t mask) {
    State& s = state_[warp];
    s.stack.assign(1, {});
    s.stack[0].path[0].place = kEntryPlace;
    s.stack[0].path[0].mask = mask;
    s.age = (arrival.age << 16) + n++;
    s.turn = s.issued = 0;
    s.gives_way = false;
    name(warp, 0);
    expose(s);
  });
  deepest_ = std::max(deepest_, 1u);
}

void DualPath::advance(GroupId g) {
  auto [warp, at] = where_[g];
  ++path(g).place.pc;
  changed_.push_back(g);
  count_turn(state_[warp]);
  finish(state_[warp], at);
  settle(warp);
}

void DualPath::hold(GroupId g) {
  path(g).held = true;
  changed_.push_back(g);
  count_turn(state_[where_[g].warp]);
}

void DualPath::resolve(GroupId g, const Outcome& outcome) {
  auto [warp, at] = where_[g];
  State& s = state_[warp];
  Path& p = path(g);
  p.held = false;
  changed_.push_back(g);
  if (!outcome.exited.empty()) remove(s, warps_.mask_of(warp, outcome.exited));
  p.waiting |= warps_.mask_of(warp, outcome.blocked);
  if (p.waiting != 0) {
    // The whole path waits: threads whose guard skipped the rendezvous are behind it too.
    p.place = outcome.resume;
  } else if (outcome.destinations.size() == 1) {
    p.place = outcome.destinations[0].place;
    finish(s, at);
  } else if (outcome.destinations.size() > 1) {
    diverge(warp, at, outcome);
  } else {
    finish(s, at);
  }
  settle(warp);
}

void DualPath::remove(State& s, uint64_t mask) {
  for (Entry& e : s.stack)
    for (Path& p : e.path) {
      p.mask &= ~mask;
      p.waiting &= ~mask;
    }
}

void DualPath::diverge(WarpId warp, uint32_t at, const Outcome& outcome) {
  State& s = state_[warp];
  uint32_t parent = at;
  unname(path(s, at));
  if (s.stack[at / 2].parent != kNone && s.stack[at / 2].reconvergence == outcome.reconvergence) {
    // Towards the point that this path itself goes to, as when threads leave a loop one by one: the
    // path that waits there is below, and this one would only be invalidated later.
    parent = s.stack[at / 2].parent;
    path(s, at).mask = 0;
    if (at / 2 + 1 == s.stack.size() && s.stack.back().empty()) {
      s.stack.pop_back();
      path(s, parent).children--;
    }
  } else {
    path(s, at).place = outcome.reconvergence;
  }
  push(warp, parent, outcome);
  if (outcome.reconvergence != kNowhere)
    split_points_.add(path(s, parent).split_points, outcome.split_point);
}

/// Two destinations per entry, the last ones at the top, the last one left.
void DualPath::push(WarpId warp, uint32_t parent, const Outcome& outcome) {
  State& s = state_[warp];
  size_t before = s.stack.size();
  // Threads that are at the reconvergence point already have nothing to do there, but to pop.
  auto counts = [&](const Outcome::Destination& d) {
    return software_ || d.place != outcome.reconvergence;
  };
  size_t left = static_cast<size_t>(
      std::count_if(outcome.destinations.begin(), outcome.destinations.end(), counts));
  for (const Outcome::Destination& d : outcome.destinations) {
    if (!counts(d)) continue;
    if (left % 2 == 0 || s.stack.size() == before) {
      s.stack.emplace_back();
      s.stack.back().reconvergence = outcome.reconvergence;
      s.stack.back().parent = parent;
      path(s, parent).children++;
    }
    Path& p = s.stack.back().path[left % 2 == 0 ? 1 : 0];
    p.place = d.place;
    p.mask = warps_.mask_of(warp, d.threads);
    left--;
  }
  for (size_t e = s.stack.size(); e-- > before;)
    for (uint32_t side = 0; side < 2; side++) {
      auto at = static_cast<uint32_t>(e * 2 + side);
      if (path(s, at).mask == 0) continue;
      name(warp, at);
      finish(s, at);
    }
  deepest_ = std::max(deepest_, static_cast<uint32_t>(s.stack.size()));
  regrouped_.push_back(warp);
}

void DualPath::finish(State& s, uint32_t at) {
  Entry& e = s.stack[at / 2];
  Path& p = e.path[at % 2];
  if (p.children != 0 || p.held || p.popping) return;
  bool arrived = p.waiting == 0 && e.parent != kNone && p.place == e.reconvergence;
  if (p.mask != 0 && !arrived) return;
  if (p.mask != 0 && software_) {
    p.popping = true;
    pops_.push_back(p.group);
    changed_.push_back(p.group);
    return;
  }
  p.mask = 0;
  p.meets = false;
  e.halves = false;
  unname(p);
}

void DualPath::popped(GroupId g) {
  WarpId warp = where_[g].warp;
  Path& p = path(g);
  p.popping = false;
  p.mask = 0;
  unname(p);
  settle(warp);
}

void DualPath::settle(WarpId warp) {
  pop(warp);
  State& s = state_[warp];
  expose(s);
  if (s.stack.empty())
    warps_.free(warp);
  else if (all_wait(s))
    stuck_.push_back(warp);
}

/// All paths that the scheduler may choose from are at a rendezvous.
bool DualPath::all_wait(const State& s) const {
  return std::ranges::all_of(s.exposed,
                             [&](GroupId g) { return g == kNoGroup || path(g).waiting != 0; });
}

void DualPath::pop(WarpId warp) {
  State& s = state_[warp];
  while (!s.stack.empty() && s.stack.back().empty()) {
    uint32_t parent = s.stack.back().parent;
    s.stack.pop_back();
    regrouped_.push_back(warp);
    if (parent == kNone) continue;
    Path& p = path(s, parent);
    if (--p.children != 0) continue;
    split_points_.close(p.split_points, p.mask != 0 && p.place != kNowhere);
    if (p.mask == 0) continue;
    name(warp, parent);
    finish(s, parent);
  }
}

/// The paths that run wait at a rendezvous, which may need other threads: of a path that is
/// suspended; or those that have reconverged already, which then leave that point as a path of
/// their own; at last those that skipped the rendezvous by their guard.
void DualPath::run_others(WarpId warp) {
  State& s = state_[warp];
  uint64_t found = 0;
  for (const Entry& e : s.stack)
    for (const Path& p : e.path) {
      if (!p.leaf()) continue;
      found |= p.mask;
      if (p.waiting != 0) continue;
      s.gives_way = true;
      return expose(s);
    }
  for (size_t e = s.stack.size(); e-- > 0;)
    for (uint32_t side = 0; side < 2; side++) {
      const uint64_t arrived = s.stack[e].path[side].mask & ~found;
      found |= arrived;
      if (arrived != 0) return run_apart(warp, static_cast<uint32_t>(2 * e + side), arrived);
    }
  for (size_t e = s.stack.size(); e-- > 0;)
    for (uint32_t side = 0; side < 2; side++) {
      const Path& p = s.stack[e].path[side];
      const uint64_t skipped = p.leaf() ? p.mask & ~p.waiting : 0;
      if (skipped != 0) return run_apart(warp, static_cast<uint32_t>(2 * e + side), skipped);
    }
}

/// These threads of a path become one of their own, in a new entry.
void DualPath::run_apart(WarpId warp, uint32_t from, uint64_t threads) {
  State& s = state_[warp];
  Entry apart;
  apart.path[0].place = path(s, from).place;
  apart.path[0].mask = threads;
  apart.reconvergence = s.stack[from / 2].reconvergence;
  apart.parent = s.stack[from / 2].parent;
  path(s, from).mask &= ~threads;
  split_points_.close(path(s, from).split_points, false);
  if (apart.parent != kNone) path(s, apart.parent).children++;
  s.stack.push_back(apart);
  const auto at = static_cast<uint32_t>(2 * (s.stack.size() - 1));
  name(warp, at);
  finish(s, at);
  deepest_ = std::max(deepest_, static_cast<uint32_t>(s.stack.size()));
  regrouped_.push_back(warp);
  settle(warp);
}

void DualPath::expose(State& s) {
  std::array<GroupId, 2> now{kNoGroup, kNoGroup};
  for (size_t e = s.stack.size(); e-- > 0;) {
    for (uint32_t side = 0; side < 2; side++) {
      const Path& p = s.stack[e].path[side];
      if (!p.leaf()) continue;
      bool own = e + 1 == s.stack.size();
      uint32_t slot = own ? side : now[0] == kNoGroup ? 0 : 1;
      if (now[slot] == kNoGroup) now[slot] = p.group;
    }
    if (!forwarding_) break;
  }
  if (s.gives_way) give_way(s, now);
  for (uint32_t slot = 0; slot < 2; slot++) {
    if (now[slot] == s.exposed[slot]) continue;
    for (GroupId g : {now[slot], s.exposed[slot]})
      if (g != kNoGroup) changed_.push_back(g);
  }
  s.exposed = now;
  take_turns(s);
}

/// Paths that wait at a rendezvous give way to the nearest one that does not, which the rendezvous
/// may need.
void DualPath::give_way(State& s, std::array<GroupId, 2>& exposed) const {
  s.gives_way = std::ranges::all_of(
      exposed, [&](GroupId g) { return g == kNoGroup || path(g).waiting != 0; });
  if (!s.gives_way) return;
  for (size_t e = s.stack.size(); e-- > 0;)
    for (const Path& p : s.stack[e].path) {
      if (!p.leaf() || p.waiting != 0) continue;
      exposed[0] = p.group;
      return;
    }
}

/// The path of a constrained scheduler that cannot go on gives way to the other.
void DualPath::take_turns(State& s) {
  if (!constrained_) return;
  auto goes_on = [&](GroupId g) {
    if (g == kNoGroup) return false;
    const Path& p = path(g);
    return p.waiting == 0 && !p.popping && !p.meets;
  };
  if (!goes_on(s.exposed[s.turn]) && goes_on(s.exposed[1 - s.turn])) pass_turn(s);
}

void DualPath::pass_turn(State& s) {
  s.turn = 1 - s.turn;
  s.issued = 0;
  for (GroupId g : s.exposed)
    if (g != kNoGroup) changed_.push_back(g);
}

void DualPath::count_turn(State& s) {
  if (!constrained_ || ++s.issued < kLongestTurn) return;
  s.issued = 0;
  if (s.exposed[1 - s.turn] == kNoGroup) return;
  pass_turn(s);
  take_turns(s);
}

void DualPath::stalls(GroupId g) {
  State& s = state_[where_[g].warp];
  if (!constrained_ || s.exposed[s.turn] != g || s.exposed[1 - s.turn] == kNoGroup) return;
  pass_turn(s);
  take_turns(s);
}

uint32_t DualPath::paths(GroupId g) const {
  uint32_t n = 0;
  for (GroupId other : state_[where_[g].warp].exposed)
    n += other != kNoGroup && !path(other).popping;
  return n;
}

void DualPath::members(GroupId g, Threads& out) const {
  // Threads that wait for others belong to the lowest path that runs.
  const State& s = state_[where_[g].warp];
  uint64_t others = 0, all = 0;
  GroupId lowest = kNoGroup;
  for (const Entry& e : s.stack)
    for (const Path& p : e.path) {
      all |= p.mask;
      if (!p.leaf()) continue;
      if (lowest == kNoGroup) lowest = p.group;
      if (p.group != g) others |= p.mask;
    }
  warps_.threads(where_[g].warp, lowest == g ? all & ~others : path(g).mask, out);
}

void DualPath::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads, [&](WarpId warp, uint64_t mask) {
    State& s = state_[warp];
    for (size_t e = s.stack.size(); e-- > 0;)
      for (uint32_t side = 0; side < 2; side++) {
        if (e >= s.stack.size()) continue;  // popped
        auto at = static_cast<uint32_t>(e * 2 + side);
        Path& p = path(s, at);
        if (!p.leaf() || (p.waiting & mask) == 0) continue;
        p.waiting &= ~mask;
        if (p.waiting != 0 || p.held) continue;
        p.place = place;
        changed_.push_back(p.group);
        finish(s, at);
        settle(warp);
      }
  });
}

bool DualPath::may_split(GroupId g) const {
  const State& s = state_[where_[g].warp];
  const Path& p = path(g);
  return memory_split_ && where_[g].at / 2 + 1 == s.stack.size() &&
         (s.exposed[0] == kNoGroup || s.exposed[1] == kNoGroup) &&
         s.stack.back().path[1 - where_[g].at % 2].mask == 0 && p.waiting == 0 && !p.held &&
         !p.popping;
}

GroupId DualPath::split_returned(GroupId g, const Threads& returned) {
  auto [warp, at] = where_[g];
  State& s = state_[warp];
  Entry& e = s.stack.back();
  Path& late = e.path[at % 2];
  Path& early = e.path[1 - at % 2];
  early = {};
  early.place = late.place;
  early.mask = late.mask & warps_.mask_of(warp, returned);
  early.group = g;
  late.mask &= ~early.mask;
  where_[g].at = at ^ 1;
  e.halves = true;
  name(warp, at);
  changed_.push_back(g);
  expose(s);
  return late.group;
}

void DualPath::meet(GroupId g) {
  auto [warp, at] = where_[g];
  State& s = state_[warp];
  Entry& e = s.stack[at / 2];
  Path& own = e.path[at % 2];
  Path& other = e.path[1 - at % 2];
  own.meets = true;
  changed_.push_back(g);
  if (!other.meets) return take_turns(s);
  own.mask |= other.mask;
  own.meets = other.meets = e.halves = false;
  other.mask = 0;
  unname(other);
  regrouped_.push_back(warp);
  expose(s);
}

}  // namespace heddle
