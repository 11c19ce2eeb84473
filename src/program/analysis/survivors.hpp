// The control-flow graph as seen by threads that do not exit.
//
// A thread that exits never reconverges, so its path must not determine where other threads do: in
// `if (a) exit; … bar.sync`, the threads that do not exit should be together at the barrier,
// although the barrier does not post-dominate the branch. So paths that only lead to an exit are
// removed: of all places where threads exit, the last in the code counts as the end; an edge to a
// block that cannot reach this end is dropped. The removed blocks form a graph of their own by the
// same rule. In a device function `ret` is not an exit: threads reconverge in the caller.
#pragma once

#include "program/analysis/flat_edges.hpp"

namespace heddle {

/// The remaining edges.
std::vector<FlatEdges::Edge> surviving_edges(const Function& function, const Cfg& cfg);

}  // namespace heddle
