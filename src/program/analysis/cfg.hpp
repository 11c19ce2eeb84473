// The control-flow graph of one function: basic blocks in code order and one virtual exit.
//
// The rules that make blocks, which every other analysis and every divergence mechanism relies on:
//   - `bra` goes to its target; with a guard also to the next instruction. Both edges exist even
//     when they lead to the same block, so an edge is a branch outcome, not a pair of blocks.
//   - `brx.idx` goes to each entry of its table, once per distinct target; with a guard also on.
//   - `ret`, `exit` and `trap` go to the virtual exit; with a guard also on.
//   - in an entry, a branch to an instruction from which threads can only exit
//     (Function::leads_out) goes to the virtual exit instead: its threads end at the branch.
//   - `call` falls through and does not end a block: the callee is another graph, and threads
//     reconverge after the call at the caller's depth. A call to a function that never returns is
//     an exit.
//   - running off the end of the code is an exit.
// The virtual exit is the node `exit()` == `size()`; it appears in `successors` and owns no code.
// Blocks that cannot be reached from the entry are kept, in place, and flagged.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/program.hpp"

namespace heddle {

inline constexpr uint32_t kNoBlock = 0xffffffff;

struct BasicBlock {
  Pc first, last;  // both inside the block
  std::vector<uint32_t> successors, predecessors;
};

class Cfg {
 public:
  Cfg(const Program& module, const Function& function);
  /// A graph without code, for graphs that come from elsewhere: `successors[b]` may name the exit,
  /// which is `successors.size()`. Each block is one instruction.
  explicit Cfg(std::vector<std::vector<uint32_t>> successors);

  /// 0 for a function without code; then there is no entry block either.
  uint32_t size() const { return static_cast<uint32_t>(blocks_.size()); }
  uint32_t entry() const { return 0; }
  uint32_t exit() const { return size(); }
  std::span<const BasicBlock> blocks() const { return blocks_; }
  const BasicBlock& operator[](uint32_t block) const { return blocks_[block]; }
  uint32_t block_of(Pc pc) const { return block_of_[pc.value()]; }
  bool starts_block(Pc pc) const { return blocks_[block_of(pc)].first == pc; }
  bool reachable(uint32_t block) const { return reachable_[block] != 0; }
  std::span<const uint32_t> exit_predecessors() const { return exit_predecessors_; }

 private:
  void link();

  std::vector<BasicBlock> blocks_;
  std::vector<uint32_t> block_of_;
  std::vector<uint32_t> exit_predecessors_;
  std::vector<uint8_t> reachable_;
};

/// The function that a direct call names; null for an indirect one.
const Function* direct_callee(const Program& module, const Function& function,
                              const Instruction& call);

/// Whether the instruction ends a block.
bool ends_block(const Program& module, const Function& function, const Instruction& i);

/// Threads that execute this instruction together may go to different places: a guarded branch,
/// return, exit or call, an indexed branch, an indirect call.
bool may_diverge(const Program& module, const Function& function, const Instruction& i);

}  // namespace heddle
