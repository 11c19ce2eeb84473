#include "sm/divergence/frontier/frontier.hpp"

#include <algorithm>
#include <utility>

namespace heddle {

Frontier::Frontier(const MachineConfig& config)
    : paths_(config.frontier.paths),
      constraints_(config.frontier.constraints),
      memory_split_(config.frontier.memory_split),
      warps_(config),
      cold_(Warps::limit(config.core), config.frontier.cold_entries),
      state_(Warps::limit(config.core)),
      // Every thread may be a split of its own.
      splits_(std::min(Warps::tile_limit(config) * 32, GroupSet::kMax)) {}

void Frontier::count_in(CoreCounters& counters) {
  counts_ = &counters.frontier;
  cold_.count_in(counters.frontier);
}

void Frontier::pass(uint64_t cycles) {
  counts_->suspended_cycles += suspended_ * cycles;
  cold_.pass(cycles, [&](GroupId a, GroupId b) { return before(a, b); });
}

GroupId Frontier::add(WarpId warp, Place place, uint64_t mask) {
  GroupId g = free_.take(GroupId(warp.value()));
  splits_[g] = {place, mask, warp, kCold, false, false};
  state_[warp].splits++;
  changed_.push_back(g);
  return g;
}

void Frontier::end(GroupId g) {
  State& s = state_[splits_[g].warp];
  splits_[g].mask = 0;
  splits_[g].held = splits_[g].waiting = false;
  splits_[g].slot = kCold;
  free_.give_back(g);
  changed_.push_back(g);
  if (--s.splits == 0 && s.live == 0) warps_.free(splits_[g].warp);
}

void Frontier::arrive(const Arrival& arrival) {
  uint64_t n = 0;
  warps_.form(arrival, [&](WarpId warp, uint64_t mask) {
    State& s = state_[warp];
    s.live = mask;
    s.age = (arrival.age << 16) + n++;
    s.pending.clear();
    sort(warp, add(warp, kEntryPlace, mask));
  });
}

void Frontier::advance(GroupId g) {
  WarpId warp = splits_[g].warp;
  count_issue(g);
  ++splits_[g].place.pc;
  changed_.push_back(g);
  State& s = state_[warp];
  GroupId unserved = std::exchange(unserved_, kNoGroup);
  if (unserved == kNoGroup && s.splits == 1)
    s.pending.gather(splits_[g].place, splits_[g].mask, reconverged_);
  else
    sort(warp, unserved);
}

void Frontier::hold(GroupId g) {
  count_issue(g);
  splits_[g].held = true;
  changed_.push_back(g);
}

/// It executes the instruction at its place.
void Frontier::count_issue(GroupId g) {
  const Split& split = splits_[g];
  State& s = state_[split.warp];
  uint32_t size = std::max(1u, heap_size(s, split.warp));
  counts_->heap_sizes[std::min<size_t>(size, FrontierCounters::kMost) - 1]++;
  regroupings_.missed += s.pending.leave(split.place, split.mask);
  if (split.slot != 1) return;
  counts_->second_packets++;
  const Place& first = splits_[s.hot[0]].place;
  if (first.depth != split.place.depth) return;
  uint64_t ahead = split.place.pc - first.pc;
  counts_->ahead += ahead;
  counts_->furthest_ahead = std::max(counts_->furthest_ahead, ahead);
}

void Frontier::resolve(GroupId g, const Outcome& outcome) {
  WarpId warp = splits_[g].warp;
  State& s = state_[warp];
  take_out(g);
  splits_[g].held = false;
  if (outcome.destinations.size() > 1) {
    s.pending.add(outcome.reconvergence, splits_[g].mask, outcome.split_point);
    regroupings_.subdivisions++;
  }
  if (!outcome.exited.empty()) {
    uint64_t exited = warps_.mask_of(warp, outcome.exited);
    s.live &= ~exited;
    s.pending.remove(exited);
  }
  // The waiting split keeps the number, by which the core knows that it waits; otherwise the first.
  bool kept = false;
  auto send = [&](Place place, uint64_t mask) {
    if (kept) return add(warp, place, mask);
    kept = true;
    splits_[g].place = place;
    splits_[g].mask = mask;
    changed_.push_back(g);
    return g;
  };
  if (uint64_t blocked = warps_.mask_of(warp, outcome.blocked))
    wait(send(outcome.resume, blocked), outcome.resume);
  for (const Outcome::Destination& d : outcome.destinations)
    sort(warp, send(d.place, warps_.mask_of(warp, d.threads)));
  if (!kept) end(g);
  if (s.live != 0) sort(warp);
}

void Frontier::wait(GroupId g, Place place) {
  splits_[g].place = place;
  splits_[g].waiting = true;
  state_[splits_[g].warp].waiting.push_back(g);
}

void Frontier::take_out(GroupId g) {
  State& s = state_[splits_[g].warp];
  if (splits_[g].slot == kCold) {
    cold_.remove(splits_[g].warp, g);
    return;
  }
  if (splits_[g].slot == 0) s.hot[0] = s.hot[1];
  s.hot[1] = kNoGroup;
  splits_[g].slot = kCold;
}

void Frontier::merge(GroupId into, GroupId from) {
  splits_[into].mask |= splits_[from].mask;
  changed_.push_back(into);
  regroupings_.merges++;
  end(from);
}

/// The sorting network (Figure 5b): sorts, merges and compacts; a third goes to the cold table, and
/// where one is missing, its head comes. The paper does not say how CPC2 stays below all cold ones
/// (§3.1) when it jumps: here it is exchanged with the head.
void Frontier::sort(WarpId warp, GroupId more) {
  State& s = state_[warp];
  std::array<GroupId, 3> entries;
  size_t count = 0;
  auto insert = [&](GroupId g) {
    size_t at = count++;
    for (; at > 0 && before(g, entries[at - 1]); at--) entries[at] = entries[at - 1];
    entries[at] = g;
  };
  auto merge_equal = [&] {
    for (size_t n = 1; n < count;) {
      GroupId a = entries[n - 1], b = entries[n];
      if (!may_merge(a, b)) {
        n++;
        continue;
      }
      merge(a, b);
      std::copy(entries.begin() + n + 1, entries.begin() + count--, entries.begin() + n);
    }
  };
  auto put_third_aside = [&] {
    if (count < 3) return;
    cold_.insert(warp, entries[--count]);
    set_slot(entries[2], kCold);
  };
  for (GroupId g : s.hot)
    if (g != kNoGroup) insert(g);
  if (more != kNoGroup) insert(more);
  merge_equal();
  put_third_aside();
  // The second may have come to the first of the cold ones, or past it.
  if (count == 2 && cold_.size(warp) > 0 &&
      (before(cold_.head(warp), entries[1]) || may_merge(cold_.head(warp), entries[1]))) {
    insert(cold_.pop(warp));
    merge_equal();
    put_third_aside();
  }
  while (count < 2 && cold_.size(warp) > 0) {
    insert(cold_.pop(warp));
    merge_equal();
  }
  for (size_t n = 0; n < 2; n++) {
    s.hot[n] = n < count ? entries[n] : kNoGroup;
    if (n < count) set_slot(entries[n], static_cast<uint8_t>(n));
  }
  for (size_t n = 0; n < count; n++)
    s.pending.gather(splits_[entries[n]].place, splits_[entries[n]].mask, reconverged_);
  deepest_ = std::max(deepest_, heap_size(s, warp));
  regrouped_.push_back(warp);
  look_at_second(warp);
}

void Frontier::set_slot(GroupId g, uint8_t slot) {
  splits_[g].slot = slot;
  changed_.push_back(g);
}

/// Whether the second split waits at a reconvergence point that the first will reach.
void Frontier::look_at_second(WarpId warp) {
  State& s = state_[warp];
  bool suspended = false;
  if (constraints_ && paths_ == 2 && s.hot[1] != kNoGroup) {
    const Place &first = splits_[s.hot[0]].place, &second = splits_[s.hot[1]].place;
    LinkedPc divergence = code_->ops[second.pc].divergence;
    suspended = divergence != kNoLinkedPc && first.depth == second.depth && divergence < first.pc &&
                first.pc < second.pc;
  }
  if (suspended == s.suspended) return;
  s.suspended = suspended;
  suspended_ += suspended ? 1 : -1;
  counts_->suspensions += suspended;
}

void Frontier::release(const Threads& threads, Place place) {
  warps_.for_each_warp(threads,
                       [&](WarpId warp, uint64_t mask) { release_warp(warp, mask, place); });
}

/// The released threads leave the splits in which they waited; the first of those that becomes
/// empty is theirs.
void Frontier::release_warp(WarpId warp, uint64_t mask, Place place) {
  State& s = state_[warp];
  GroupId own = kNoGroup;
  std::erase_if(s.waiting, [&](GroupId g) {
    splits_[g].mask &= ~mask;
    if (splits_[g].mask != 0) return false;
    if (own == kNoGroup)
      own = g;
    else
      end(g);
    return true;
  });
  if (own == kNoGroup) own = add(warp, place, mask);
  splits_[own].place = place;
  splits_[own].mask = mask;
  splits_[own].waiting = false;
  sort(warp, own);
}

GroupId Frontier::split_at_issue(GroupId g, const Threads& served) {
  WarpId warp = splits_[g].warp;
  uint64_t first = splits_[g].mask & warps_.mask_of(warp, served);
  unserved_ = add(warp, splits_[g].place, splits_[g].mask & ~first);
  splits_[g].mask = first;
  regrouped_.push_back(warp);
  return unserved_;
}

std::array<uint64_t, 3> Frontier::path_masks(WarpId warp) const {
  const State& s = state_[warp];
  uint64_t first = s.hot[0] == kNoGroup ? 0 : splits_[s.hot[0]].mask;
  uint64_t second = s.hot[1] == kNoGroup ? 0 : splits_[s.hot[1]].mask;
  return {first, second, s.live & ~first & ~second};
}

std::vector<GroupId> Frontier::heap(WarpId warp) const {
  std::vector<GroupId> out;
  for (GroupId g : state_[warp].hot)
    if (g != kNoGroup) out.push_back(g);
  const auto& cold = cold_.list(warp);
  out.insert(out.end(), cold.rbegin(), cold.rend());
  return out;
}

}  // namespace heddle
