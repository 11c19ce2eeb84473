// The stack that brings diverged threads together again at the immediate post-dominator (fung2007
// §3.2, Figure 5): of a warp, of a large warp, or of a block.
//
// An entry holds the next place of some threads, those threads, and the place at which they are
// popped. When threads part, the top entry's place becomes the reconvergence point, and one entry
// per destination is pushed on it, the branch's target last, so that it runs first. Places carry
// the call depth: a function that calls itself does not reconverge with its caller at an equal
// address.
//
// Differs from the paper in that exited threads leave all entries at once, that a return or an
// indirect call may have many destinations, and in what happens at a rendezvous: threads of the top
// entry may wait there for threads that wait for the top entry. The stack then turns to others.
// Paths that have not begun come to the top. Threads that have reached their reconvergence point
// leave it without those that wait, and meet them again at the next one. Every thread that a
// rendezvous needs thus comes to it, as on GPUs that schedule threads independently; how threads
// reconverge otherwise does not change.
#pragma once

#include <algorithm>
#include <vector>

#include "sm/divergence/divergence.hpp"
#include "sm/divergence/wide_mask.hpp"

namespace heddle {

template <class Mask>
class ReconvergenceStack {
 public:
  struct Entry {
    Place place;
    Place reconvergence{};
    Mask mask{};
    Mask waiting{};             // its threads at a rendezvous; all others wait behind it for them
    uint32_t split_points = 0;  // that reconverge when this entry is on top again
  };

  void start(const Mask& threads) {
    entries_.clear();
    split_points_.clear();
    live_ = threads;
    entries_.push_back({kEntryPlace, kNowhere, threads});
  }
  bool empty() const { return entries_.empty(); }
  uint32_t depth() const { return static_cast<uint32_t>(entries_.size()); }
  Entry& top() { return entries_.back(); }
  const Entry& top() const { return entries_.back(); }
  /// All threads that live.
  const Mask& all() const { return live_; }
  /// Bottom first: for tests and pictures.
  const std::vector<Entry>& entries() const { return entries_; }

  /// The top entry's threads have several destinations; `mask_of(threads)` is their mask.
  template <class MaskOf>
  void part(const Outcome& outcome, MaskOf mask_of) {
    // A loop whose threads leave one by one parts again and again towards the same point: the entry
    // that waits there already is below, and one per iteration would only be popped later.
    if (entries_.size() > 1 && top().reconvergence == outcome.reconvergence)
      entries_.pop_back();
    else
      top().place = outcome.reconvergence;
    remember(outcome);
    for (const Outcome::Destination& d : outcome.destinations) {
      if (d.place == outcome.reconvergence) continue;  // these threads are there already
      entries_.push_back({d.place, outcome.reconvergence, mask_of(d.threads)});
    }
  }
  /// Threads that have exited.
  void remove(const Mask& threads) {
    take_out(live_, threads);
    for (Entry& e : entries_) {
      take_out(e.mask, threads);
      take_out(e.waiting, threads);
    }
  }
  /// The top entry's threads have come to a rendezvous, where these wait.
  void wait(const Mask& threads, Place resume) {
    top().waiting |= threads;
    top().place = resume;
  }
  bool waits() const { return !is_empty(top().waiting); }
  /// Threads that waited at a rendezvous may run on; says whether a whole entry may.
  bool release(const Mask& threads, Place place) {
    bool freed = false;
    for (Entry& e : entries_) {
      if (is_empty(e.waiting)) continue;
      take_out(e.waiting, threads);
      if (!is_empty(e.waiting)) continue;
      e.place = place;
      freed = true;
    }
    return freed;
  }
  /// The top entry, whose threads run on, has gone to its next place and has nothing to settle.
  bool runs_on() const {
    const Entry& e = top();
    return e.split_points == 0 && (&e == entries_.data() || e.place != e.reconvergence) &&
           !is_empty(e.mask) && is_empty(e.waiting);
  }
  /// Pops entries that are empty or have reached their reconvergence point; `reconverged` gets the
  /// split points that reconverged.
  void settle(std::vector<SplitPoint>& reconverged) {
    while (!entries_.empty()) {
      reconverge(reconverged);
      const Entry& e = top();
      bool done = is_empty(e.mask) || e.place == kNowhere ||
                  (entries_.size() > 1 && e.place == e.reconvergence && is_empty(e.waiting));
      if (!done) break;
      entries_.pop_back();
    }
  }
  /// Calls f(place, threads) for those below the top entry that wait for others of the warp, not at
  /// a rendezvous, the highest entry first.
  template <class F>
  void for_each_waiting(F f) const {
    if (entries_.empty()) return;
    Mask above = top().mask;
    for (size_t n = entries_.size() - 1; n-- > 0;) {
      Mask own = entries_[n].mask;
      take_out(own, above);
      above |= own;
      take_out(own, entries_[n].waiting);
      if (!is_empty(own)) f(entries_[n].place, own);
    }
  }
  /// Some threads could run, were the top entry not waiting at a rendezvous.
  bool has_others() const { return find_others().entry < entries_.size(); }
  bool is_stuck() const { return !entries_.empty() && waits() && has_others(); }
  /// Brings threads to the top that can run, of a stack that is stuck.
  void turn_to_others() {
    const Others others = find_others();
    bring_up(others.entry, others.threads);
  }
  /// Replaces the top entry by those given, which are parts of it that wait at a rendezvous.
  void put_aside(std::vector<Entry>& parts) {
    Entry rest = top();
    entries_.pop_back();
    for (Entry& part : parts) {
      part.reconvergence = rest.reconvergence;
      take_out(rest.mask, part.mask);
      entries_.push_back(part);
    }
    entries_.push_back(rest);
  }
  /// Takes threads that could run out of all entries, and says where they are: not the `running`
  /// ones, which run apart from the stack, as do all threads of the top entry that are not at its
  /// reconvergence point. Empty: there are none.
  Entry take_others(Mask running) {
    for (size_t n = entries_.size(); n-- > 0;) {
      Entry found = entries_[n];
      take_out(found.mask, running);
      running |= found.mask;
      if (is_empty(found.mask)) continue;
      if (n + 1 == entries_.size()) found.place = found.reconvergence;
      for (Entry& e : entries_) take_out(e.mask, found.mask);
      give_up(n);
      return found;
    }
    return {};
  }

 private:
  struct Others {
    size_t entry;  // the number of entries: none
    Mask threads{};
  };
  /// Of the topmost entry that does not wait, the threads that are in none above it; where all
  /// entries wait, threads that skipped the rendezvous by their guard.
  Others find_others() const {
    Mask above = top().mask;
    for (size_t n = entries_.size() - 1; n-- > 0;) {
      Mask own = entries_[n].mask;
      take_out(own, above);
      above |= own;
      if (!is_empty(own) && is_empty(entries_[n].waiting)) return {n, own};
    }
    for (size_t n = entries_.size(); n-- > 0;) {
      Mask skipped = entries_[n].mask;
      take_out(skipped, entries_[n].waiting);
      if (!is_empty(entries_[n].waiting) && !is_empty(skipped)) return {n, skipped};
    }
    return {entries_.size()};
  }
  /// These threads of an entry become the top one.
  void bring_up(size_t n, const Mask& threads) {
    if (entries_[n].mask == threads) {
      auto first = split_points_.begin() + splits_below(n);
      std::rotate(first, first + entries_[n].split_points, split_points_.end());
      std::rotate(entries_.begin() + n, entries_.begin() + n + 1, entries_.end());
      return;
    }
    give_up(n);
    take_out(entries_[n].mask, threads);
    entries_.push_back({entries_[n].place, entries_[n].reconvergence, threads});
  }
  /// Its threads will not be together when it is on top again.
  void give_up(size_t n) {
    auto first = split_points_.begin() + splits_below(n);
    split_points_.erase(first, first + entries_[n].split_points);
    entries_[n].split_points = 0;
  }
  uint32_t splits_below(size_t n) const {
    uint32_t below = 0;
    for (size_t k = 0; k < n; k++) below += entries_[k].split_points;
    return below;
  }

  /// With the entry that waits at the reconvergence point.
  void remember(const Outcome& outcome) {
    if (outcome.reconvergence == kNowhere) return;
    uint32_t above = 0;
    for (size_t n = entries_.size(); n-- > 0; above += entries_[n].split_points) {
      if (entries_[n].place != outcome.reconvergence || !is_empty(entries_[n].waiting)) continue;
      entries_[n].split_points++;
      split_points_.insert(split_points_.end() - above, outcome.split_point);
      return;
    }
  }
  /// The top entry's threads that still live are together.
  void reconverge(std::vector<SplitPoint>& reconverged) {
    Entry& e = top();
    if (e.split_points == 0) return;
    auto first = split_points_.end() - e.split_points;
    if (!is_empty(e.mask) && e.place != kNowhere)
      reconverged.insert(reconverged.end(), first, split_points_.end());
    split_points_.erase(first, split_points_.end());
    e.split_points = 0;
  }

  Mask live_{};
  std::vector<Entry> entries_;
  std::vector<SplitPoint> split_points_;  // of all entries, those of the lowest first
};

}  // namespace heddle
