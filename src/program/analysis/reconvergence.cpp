#include "program/analysis/reconvergence.hpp"

namespace heddle {

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
    const uint32_t block = post_dominators.parent(cfg.block_of(Pc{pc}));
    if (block == cfg.exit()) continue;
    const Pc point = cfg[block].first;
    point_[pc] = point;
    is_point_[point.value()] = 1;
    const uint32_t above = dominators.parent(block);
    if (above != kNoBlock) divergence_[point.value()] = cfg[above].last;
  }
}

}  // namespace heddle
