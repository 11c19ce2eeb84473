#include "sm/divergence/mimd/mimd.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

/// Calls f(n) for each bit.
template <class F>
void for_each_bit(uint64_t mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<uint32_t>(std::countr_zero(mask)));
}

}  // namespace

// Warps are numbered from 0 as they come and go, and all of them have a warp's width of threads.
Mimd::Mimd(const MachineConfig& config)
    : width_(config.core.warp),
      warps_(config),
      state_(std::max(1u, config.core.max_threads / width_)),
      threads_(state_.size() * width_) {}

void Mimd::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](WarpId warp, Mask mask) {
    Warp& w = state_[warp];
    w.stack.start(mask);
    w.live = w.lead = mask;
    w.held = w.waiting = 0;
    w.age = (arrival.age << 16) + n++;
    for_each_bit(mask, [&](uint32_t t) { thread(warp, t).place = kEntryPlace; });
    changed_.push_back(GroupId(warp.value()));
  });
  deepest_ = std::max(deepest_, 1u);
}

void Mimd::advance(GroupId g) {
  WarpId warp = warp_of(g);
  for_each_bit(mask(g), [&](uint32_t n) { ++thread(warp, n).place.pc; });
  if (is_single(g)) {
    changed_.push_back(g);
  } else {
    ++state_[warp].stack.top().place.pc;
    follow(warp);
  }
}

void Mimd::resolve(GroupId g, const Outcome& outcome) {
  WarpId warp = warp_of(g);
  Warp& w = state_[warp];
  const Mask own = mask(g), blocked = warps_.mask_of(warp, outcome.blocked);
  const bool whole = !is_single(g) && own == w.stack.top().mask;  // nobody is ahead of the stack
  w.held &= ~own;
  w.waiting |= blocked;
  if (!outcome.exited.empty()) remove(warp, warps_.mask_of(warp, outcome.exited));
  for (const Outcome::Destination& d : outcome.destinations)
    go(warp, warps_.mask_of(warp, d.threads), d.place, outcome.reconvergence);
  go(warp, blocked, outcome.resume, kNowhere);
  if (whole) {
    for_each_bit(own & w.live, [&](uint32_t n) { thread(warp, n).ahead.pop(); });
    apply(warp, outcome, blocked);
  }
  changed_.push_back(g);
  follow(warp);
}

void Mimd::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads, [&](WarpId warp, Mask mask) {
    Warp& w = state_[warp];
    w.waiting &= ~mask;
    for_each_bit(mask & ~w.lead, [&](uint32_t n) { changed_.push_back(single(warp, n)); });
    w.stack.release(mask, place);
    follow(warp);
  });
}

/// They leave the stack at once, wherever it is.
void Mimd::remove(WarpId warp, Mask exited) {
  Warp& w = state_[warp];
  w.stack.remove(exited);
  w.live &= ~exited;
  for_each_bit(exited, [&](uint32_t n) {
    thread(warp, n).ahead.clear();
    changed_.push_back(single(warp, n));
  });
}

void Mimd::go(WarpId warp, Mask threads, Place to, Place reconvergence) {
  for_each_bit(threads, [&](uint32_t n) {
    Thread& t = thread(warp, n);
    t.ahead.push({t.place.pc, to, reconvergence});
    t.place = to;
  });
}

/// All threads of the top entry have executed the instruction at its place.
void Mimd::apply(WarpId warp, const Outcome& outcome, Mask blocked) {
  ReconvergenceStack<Mask>& stack = state_[warp].stack;
  if (blocked != 0) {
    stack.wait(blocked, outcome.resume);
  } else if (outcome.destinations.size() == 1) {
    stack.top().place = outcome.destinations[0].place;
  } else if (outcome.destinations.size() > 1) {
    stack.part(outcome, [&](const Threads& threads) { return warps_.mask_of(warp, threads); });
    deepest_ = std::max(deepest_, stack.depth());
  }
}

/// Brings the stack to where it would run threads, and makes these the leading group.
void Mimd::follow(WarpId warp) {
  Warp& w = state_[warp];
  if ((w.lead & w.held) != 0) return;  // until their outcome is known
  Mask lead = 0;
  for (;;) {
    w.stack.settle(passed_);
    passed_.clear();
    if (w.stack.empty()) break;
    lead = w.stack.waits() ? w.stack.top().waiting : threads_at_top(warp);
    if (lead != 0 || !pass_over(warp)) break;
  }
  if (w.stack.empty()) {
    if (w.live == 0) warps_.free(warp);
  } else if (w.stack.is_stuck()) {
    stuck_.push_back(warp);
  }
  regroup(warp, lead);
}

/// The threads of the top entry that are next to execute the instruction at its place.
Mimd::Mask Mimd::threads_at_top(WarpId warp) {
  const Warp& w = state_[warp];
  Mask there = 0;
  for_each_bit(w.stack.top().mask & ~w.held, [&](uint32_t n) {
    const Thread& t = thread(warp, n);
    if (t.ahead.empty() && t.place == w.stack.top().place) there |= Mask{1} << n;
  });
  return there;
}

/// Nobody is at the top entry's place: moves it to the first place where one of its threads is, the
/// threads part, or the entry ends. False: a thread has issued the instruction there, and its
/// outcome is not known yet.
bool Mimd::pass_over(WarpId warp) {
  Warp& w = state_[warp];
  auto& top = w.stack.top();
  LinkedPc next = kNoLinkedPc;
  if (top.reconvergence.depth == top.place.depth && top.reconvergence.pc > top.place.pc)
    next = top.reconvergence.pc;
  bool known = true;
  for_each_bit(top.mask, [&](uint32_t n) {
    const Thread& t = thread(warp, n);
    next = std::min(next, t.ahead.empty() ? t.place.pc : t.ahead.front().from);
    known &= !t.ahead.empty();
  });
  if (next > top.place.pc)
    top.place.pc = next;
  else if (known)
    replay(warp);
  else
    return false;
  return true;
}

/// All threads of the top entry have executed the control instruction at its place.
void Mimd::replay(WarpId warp) {
  Warp& w = state_[warp];
  Mask blocked = 0;
  outcome_.clear();
  outcome_.split_point.pc = w.stack.top().place.pc;
  for_each_bit(w.stack.top().mask, [&](uint32_t n) {
    Thread& t = thread(warp, n);
    const Step step = t.ahead.front();
    t.ahead.pop();
    const Mask bit = Mask{1} << n;
    if ((w.waiting & bit) != 0 && t.ahead.empty()) blocked |= bit;
    Threads one;
    warps_.threads(warp, bit, one);
    outcome_.send(step.to, one, false);
    outcome_.resume = step.to;
    outcome_.reconvergence = step.reconvergence;
  });
  outcome_.put_target_last();
  apply(warp, outcome_, blocked);
}

void Mimd::regroup(WarpId warp, Mask lead) {
  Warp& w = state_[warp];
  for_each_bit(w.lead ^ lead, [&](uint32_t n) { changed_.push_back(single(warp, n)); });
  w.lead = lead;
  changed_.push_back(GroupId(warp.value()));
}

}  // namespace heddle
