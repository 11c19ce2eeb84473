#include "sm/divergence/pdom/pdom.hpp"

#include <algorithm>

namespace heddle {

Pdom::Pdom(const MachineConfig& config) : warps_(config.core), state_(Warps::limit(config.core)) {}

void Pdom::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](uint32_t warp, uint64_t mask) {
    State& s = state_[warp];
    s.stack.clear();
    s.partings.clear();
    s.stack.push_back({{0, 0}, kNowhere, mask});
    s.waiting = 0;
    s.held = false;
    s.live = true;
    s.age = (arrival.age << 16) + n++;
    changed_.push_back(warp);
  });
  deepest_ = std::max(deepest_, 1u);
}

void Pdom::advance(uint32_t g) {
  state_[g].stack.back().place.pc++;
  settle(g);
}

void Pdom::hold(uint32_t g) {
  state_[g].held = true;
  changed_.push_back(g);
}

void Pdom::resolve(uint32_t g, const Outcome& outcome) {
  State& s = state_[g];
  s.held = false;
  if (!outcome.exited.empty()) remove(s, warps_.mask_of(g, outcome.exited));
  s.waiting |= warps_.mask_of(g, outcome.blocked);
  if (s.waiting != 0) {
    // The whole entry waits: threads that skipped the rendezvous by their guard stand behind it
    // too.
    s.stack.back().place = outcome.resume;
  } else if (outcome.destinations.size() == 1) {
    s.stack.back().place = outcome.destinations[0].place;
  } else if (outcome.destinations.size() > 1) {
    diverge(s, g, outcome);
  }
  settle(g);
}

void Pdom::diverge(State& s, uint32_t g, const Outcome& outcome) {
  // A loop whose threads leave one by one parts again and again towards the same point: the entry
  // that waits there already is below, and one per iteration would only be popped later.
  if (s.stack.size() > 1 && s.stack.back().reconvergence == outcome.reconvergence)
    s.stack.pop_back();
  else
    s.stack.back().place = outcome.reconvergence;
  remember(s, outcome);
  for (const Outcome::Destination& d : outcome.destinations) {
    if (d.place == outcome.reconvergence) continue;  // these threads are there already
    s.stack.push_back({d.place, outcome.reconvergence, warps_.mask_of(g, d.threads)});
  }
  deepest_ = std::max(deepest_, static_cast<uint32_t>(s.stack.size()));
}

/// With the entry that waits at the reconvergence point: below it come only entries that part
/// elsewhere, above it only paths that have not begun.
void Pdom::remember(State& s, const Outcome& outcome) {
  if (outcome.reconvergence == kNowhere) return;
  auto waits = std::find_if(s.stack.rbegin(), s.stack.rend(),
                            [&](const Entry& e) { return e.place == outcome.reconvergence; });
  if (waits == s.stack.rend()) return;
  waits->partings++;
  s.partings.push_back(outcome.parting);
}

/// The top entry's threads that still live are together.
void Pdom::heal(State& s) {
  Entry& top = s.stack.back();
  if (top.partings == 0) return;
  auto first = s.partings.end() - top.partings;
  if (top.mask != 0 && top.place != kNowhere)
    rejoined_.insert(rejoined_.end(), first, s.partings.end());
  s.partings.erase(first, s.partings.end());
  top.partings = 0;
}

void Pdom::remove(State& s, uint64_t mask) {
  for (Entry& e : s.stack) e.mask &= ~mask;
  s.waiting &= ~mask;
}

void Pdom::settle(uint32_t g) {
  State& s = state_[g];
  while (!s.stack.empty()) {
    heal(s);
    const Entry& top = s.stack.back();
    bool done = top.mask == 0 || top.place == kNowhere ||
                (s.stack.size() > 1 && top.place == top.reconvergence && s.waiting == 0);
    if (!done) break;
    s.stack.pop_back();
  }
  if (s.stack.empty()) {
    s.live = false;
    warps_.free(g);
  }
  changed_.push_back(g);
}

void Pdom::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads, [&](uint32_t g, uint64_t mask) {
    State& s = state_[g];
    s.waiting &= ~mask;
    if (s.waiting != 0 || s.held) return;
    s.stack.back().place = place;
    settle(g);
  });
}

}  // namespace heddle
