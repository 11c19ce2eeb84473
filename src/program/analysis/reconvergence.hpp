// Where threads that part meet again.
//
// A branch reconverges at the first instruction of its block's immediate post-dominator
// (fung2007 §3.2): the earliest place that every one of its threads must come to, unless it exits
// (survivors.hpp). Where all sides but one end in exits, the first place behind that side counts:
// sides that never meet run beside each other until then. When that is only the end of the function
// there is no such place: kNoPc. A guarded or indirect call reconverges at the instruction behind
// it, since that is where its callees return to.
//
// brunie2012 §3.3 adds, to each reconvergence point, the divergence point whose threads it gathers:
// the last instruction of the immediate dominator of the reconvergence point's block. Unstructured
// code may have several branches that part; the dominator is before all of them.
//
// Both are flat tables by Pc, since simulated machines ask at every branch.
#pragma once

#include <vector>

#include "program/analysis/cfg.hpp"
#include "program/analysis/dominators.hpp"

namespace heddle {

class Reconvergence {
 public:
  Reconvergence(const Program& module, const Function& function, const Cfg& cfg,
                const DominatorTree& dominators, const DominatorTree& survivors_post_dominators);

  /// Of an instruction that may diverge; kNoPc for the others.
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
