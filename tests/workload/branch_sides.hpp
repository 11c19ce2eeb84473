// What threads that go one way at a branch may execute before they meet the others again.
#pragma once

#include <algorithm>
#include <vector>

#include "program/analysis/analysis.hpp"

namespace heddle::workload {

/// Blocks from one way out of a conditional branch up to its reconvergence point, each once.
inline std::vector<uint32_t> side_of(const FunctionAnalysis& a, Pc branch, bool taken) {
  Pc meeting = a.reconvergence.point(branch);
  uint32_t end = meeting == kNoPc ? a.cfg.exit() : a.cfg.block_of(meeting);
  uint32_t next = a.cfg.block_of(Pc{branch.value() + 1});
  std::vector<uint32_t> side;
  for (uint32_t way : a.cfg[a.cfg.block_of(branch)].successors)
    if ((way != next) == taken && way != end) side.push_back(way);
  for (size_t i = 0; i < side.size(); i++)
    for (uint32_t way : a.cfg[side[i]].successors)
      if (way != end && way != a.cfg.exit() && std::ranges::find(side, way) == side.end())
        side.push_back(way);
  return side;
}

inline size_t instructions_of(const FunctionAnalysis& a, const std::vector<uint32_t>& blocks) {
  size_t count = 0;
  for (uint32_t b : blocks) count += a.cfg[b].last.value() - a.cfg[b].first.value() + 1;
  return count;
}

/// A loop that is on this side as a whole.
inline bool has_loop(const FunctionAnalysis& a, Pc branch, const std::vector<uint32_t>& side) {
  auto loops = a.loops().loops();
  for (uint32_t l = 0; l < loops.size(); l++)
    if (!a.loops().contains(l, a.cfg.block_of(branch)) &&
        std::ranges::find(side, loops[l].header) != side.end())
      return true;
  return false;
}

/// Whatever way threads go, they come to a barrier that is no further out than the branch: in the
/// same round of the innermost loop around it.
inline bool barrier_follows(const FunctionAnalysis& a, Pc branch) {
  uint32_t from = a.cfg.block_of(branch);
  for (uint32_t pc = 0; pc < a.function.code.size(); pc++) {
    uint32_t at = a.cfg.block_of(Pc{pc});
    if (a.function.code[pc].op == Opcode::Bar && at != from &&
        a.post_dominators().dominates(at, from) &&
        a.loops().innermost(at) == a.loops().innermost(from))
      return true;
  }
  return false;
}

}  // namespace heddle::workload
