// What is counted of the warp pool over time: the warps that wait in it, their PCs and threads, and
// how long the oldest has waited.
//
// Nothing is scanned. A warp that enters or leaves changes three numbers, which are added up once
// for a stretch of time in which nothing happened. Warps enter in the order of their age, so that
// the oldest is the first of a list from which they are taken out anywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "counters/counters.hpp"
#include "sm/threads.hpp"

namespace heddle {

class PoolWatch {
 public:
  explicit PoolWatch(uint32_t warps)
      : links_(warps + 1, {GroupId(warps), GroupId(warps), 0}), end_(warps) {}

  /// A warp without threads so far, younger than all others.
  void enters(GroupId g, LinkedPc pc, DwfCounters& counted) {
    GroupId last = links_[end_].before;
    links_[g] = {last, end_, time_};
    links_[last].after = links_[end_].before = g;
    if (!warps_at_.has(pc)) warps_at_.resize(pc.index() + 1);
    pcs_ += warps_at_[pc]++ == 0;
    warps_++;
    counted.warps_formed++;
    counted.most_warps = std::max<uint64_t>(counted.most_warps, warps_);
    counted.most_pcs = std::max<uint64_t>(counted.most_pcs, pcs_);
  }
  void joined(uint32_t threads) { threads_ += threads; }
  void leaves(GroupId g, LinkedPc pc, uint32_t threads) {
    links_[links_[g].before].after = links_[g].after;
    links_[links_[g].after].before = links_[g].before;
    pcs_ -= --warps_at_[pc] == 0;
    warps_--;
    threads_ -= threads;
  }
  /// So many cycles have ended, the pool being as it is at the end of each.
  void pass(uint64_t cycles, DwfCounters& counted) {
    if (warps_ > 0) {
      uint64_t waited = time_ - links_[links_[end_].after].since;
      counted.pool_cycles += cycles;
      counted.warp_cycles += cycles * warps_;
      counted.pc_cycles += cycles * pcs_;
      counted.thread_cycles += cycles * threads_;
      counted.oldest_cycles += cycles * waited + cycles * (cycles + 1) / 2;
      counted.longest_wait = std::max(counted.longest_wait, waited + cycles);
    }
    time_ += cycles;
  }
  uint32_t warps() const { return warps_; }

 private:
  struct Link {
    GroupId before, after;
    uint64_t since;  // when it entered
  };
  IndexedBy<GroupId, Link> links_;  // of a ring, closed by one that is no warp
  GroupId end_;
  uint64_t time_ = 0;  // cycles that have ended
  uint32_t warps_ = 0, pcs_ = 0, threads_ = 0;
  IndexedBy<LinkedPc, uint32_t> warps_at_;
};

}  // namespace heddle
