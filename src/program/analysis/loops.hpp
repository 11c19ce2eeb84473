// The loop nest of a function, and the order of blocks that follows from it.
//
// Loops are found as Bourdoncle does for his weak topological order ("Efficient chaotic iteration
// strategies with widenings", 1993): a loop is a strongly connected component; take its header
// away and look for components in what is left. On reducible code that gives the natural loops,
// with loops of one header joined into one. It needs no special case for irreducible code: a
// component entered at several places is still one loop, is marked, and its header is the entry
// that comes first in the code.
//
// The same walk yields an order of the blocks in which every edge leads forward except those to
// the header of a loop around their source, and in which each loop is one contiguous stretch that
// begins with its header: so a body comes before what follows the loop. Among orders that satisfy
// this it takes the one nearest to the code's layout. frontier.hpp uses it as thread-frontier
// priority.
//
// Cost: the size of the graph times the depth of the nest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/analysis/cfg.hpp"

namespace heddle {

inline constexpr uint32_t kNoLoop = 0xffffffff;

struct Loop {
  uint32_t header = kNoBlock;
  uint32_t parent = kNoLoop;
  uint32_t depth = 1;             // 1 for an outermost loop
  uint32_t begin = 0, end = 0;    // the blocks are LoopNest::order()[begin, end)
  std::vector<uint32_t> latches;  // blocks with an edge back to the header, each once
  std::vector<uint32_t> entries;  // blocks with a predecessor outside, header first
  bool irreducible() const { return entries.size() > 1; }
};

class LoopNest {
 public:
  explicit LoopNest(const Cfg& cfg);

  std::span<const Loop> loops() const { return loops_; }  // an outer loop before its inner ones
  uint32_t innermost(uint32_t block) const { return innermost_[block]; }  // or kNoLoop
  uint32_t depth(uint32_t block) const {
    return innermost_[block] == kNoLoop ? 0 : loops_[innermost_[block]].depth;
  }
  bool contains(uint32_t loop, uint32_t block) const {
    return position_[block] >= loops_[loop].begin && position_[block] < loops_[loop].end;
  }
  bool is_back_edge(uint32_t from, uint32_t to) const;
  bool reducible() const;

  /// Blocks in priority order; the unreachable ones follow in code order.
  std::span<const uint32_t> order() const { return order_; }
  /// A block's place in `order()`.
  uint32_t position(uint32_t block) const { return position_[block]; }
  std::span<const uint32_t> blocks(const Loop& loop) const {
    return std::span(order_).subspan(loop.begin, loop.end - loop.begin);
  }

 private:
  void decompose(const Cfg& cfg);
  void describe(const Cfg& cfg, Loop& loop) const;

  std::vector<Loop> loops_;
  std::vector<uint32_t> innermost_, order_, position_;
};

}  // namespace heddle
