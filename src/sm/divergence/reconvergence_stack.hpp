// The stack that brings diverged threads together again at the immediate post-dominator (fung2007
// §3.2, Figure 5): of a warp, of a large warp, or of a block.
//
// An entry holds the next place of some threads, those threads, and the place at which they are
// popped. When threads part, the top entry's place becomes the reconvergence point, and one entry
// per destination is pushed on it, the branch's target last, so that it runs first. Places carry
// the call depth: a function that calls itself does not reconverge with its caller at an equal
// address.
//
// Differs from the paper in that exited threads leave all entries at once, and that a return or an
// indirect call may have many destinations.
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
    Place reconvergence;
    Mask mask{};
    uint32_t partings = 0;  // that heal when this entry is on top again
  };

  void start(const Mask& threads) {
    entries_.clear();
    partings_.clear();
    entries_.push_back({{0, 0}, kNowhere, threads});
  }
  bool empty() const { return entries_.empty(); }
  uint32_t depth() const { return static_cast<uint32_t>(entries_.size()); }
  Entry& top() { return entries_.back(); }
  const Entry& top() const { return entries_.back(); }
  /// All threads that live.
  const Mask& all() const { return entries_.front().mask; }
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
    for (Entry& e : entries_) take_out(e.mask, threads);
  }
  /// Pops entries that are empty or, unless threads of the top one wait at a rendezvous, have
  /// reached their reconvergence point; `rejoined` gets the partings that healed.
  void settle(bool waits, std::vector<Parting>& rejoined) {
    while (!entries_.empty()) {
      heal(rejoined);
      const Entry& e = top();
      bool done = is_empty(e.mask) || e.place == kNowhere ||
                  (entries_.size() > 1 && e.place == e.reconvergence && !waits);
      if (!done) break;
      entries_.pop_back();
    }
  }

 private:
  /// With the entry that waits at the reconvergence point: below it come only entries that part
  /// elsewhere, above it only paths that have not begun.
  void remember(const Outcome& outcome) {
    if (outcome.reconvergence == kNowhere) return;
    auto waits = std::find_if(entries_.rbegin(), entries_.rend(),
                              [&](const Entry& e) { return e.place == outcome.reconvergence; });
    if (waits == entries_.rend()) return;
    waits->partings++;
    partings_.push_back(outcome.parting);
  }
  /// The top entry's threads that still live are together.
  void heal(std::vector<Parting>& rejoined) {
    Entry& e = top();
    if (e.partings == 0) return;
    auto first = partings_.end() - e.partings;
    if (!is_empty(e.mask) && e.place != kNowhere)
      rejoined.insert(rejoined.end(), first, partings_.end());
    partings_.erase(first, partings_.end());
    e.partings = 0;
  }

  std::vector<Entry> entries_;
  std::vector<Parting> partings_;  // of all entries, those of the lowest first
};

}  // namespace heddle
