// A warp's traces under reconvergence at the immediate post-dominator: the core's own stack (Pdom),
// told by the traces where threads go.
//
// On its way the replay cuts the traces into pieces that an oracle may align by themselves: where
// the warp meets, since no alignment may cross a barrier; and, so that alignments stay affordable,
// where the stack stands when a thread has made a certain number of steps since the last cut. What
// the stack does is an alignment of every piece, so a cut can hide some of what an oracle gains but
// never add to it.
#pragma once

#include "limit/trace.hpp"

namespace heddle::limit {

/// What all threads of a warp do from one cut to the next.
struct Piece {
  Positions end;        // it begins at the end of the one before
  uint64_t issued = 0;  // instructions under pdom
};

struct Replay {
  std::vector<Piece> pieces;
  uint64_t issued = 0;  // instructions of the warp
  bool capped = false;  // some pieces ended because they were long
};

/// At most 64 threads. `longest`: steps of a thread in a piece.
Replay replay_pdom(const LaunchTrace& trace, WarpTrace warp, uint32_t longest);

}  // namespace heddle::limit
