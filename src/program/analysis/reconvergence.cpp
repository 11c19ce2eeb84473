#include "program/analysis/reconvergence.hpp"

namespace heddle {

namespace {

/// Where the threads of a block's branch reconverge. Its post-dominator may be one of the branch's
/// own sides only because all other sides exit: no threads meet there. Then the next post-dominator
/// that does not belong to that side alone is the reconvergence point.
uint32_t meeting_place(const Cfg& cfg, const DominatorTree& dominators,
                       const DominatorTree& post_dominators, uint32_t branch) {
  const uint32_t next = post_dominators.parent(branch);
  if (next == cfg.exit()) return next;
  bool is_side = false, leaves = false, gathers = false;
  for (uint32_t s : cfg[branch].successors) {
    if (s == next)
      is_side = true;
    else if (s != cfg.exit())
      (post_dominators.dominates(next, s) ? gathers : leaves) = true;
  }
  if (!is_side || !leaves || gathers) return next;
  uint32_t place = post_dominators.parent(next);
  while (place != cfg.exit() && dominators.dominates(next, place))
    place = post_dominators.parent(place);
  return place;
}

}  // namespace

Reconvergence::Reconvergence(const Program& module, const Function& function, const Cfg& cfg,
                             const DominatorTree& dominators, const DominatorTree& post_dominators)
    : point_(function.code.size(), kNoPc),
      divergence_(function.code.size(), kNoPc),
      is_point_(function.code.size(), 0) {
  for (uint32_t pc = 0; pc < function.code.size(); pc++) {
    const Instruction& i = function.code[pc];
    if (!may_diverge(module, function, i)) continue;
    if (!ends_block(module, function, i)) {  // a call that comes back
      if (pc + 1 < function.code.size()) point_[pc] = Pc{pc + 1};
      continue;
    }
    const uint32_t block = meeting_place(cfg, dominators, post_dominators, cfg.block_of(Pc{pc}));
    if (block == cfg.exit()) continue;
    const Pc point = cfg[block].first;
    point_[pc] = point;
    is_point_[point.value()] = 1;
    const uint32_t above = dominators.parent(block);
    if (above != kNoBlock) divergence_[point.value()] = cfg[above].last;
  }
}

}  // namespace heddle
