#include "program/analysis/sides.hpp"

namespace heddle {

namespace {

/// The first block with work on a path, skipping blocks that only branch.
uint32_t first_with_work(const FunctionAnalysis& a, uint32_t block) {
  for (uint32_t hops = 0; block != a.cfg.exit() && hops < a.cfg.size(); hops++) {
    const BasicBlock& b = a.cfg[block];
    bool only_leaves = b.first == b.last && b.successors.size() == 1 &&
                       ends_block(a.module, a.function, a.function.at(b.first));
    if (!only_leaves) break;
    block = b.successors.front();
  }
  return block;
}

}  // namespace

bool has_two_sides(const FunctionAnalysis& a, Pc branch) {
  Pc meeting = a.reconvergence.point(branch);
  uint32_t end = meeting == kNoPc ? a.cfg.exit() : first_with_work(a, a.cfg.block_of(meeting));
  uint32_t sides = 0, last = kNoBlock;
  for (uint32_t successor : a.cfg[a.cfg.block_of(branch)].successors) {
    uint32_t side = first_with_work(a, successor);
    if (side == end || side == a.cfg.exit() || side == last) continue;
    last = side;
    sides++;
  }
  return sides >= 2;
}

}  // namespace heddle
