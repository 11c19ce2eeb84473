// The loop nest of a function, and the order of blocks that follows from it.
//
// A loop is a strongly connected component; take its header away, and the components of what is
// left are the loops inside it (Bourdoncle, "Efficient chaotic iteration strategies with
// widenings", 1993). On reducible code that gives the natural loops, with loops of one header
// joined into one. It needs no special case for irreducible code: a component entered at several
// places is still one loop, is marked, and its header is the entry that depth-first search comes to
// first when it takes the branches of each block in code order.
//
// With that choice of header the nest is found in nearly linear time (loop_forest.hpp), however
// deep it is; splitting component by component would cost the depth times the size.
//
// The nest yields an order of the blocks in which every edge leads forward except those to
// the header of a loop around their source, and in which each loop is one contiguous stretch that
// begins with its header: so a body comes before what follows the loop. Among orders that satisfy
// this it takes the one nearest to the code's layout. frontier.hpp uses it as thread-frontier
// priority.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/cfg.hpp"

namespace heddle {

inline constexpr uint32_t kNoLoop = 0xffffffff;

struct Loop {
  uint32_t header = kNoBlock;
  uint32_t parent = kNoLoop;
  uint32_t depth = 1;                // 1 for an outermost loop
  uint32_t begin = 0, end = 0;       // the blocks are LoopNest::order()[begin, end)
  uint32_t lowest = 0, highest = 0;  // of its block numbers
  std::vector<uint32_t> latches;     // blocks with an edge back to the header, each once
  bool has_side_entry = false;       // control also enters elsewhere than at the header
  bool irreducible() const { return has_side_entry; }
};

class LoopNest {
 public:
  explicit LoopNest(const Cfg& cfg, Interrupt interrupt = {});

  std::span<const Loop> loops() const { return loops_; }  // an outer loop before its inner ones
  uint32_t innermost(uint32_t block) const { return innermost_[block]; }  // or kNoLoop
  uint32_t depth(uint32_t block) const {
    return innermost_[block] == kNoLoop ? 0 : loops_[innermost_[block]].depth;
  }
  bool contains(uint32_t loop, uint32_t block) const {
    return position_[block] >= loops_[loop].begin && position_[block] < loops_[loop].end;
  }
  bool is_back_edge(uint32_t from, uint32_t to) const {
    const uint32_t loop = innermost_[to];  // a header has no other loop
    return loop != kNoLoop && loops_[loop].header == to && contains(loop, from);
  }
  bool reducible() const;
  /// The blocks where control enters a loop, its header first and the others in code order. Looks
  /// at all blocks of the loop.
  std::vector<uint32_t> entries(const Cfg& cfg, uint32_t loop) const;

  /// Blocks in priority order; the unreachable ones follow in code order.
  std::span<const uint32_t> order() const { return order_; }
  /// A block's place in `order()`.
  uint32_t position(uint32_t block) const { return position_[block]; }
  std::span<const uint32_t> blocks(const Loop& loop) const {
    return std::span(order_).subspan(loop.begin, loop.end - loop.begin);
  }

 private:
  std::vector<Loop> loops_;
  std::vector<uint32_t> innermost_, order_, position_;
};

}  // namespace heddle
