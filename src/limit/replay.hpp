// Replays a warp's traces with reconvergence at the immediate post-dominator: the traces drive the
// core's own reconvergence stack (Pdom).
//
// The replay also cuts the traces into pieces that an oracle may align independently: where the
// warp synchronises, since no alignment may cross a barrier; and, to keep alignments affordable, at
// the current positions when a thread has executed a certain number of steps since the last cut.
// The stack's execution is itself an alignment of every piece, so a cut can hide some of the
// oracle's gain but never add to it.
#pragma once

#include "limit/trace.hpp"

namespace heddle::limit {

/// The steps of all threads of a warp from one cut to the next.
struct Piece {
  Positions end;        // it begins at the end of the previous piece
  uint64_t issued = 0;  // instructions under pdom
};

struct Replay {
  std::vector<Piece> pieces;
  uint64_t issued = 0;  // instructions issued by the warp
  bool capped = false;  // some pieces ended because of their length
};

/// At most 64 threads. `max_steps`: limit on the steps of a thread in a piece.
Replay replay_pdom(const LaunchTrace& trace, WarpTrace warp, uint32_t max_steps);

}  // namespace heddle::limit
