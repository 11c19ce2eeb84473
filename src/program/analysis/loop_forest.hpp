// The innermost loop of each block: Havlak's loop nest ("Nesting of reducible and irreducible
// loops", 1997) in the nearly linear form of Ramalingam ("Identifying loops in almost linear time",
// 1999). Used by loops.cpp only.
//
// Blocks are taken in reverse preorder of a depth-first search. A block that edges lead back to is
// a header; what reaches those edges without passing the header is its loop, and is merged into the
// header, so that an enclosing loop sees it as one block. Other edges count from the common
// ancestor of their ends on: for the headers before it in that order they lead into a loop from
// outside.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/cfg.hpp"

namespace heddle {

struct LoopForest {
  std::vector<uint32_t> preorder;  // reachable blocks as the search comes to them
  std::vector<uint8_t> is_header;  // per block
  std::vector<uint32_t> around;    // per block: header of the loop around it, not its own; kNoBlock
};

LoopForest find_loops(const Cfg& cfg, Interrupt interrupt);

}  // namespace heddle
