#include "sm/divergence/tbc/tbc.hpp"

#include <algorithm>

namespace heddle {

Tbc::Tbc(const MachineConfig& config)
    : columns_(config.core.warp),
      wide_(config, config.tbc.block),
      blocks_(wide_.limit()),
      // A block's warps are numbered by the tiles that its threads lie in, so that none is short.
      warps_(std::min((Warps::tile_limit(config) + config.tbc.block / 32) * 32 / columns_ + 1,
                      GroupSet::kMax)) {}

void Tbc::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  wide_.form(arrival, [&](WarpId number, const WideMask& mask) {
    Block& b = blocks_[number];
    b.stack.start(mask);
    b.outcome.clear();
    b.first = GroupId(thread_number(wide_.first_tile(number), 0) / columns_);
    b.count = 0;
    b.age = (arrival.age << 16) + (n++ << 8);
    form_warps(number);
  });
  deepest_ = std::max(deepest_, 1u);
}

void Tbc::form_warps(WarpId number) {
  Block& b = blocks_[number];
  uint32_t before = b.count;
  b.count = 0;
  if (!b.stack.empty()) {
    WideMask left = b.stack.top().mask;
    for (; !left.empty(); b.count++) {
      Warp& w = warps_[b.first + b.count];
      w = {};
      w.mask = first_of_columns(left, columns_);
      w.place = b.stack.top().place;
      w.block = number;
      w.alive = true;
      left.remove(w.mask);
      w.waiting = b.stack.top().waiting;
      w.waiting.keep(w.mask);
      w.ready = w.waiting.empty();
    }
    b.stack.top().waiting = {};  // from here on, their warps know
  }
  b.running = b.count;
  for (uint32_t k = b.count; k < before; k++)
    warps_[b.first + k].alive = warps_[b.first + k].ready = false;
  for (uint32_t k = 0; k < std::max(b.count, before); k++) changed_.push_back(b.first + k);
  if (b.stack.empty()) wide_.free(number);
}

void Tbc::set_ready(GroupId g) {
  Warp& w = warps_[g];
  w.ready = w.alive && !w.held && !w.done && w.waiting.empty();
  changed_.push_back(g);
}

void Tbc::advance(GroupId g) {
  ++warps_[g].place.pc;
  look_at(g);
}

void Tbc::hold(GroupId g) {
  warps_[g].held = true;
  set_ready(g);
}

void Tbc::resolve(GroupId g, const Outcome& outcome) {
  Warp& w = warps_[g];
  Block& b = blocks_[w.block];
  w.held = false;
  if (!outcome.exited.empty()) {
    WideMask exited = wide_.mask_of(w.block, outcome.exited);
    b.stack.remove(exited);
    w.mask.remove(exited);
  }
  if (!outcome.blocked.empty()) {
    // The whole warp waits: threads whose guard skipped the rendezvous are behind it too.
    w.waiting |= wide_.mask_of(w.block, outcome.blocked);
    w.place = outcome.resume;
    set_ready(g);
    look_if_stuck(w.block);
  } else if (outcome.branch) {
    b.outcome.add(outcome);
    finish(g);
  } else {
    if (!outcome.destinations.empty()) w.place = outcome.destinations[0].place;
    look_at(g);
  }
}

void Tbc::look_at(GroupId g) {
  const Warp& w = warps_[g];
  const Stack& stack = blocks_[w.block].stack;
  bool at_end = stack.depth() > 1 && w.place == stack.top().reconvergence;
  if (w.mask.empty() || at_end)
    finish(g);
  else
    set_ready(g);
}

void Tbc::finish(GroupId g) {
  Warp& w = warps_[g];
  w.done = true;
  if (w.mask.empty() && g != blocks_[w.block].first) w.alive = false;
  set_ready(g);
  if (--blocks_[w.block].running == 0)
    go_on(w.block);
  else
    look_if_stuck(w.block);
}

/// No warp of the top entry runs, but some wait at a rendezvous that may need other threads: those
/// of warps that have finished, of lower entries, or those that skipped it by their guard.
bool Tbc::is_stuck(const Block& b) const {
  if (b.stack.empty()) return false;
  bool others = false;
  for (GroupId g = b.first; g < b.first + b.count; ++g) {
    const Warp& w = warps_[g];
    if (!w.done && w.waiting.empty()) return false;
    others |= w.done ? !w.mask.empty() : w.waiting != w.mask;
  }
  return b.running > 0 && (others || b.stack.has_others());
}

void Tbc::look_if_stuck(WarpId number) {
  if (is_stuck(blocks_[number])) stuck_.push_back(number);
}

/// Warps that wait at a rendezvous become entries of their own, so that others can run.
void Tbc::put_aside(WarpId number) {
  Block& b = blocks_[number];
  aside_.clear();
  for (GroupId g = b.first; g < b.first + b.count; ++g) {
    const Warp& w = warps_[g];
    if (w.done) continue;
    auto same = std::ranges::find(aside_, w.place, &Stack::Entry::place);
    if (same == aside_.end()) same = aside_.insert(same, {.place = w.place});
    same->mask |= w.mask;
    same->waiting |= w.waiting;
  }
  b.running = 0;
  b.stack.put_aside(aside_);
  go_on(number);
}

void Tbc::go_on(WarpId number) {
  Block& b = blocks_[number];
  b.outcome.put_target_last();
  auto& to = b.outcome.destinations;
  if (to.empty())
    b.stack.top().place = b.stack.top().reconvergence;
  else if (to.size() == 1)
    b.stack.top().place = to[0].place;
  else
    b.stack.part(b.outcome, [&](const Threads& threads) { return wide_.mask_of(number, threads); });
  deepest_ = std::max(deepest_, b.stack.depth());
  b.stack.settle(reconverged_);
  while (b.stack.is_stuck()) {
    b.stack.turn_to_others();
    b.stack.settle(reconverged_);
  }
  b.outcome.clear();
  form_warps(number);
}

void Tbc::release(const Threads& threads, Place place) {
  wide_.for_each_warp(threads, [&](WarpId number, const WideMask& mask) {
    // A warp that goes on may end its entry, and with it the warps of this block.
    GroupId first = blocks_[number].first;
    uint32_t count = blocks_[number].count;
    for (GroupId g = first; g < first + count; ++g) {
      Warp& w = warps_[g];
      if (!w.waiting.meets(mask)) continue;
      w.waiting.remove(mask);
      if (!w.waiting.empty() || w.held) continue;
      w.place = place;
      look_at(g);
    }
    blocks_[number].stack.release(mask, place);
    look_if_stuck(number);
  });
}

void Tbc::members(GroupId g, Threads& out) const {
  const Warp& w = warps_[g];
  const Block& b = blocks_[w.block];
  if (g != b.first) return threads(g, out);
  WideMask own = b.stack.all();
  for (uint32_t k = 1; k < b.count; k++) own.remove(warps_[b.first + k].mask);
  wide_.threads(w.block, own, out);
}

}  // namespace heddle
