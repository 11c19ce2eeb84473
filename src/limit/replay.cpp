#include "limit/replay.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "sm/check/invariant.hpp"
#include "sm/divergence/pdom/pdom.hpp"

namespace heddle::limit {

namespace {

MachineConfig one_warp_machine(size_t threads) {
  MachineConfig config;
  config.core.warp = config.core.max_threads = threads > 32 ? 64 : 32;
  config.core.max_blocks = 1;
  return config;
}

class WarpReplay {
 public:
  WarpReplay(const LaunchTrace& trace, WarpTrace warp, uint32_t max_steps)
      : trace_(trace),
        warp_(warp),
        max_steps_(max_steps),
        syncs_(syncs_of(warp)),
        pdom_(one_warp_machine(warp.size())),
        at_(warp.size(), 0),
        begin_(warp.size(), 0),
        returns_(warp.size()) {}

  Replay run() {
    pdom_.arrive({TileId{0}, static_cast<uint32_t>(warp_.size()), 0});
    const GroupId group = pdom_.changed().front();
    while (pdom_.alive(group)) {
      step(group);
      pdom_.changed().clear();
      pdom_.reconverged().clear();
      end_pieces(pdom_.alive(group));
    }
    if (begin_ != at_) end_piece(at_);
    return std::move(replay_);
  }

 private:
  const StepKind& kind_at(size_t thread) const {
    return trace_.kinds[warp_[thread].steps[at_[thread]]];
  }

  /// The group issues the instructions of one step; the threads may diverge at the last of them.
  void step(GroupId group) {
    Threads threads;
    pdom_.threads(group, threads);
    const Place here = pdom_.place(group);
    const StepKind& kind = kind_at(first_of(threads));
    for_each(threads, [&](size_t t) {
      if (kind_at(t).place != here)
        throw InvariantError("a trace does not follow the reconvergence stack");
    });
    replay_.issued += kind.instructions;
    for (uint32_t n = 1; n < kind.instructions; n++) pdom_.advance(group);
    const Place last{here.pc + kind.instructions - 1, here.depth};
    const Place next{last.pc + 1, last.depth};
    Outcome& outcome = follow(threads, last, next);
    if (outcome.exited.empty() && outcome.destinations.size() == 1 &&
        outcome.destinations[0].place == next)
      return pdom_.advance(group);
    pdom_.hold(group);
    pdom_.resolve(group, outcome);
  }

  /// Where the traces continue after the instruction at `last`. Threads that fall through come
  /// first, as in the core, so that the branch target runs first.
  Outcome& follow(const Threads& threads, Place last, Place next) {
    outcome_.exited.clear();
    outcome_.destinations.clear();
    outcome_.reconvergence = reconvergence(last, first_of(threads));
    outcome_.destinations.push_back({next, {}, false});
    for_each(threads, [&](size_t t) {
      if (++at_[t] == warp_[t].steps.size()) return add(outcome_.exited, t);
      Place place = kind_at(t).place;
      if (place.depth > last.depth) returns_[t].push_back(next.pc);
      if (place.depth < last.depth) returns_[t].pop_back();
      auto found = std::find_if(outcome_.destinations.begin(), outcome_.destinations.end(),
                                [&](const auto& d) { return d.place == place; });
      if (found == outcome_.destinations.end())
        found = outcome_.destinations.insert(found, {place, {}, false});
      add(found->threads, t);
    });
    if (outcome_.destinations[0].threads.empty())
      outcome_.destinations.erase(outcome_.destinations.begin());
    return outcome_;
  }

  /// Without a reconvergence point inside a function, threads reconverge in the caller.
  Place reconvergence(Place at, size_t thread) const {
    LinkedPc point = trace_.code->ops[at.pc].reconvergence;
    if (point != kNoLinkedPc) return {point, at.depth};
    if (at.depth == 0) return kNowhere;
    return {returns_[thread].back(), at.depth - 1};
  }

  void end_pieces(bool running) {
    while (next_sync_ < syncs_.size() && has_reached(syncs_[next_sync_]))
      end_piece(syncs_[next_sync_++]);
    bool full = false;
    for (size_t t = 0; t < warp_.size(); t++) full |= steps_of(t) - begin_[t] >= max_steps_;
    if (!running || !full) return;
    replay_.capped = true;
    Positions end(warp_.size());
    for (size_t t = 0; t < warp_.size(); t++) end[t] = steps_of(t);
    end_piece(end);
  }

  /// Steps up to the next synchronisation: threads of a diverged warp may be ahead of it.
  uint32_t steps_of(size_t thread) const {
    return next_sync_ < syncs_.size() ? std::min(at_[thread], syncs_[next_sync_][thread])
                                      : at_[thread];
  }

  bool has_reached(const Positions& to) const {
    return std::equal(at_.begin(), at_.end(), to.begin(), std::greater_equal<>());
  }

  void end_piece(const Positions& end) {
    replay_.pieces.push_back({end, replay_.issued - issued_before_});
    issued_before_ = replay_.issued;
    begin_ = end;
  }

  static size_t first_of(const Threads& threads) {
    for (const TileMask& p : threads)
      if (p.mask != 0)
        return thread_number(p.tile, static_cast<uint32_t>(std::countr_zero(p.mask)));
    throw InvariantError("a group without threads issues");
  }
  template <class F>
  static void for_each(const Threads& threads, F f) {
    for (const TileMask& p : threads)
      for (uint32_t m = p.mask; m != 0; m &= m - 1)
        f(thread_number(p.tile, static_cast<uint32_t>(std::countr_zero(m))));
  }
  static void add(Threads& threads, size_t thread) {
    threads.add(tile_of(static_cast<uint32_t>(thread)), 1u << (thread % 32));
  }

  const LaunchTrace& trace_;
  WarpTrace warp_;
  uint32_t max_steps_;
  std::vector<Positions> syncs_;
  size_t next_sync_ = 0;
  Pdom pdom_;
  Positions at_, begin_;                        // steps executed so far, and until the last cut
  std::vector<std::vector<LinkedPc>> returns_;  // return addresses of each thread
  Outcome outcome_;
  Replay replay_;
  uint64_t issued_before_ = 0;  // in finished pieces
};

}  // namespace

Replay replay_pdom(const LaunchTrace& trace, WarpTrace warp, uint32_t max_steps) {
  return WarpReplay(trace, warp, max_steps).run();
}

}  // namespace heddle::limit
