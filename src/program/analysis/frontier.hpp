// Thread frontiers (Diamos et al., MICRO 2011; brunie2012 §3.1).
//
// Give every block a priority and always run, among the places where threads of a warp are, the one
// of highest priority: threads then meet at the earliest join, structured code or not. The thread
// frontier of a block is the set of blocks where others may be waiting while it runs; a compiler
// checks for reconvergence on the edges into it.
//
// The priority is the order of loops.hpp: topological but for back edges, each loop's body before
// what follows the loop. Machines compare program counters instead of priorities, so the layout of
// the code must follow the order. `layout_issues` lists where it does not: such code still runs
// correctly, but reconverges late.
//
// Frontiers are computed exactly, from pairs. Of two threads at different blocks the one of higher
// priority moves, whatever other threads do; so x is in the frontier of b if and only if the pair
// (b, x) can be reached from two ways out of some branch. The work is proportional to the size of
// the result; above `kPairLimit` pairs the sets are given up (`complete()` is false), because only
// generated code with thousands of blocks out of line comes near it.
// Diamos et al. compute a larger set in one pass over the blocks, which leaves out what waits
// across a back edge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/analysis/loops.hpp"
#include "program/analysis/reconvergence.hpp"

namespace heddle {

struct LayoutIssue {
  enum class Kind : uint8_t {
    BackwardEdge,     // an edge to a lower address that is not a loop's back edge
    PointBelow,       // a reconvergence point has a lower address than its divergence point
    BlockInsideLoop,  // a block is between the blocks of a loop that it does not belong to
  };
  Kind kind;
  uint32_t from, to;  // blocks: of the edge; divergence and reconvergence; header and block
};

class ThreadFrontiers {
 public:
  static constexpr size_t kPairLimit = 2'000'000;

  ThreadFrontiers(const Cfg& cfg, const LoopNest& nest, Interrupt interrupt = {});

  /// 0 runs first.
  uint32_t priority(uint32_t block) const { return priority_[block]; }
  /// In priority order; empty when not complete().
  std::span<const uint32_t> frontier(uint32_t block) const { return sets_[block]; }
  bool complete() const { return complete_; }

 private:
  void find_pairs(const Cfg& cfg, Interrupt interrupt);

  std::vector<uint32_t> priority_;
  std::vector<std::vector<uint32_t>> sets_;
  bool complete_ = true;
};

/// Where the layout disagrees with the frontier order, by kind and then by block. Empty is good.
/// The search for blocks inside foreign loops stops after `kScanLimit` blocks, because code with
/// interleaved loops may have a quadratic number of them.
inline constexpr uint64_t kScanLimit = 2'000'000;
std::vector<LayoutIssue> layout_issues(const Cfg& cfg, const LoopNest& nest,
                                       const Reconvergence& reconvergence,
                                       Interrupt interrupt = {});

}  // namespace heddle
