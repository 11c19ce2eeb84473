// Functional execution of one block.
//
// Threads of a warp at the same program counter and call depth execute together. The deepest call
// goes first, then the lowest address, because the other paths usually reach that address later and
// reconverge. Warps and blocks that run for long yield to others, so that kernels whose threads
// wait for each other in a loop make progress.
//
// This is a template so that an absent observer costs nothing. The unnamed namespace lets the
// compiler inline everything into the single call in each of the two files that include it.
#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <deque>
#include <memory>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "exec/control.hpp"
#include "exec/deadlock.hpp"
#include "exec/functional.hpp"
#include "exec/path_observer.hpp"
#include "exec/rendezvous.hpp"
#include "exec/spin.hpp"
#include "exec/splits.hpp"

namespace heddle {

namespace {

constexpr uint64_t kWarpSlice = 1 << 14;   // instructions before another path or warp gets a turn
constexpr uint64_t kBlockSlice = 1 << 22;  // before another block gets a turn
// The blocks of a cooperative launch wait for each other at every barrier of the grid.
constexpr uint64_t kCooperativeWarpSlice = 1 << 8, kCooperativeBlockSlice = 1 << 10;

template <bool kObserved>
class BlockRun {
 public:
  BlockRun(const Executable& kernel, const Launch& launch, const std::byte* constants,
           Environment& environment, RunCounts& counts, PathObserver* observer)
      : kernel_(kernel),
        environment_(environment),
        observer_(observer),
        counts_(counts),
        block_(kernel, launch, constants, environment),
        rendezvous_(block_),
        splits_(block_.warp_count()),
        warp_slice_(launch.workspace ? kCooperativeWarpSlice : kWarpSlice),
        block_slice_(launch.workspace ? kCooperativeBlockSlice : kBlockSlice) {}

  void start(uint64_t index) {
    block_.reset(index);
    rendezvous_.reset();
    for (uint32_t w = 0; w < splits_.size(); w++) {
      splits_[w].clear();
      splits_[w].add({LinkedPc{0}, 0, block_.live(w)});
    }
  }

  /// True if the block has finished, false if it has used up its slice.
  bool run();
  /// Looks for spinning threads, executing at most `limit` instructions.
  void find_spinning(uint64_t limit, SpinFindings& found);
  void describe(DeadlockReport& report) const;

 private:
  /// `fair`: paths take turns.
  void run_warp(uint32_t warp, uint64_t fuel, bool fair);
  /// Always inlined because paths may be only a few instructions long.
  [[gnu::always_inline]] inline void run_split(uint32_t warp, Split s, uint64_t& fuel);
  /// Executes the control-flow instruction at s.pc. Afterwards `s` is the path that continues; its
  /// mask may be 0.
  void transfer(uint32_t warp, Split& s, const Op& op, uint32_t active);
  void wait(uint32_t warp, Split& s, uint32_t active);
  void exit(uint32_t warp, uint32_t mask);
  void resume_released();
  void report_released() {
    observe([&](PathObserver& o) {
      if (!released_.empty()) o.released(block_.index(), released_);
    });
  }
  PathThreads path_threads(uint32_t warp, const Split& s) const {
    return {block_.index(), warp, s.mask, s.depth};
  }
  void step(uint32_t warp);
  uint32_t spinning(uint32_t warp) const;
  bool all_spin() const;
  void check_limits() const;
  [[noreturn]] void raise_deadlock() const;

  template <class F>
  void observe(F f) {
    if constexpr (kObserved) f(*observer_);
  }

  const Executable& kernel_;
  Environment& environment_;
  PathObserver* observer_;  // null unless kObserved
  RunCounts& counts_;
  Block block_;
  Rendezvous rendezvous_;
  std::vector<Splits> splits_;  // per warp
  const uint64_t warp_slice_, block_slice_;
  std::vector<Release> released_;
  ControlOutcome outcome_;
  std::vector<SpinRecord> spin_;  // per thread, from the last check
};

template <bool kObserved>
bool BlockRun<kObserved>::run() {
  uint64_t begin = counts_.warp_instructions;
  while (block_.live_threads() > 0) {
    bool progress = false;
    for (uint32_t w = 0; w < splits_.size(); w++) {
      if (splits_[w].empty()) continue;
      progress = true;
      run_warp(w, warp_slice_, false);
    }
    check_limits();
    if (!progress) raise_deadlock();
    if (counts_.warp_instructions - begin > block_slice_) return block_.live_threads() == 0;
  }
  counts_.blocks++;
  return true;
}

template <bool kObserved>
void BlockRun<kObserved>::run_warp(uint32_t warp, uint64_t fuel, bool fair) {
  while (!splits_[warp].empty()) {
    Split s = fair ? splits_[warp].take_oldest() : splits_[warp].take_first();
    run_split(warp, s, fuel);
    if (fuel > 0) continue;
    if (fair) return;
    // The preferred path does not end: give every other path a short turn, then other warps.
    fair = true;
    fuel = warp_slice_ / 4;
  }
}

template <bool kObserved>
void BlockRun<kObserved>::run_split(uint32_t warp, Split s, uint64_t& fuel) {
  Lanes& lanes = block_.lanes(warp);
  const Op* code = kernel_.code.data();
  LinkedPc merge_pc = splits_[warp].next_merge_pc(s.pc, s.depth);
  uint64_t instructions = 0, threads = 0;
  [[maybe_unused]] LinkedPc unreported = s.pc;  // first instruction not reported to the observer
  auto account = [&] {
    counts_.warp_instructions += instructions;
    counts_.thread_instructions += threads;
    fuel = fuel > instructions ? fuel - instructions : 0;
  };
  try {
    while (instructions < fuel && s.mask != 0) {
      const Op& op = code[s.pc.index()];
      uint32_t active = s.mask;
      if (op.guarded) {
        uint32_t guard = *reinterpret_cast<const uint32_t*>(lanes.tile + op.guard);
        active &= op.guard_negated ? ~guard : guard;
      }
      instructions++;
      threads += static_cast<uint32_t>(std::popcount(active));
      if (op.action == Action::Simple) {
        if (active != 0) {
          lanes.clock = counts_.warp_instructions + instructions;
          if constexpr (kObserved) lanes.access.mask = 0;
          op.run(op, lanes, active);
          observe([&](PathObserver& o) {
            if (lanes.access.mask != 0) o.accessed(op, lanes.access);
          });
        }
        ++s.pc;
        if (s.pc != merge_pc) continue;
        break;
      }
      LinkedPc before = s.pc;
      uint32_t depth = s.depth;
      observe([&](PathObserver& o) { o.executed(path_threads(warp, s), unreported, before); });
      transfer(warp, s, op, active);
      unreported = s.pc;
      block_.lanes(warp);  // a rendezvous may have selected another warp's tile
      if (s.mask == 0) break;
      if (!splits_[warp].empty() && (s.depth != depth || s.pc >= merge_pc || s.pc != before + 1))
        break;
    }
  } catch (const Fault& fault) {
    account();
    raise_fault(block_, warp, s.pc, fault);
  }
  account();
  observe([&](PathObserver& o) {
    if (s.pc != unreported) o.executed(path_threads(warp, s), unreported, s.pc - 1);
  });
  if (s.mask != 0) splits_[warp].add(s);
}

template <bool kObserved>
void BlockRun<kObserved>::transfer(uint32_t warp, Split& s, const Op& op, uint32_t active) {
  if (op.action == Action::Barrier || op.action == Action::WarpSync) {
    wait(warp, s, active);
    return;
  }
  if (op.action == Action::Branch &&
      (active == 0 ? !op.next_exits : active == s.mask && !op.target_exits)) {
    s.pc = active == 0 ? s.pc + 1 : op.target_pc();
    return;
  }
  outcome_.clear();
  execute_control(block_, warp, s.mask, active, s.pc, outcome_);
  for (uint32_t n = 1; n < outcome_.count; n++) {
    const ControlOutcome::Destination& d = outcome_.to[n];
    splits_[warp].add({d.pc, s.depth + static_cast<uint32_t>(d.depth_change), d.mask});
  }
  const ControlOutcome::Destination& first = outcome_.to[0];
  s = outcome_.count == 0
          ? Split{}
          : Split{first.pc, s.depth + static_cast<uint32_t>(first.depth_change), first.mask};
  if (outcome_.exited) exit(warp, outcome_.exited);
}

template <bool kObserved>
void BlockRun<kObserved>::wait(uint32_t warp, Split& s, uint32_t active) {
  LinkedPc pc = s.pc;
  if (active != 0) rendezvous_.arrive(warp, active, pc, released_);  // a fault names s.pc
  s = {pc + 1, s.depth, s.mask & ~active};
  if (active == 0) return;
  report_released();
  // Nearly always exactly the arriving threads are released.
  if (released_.size() == 1 && released_[0].warp == warp && released_[0].mask == active &&
      released_[0].pc == pc) {
    s.mask |= active;
    released_.clear();
    return;
  }
  resume_released();
}

template <bool kObserved>
void BlockRun<kObserved>::exit(uint32_t warp, uint32_t mask) {
  observe([&](PathObserver& o) { o.exited({block_.index(), warp, mask, 0}); });
  block_.exit(warp, mask);
  rendezvous_.exited(warp, released_);
  report_released();
  resume_released();
}

template <bool kObserved>
void BlockRun<kObserved>::resume_released() {
  for (const Release& r : released_) {
    for (uint32_t m = r.mask; m != 0;) {
      // Threads that waited at the same instruction may be at different call depths.
      uint32_t depth = block_.call_depth(r.warp * kTileThreads + std::countr_zero(m)), same = 0;
      for (uint32_t k = m; k != 0; k &= k - 1)
        if (block_.call_depth(r.warp * kTileThreads + std::countr_zero(k)) == depth)
          same |= 1u << std::countr_zero(k);
      m &= ~same;
      splits_[r.warp].add({r.pc + 1, depth, same});
    }
  }
  released_.clear();
}

template <bool kObserved>
void BlockRun<kObserved>::check_limits() const {
  if (environment_.interrupted && environment_.interrupted->load(std::memory_order_relaxed))
    throw InterruptedError("interrupted");
  if (environment_.max_warp_instructions &&
      counts_.warp_instructions > environment_.max_warp_instructions)
    throw LimitError(fmt::format("kernel '{}' passed the limit of {} warp instructions",
                                 demangled(kernel_.entry->name),
                                 environment_.max_warp_instructions));
}

template <bool kObserved>
void BlockRun<kObserved>::raise_deadlock() const {
  DeadlockReport report(kernel_);
  describe(report);
  report.raise(Stuck::AllWait, {});
}

}  // namespace

}  // namespace heddle
