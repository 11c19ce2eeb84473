// The control-flow graph as seen by threads that go on.
//
// A thread that exits meets nobody any more, so its path says nothing about where the others meet:
// in `if (a) exit; … bar.sync`, threads that do not exit should be together at the barrier,
// although the barrier does not post-dominate the branch. Here ways that only lead out are cut off:
// of the places where threads leave, the last in the code counts as the end; a block that cannot
// reach it is on its way out, and an edge into such a block is dropped. Blocks on their way out
// form a graph of their own by the same rule. In a device function `ret` is not leaving: threads
// meet at the caller.
#pragma once

#include "program/analysis/flat_edges.hpp"

namespace heddle {

/// The edges that are left.
std::vector<FlatEdges::Edge> surviving_edges(const Function& function, const Cfg& cfg);

}  // namespace heddle
