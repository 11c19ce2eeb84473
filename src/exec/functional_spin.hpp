// Functional execution: detection and reporting of threads that spin forever.
//
// A check executes the kernel like any other slice, but one instruction at a time, so that it adds
// nothing to the main execution loop.
#pragma once

#include "exec/functional_run.hpp"

namespace heddle {

namespace {

/// Decides when to check. Time is measured in warp instructions.
class FunctionalSpinWatch {
 public:
  /// Called after every slice. Returns how many instructions of each block to check; usually 0.
  uint64_t due(uint64_t now, uint64_t changes) {
    if (changes != changes_) {
      changes_ = changes;
      quiet_since_ = now;
      next_ = now + kQuiet;
    }
    if (now < next_) return 0;
    next_ = now + (now - quiet_since_);
    return (now - quiet_since_) / kShare;
  }

 private:
  // Checking is about a hundred times slower than normal execution, so only this share is checked.
  static constexpr uint64_t kQuiet = 1 << 22, kShare = 1 << 15;

  uint64_t changes_ = 0, quiet_since_ = 0, next_ = kQuiet;
};

template <bool kObserved>
void BlockRun<kObserved>::find_spinning(uint64_t limit, SpinFindings& found) {
  spin_.assign(splits_.size() * kTileThreads, {});
  uint64_t end = counts_.warp_instructions + limit;
  while (!all_spin() && counts_.warp_instructions < end)
    for (uint32_t w = 0; w < splits_.size(); w++)
      if (!splits_[w].empty()) step(w);
  for (uint32_t w = 0; w < splits_.size(); w++) {
    found.some_spin |= spinning(w) != 0;
    found.some_progress |= (splits_[w].mask() & ~spinning(w)) != 0;
  }
}

/// Executes one instruction of one path. Every iteration of a loop contains a backward jump.
template <bool kObserved>
void BlockRun<kObserved>::step(uint32_t warp) {
  Split s = splits_[warp].list().front();
  run_warp(warp, 1, true);
  std::array<uint64_t, kTileThreads> fingerprints;
  for (const Split& to : splits_[warp].list()) {
    uint32_t moved = to.mask & s.mask;
    if (moved == 0 || to.pc > s.pc) continue;
    block_.fingerprint(warp, moved, fingerprints);
    for (uint32_t m = moved; m != 0; m &= m - 1) {
      auto lane = static_cast<uint32_t>(std::countr_zero(m));
      spin_[warp * kTileThreads + lane].jumped(to.pc, to.depth, fingerprints[lane]);
    }
  }
}

/// The runnable threads that are known to spin, or that can never end.
template <bool kObserved>
uint32_t BlockRun<kObserved>::spinning(uint32_t warp) const {
  uint32_t all = 0;
  for (const Split& s : splits_[warp].list())
    if (kernel_.is_endless(s.pc)) all |= s.mask;
  for (uint32_t m = splits_[warp].mask(); m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    if (spin_[warp * kTileThreads + lane].spins()) all |= 1u << lane;
  }
  return all;
}

template <bool kObserved>
bool BlockRun<kObserved>::all_spin() const {
  for (uint32_t w = 0; w < splits_.size(); w++)
    if (splits_[w].mask() != spinning(w)) return false;
  return true;
}

template <bool kObserved>
void BlockRun<kObserved>::describe(DeadlockReport& report) const {
  report.add_block({}, block_, rendezvous_);
  for (uint32_t w = 0; w < splits_.size(); w++)
    for (const Split& s : splits_[w].list())
      report.add_threads(fmt::format("warp {}", w), static_cast<uint32_t>(std::popcount(s.mask)),
                         s.pc, DeadlockReport::State::Spins);
}

}  // namespace

}  // namespace heddle
