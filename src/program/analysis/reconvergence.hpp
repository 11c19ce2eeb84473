// Where threads that diverge reconverge.
//
// A branch reconverges at the first instruction of its block's immediate post-dominator
// (fung2007 §3.2): the earliest place that each of its threads must reach, unless it exits
// (survivors.hpp). If all sides but one end in exits, the first place after that side counts: until
// then, sides that never meet run independently. If that is only the end of the function, there is
// no such place: kNoPc. A guarded or indirect call reconverges at the next instruction, because its
// callees return to it.
//
// brunie2012 §3.3 adds, to each reconvergence point, the divergence point of the threads that meet
// there: the last instruction of the immediate dominator of the reconvergence point's block. In
// unstructured code several branches may diverge towards one point; the dominator is before all of
// them.
//
// Both are flat tables by Pc, because simulated machines use them at every branch.
#pragma once

#include <vector>

#include "program/analysis/cfg.hpp"
#include "program/analysis/dominators.hpp"

namespace heddle {

class Reconvergence {
 public:
  Reconvergence(const Program& module, const Function& function, const Cfg& cfg,
                const DominatorTree& dominators, const DominatorTree& survivors_post_dominators);

  /// Of an instruction that may diverge; kNoPc for other instructions.
  Pc point(Pc pc) const { return point_[pc.value()]; }
  /// Some branch of the block graph reconverges here (calls are not counted).
  bool is_point(Pc pc) const { return is_point_[pc.value()] != 0; }
  /// Of a reconvergence point; kNoPc for other instructions, and where nothing dominates (the
  /// function's first block).
  Pc divergence_point(Pc pc) const { return divergence_[pc.value()]; }

 private:
  std::vector<Pc> point_, divergence_;
  std::vector<uint8_t> is_point_;
};

}  // namespace heddle
