// Which values and branches are the same for all threads of a warp that execute them together.
//
// lucas2015 §4.2: assume that everything is uniform, mark what differs by nature, and spread the
// mark until nothing changes. What differs by nature: thread and lane numbers, lane masks, clocks,
// local memory, results of atomics, `shfl`, `match` and `elect`, a device function's parameters,
// results of calls, and every instruction that heddle does not know better. What
// does not: immediates, block and grid numbers, %warpid (the warp is an architectural one),
// parameters of an entry, addresses of variables, and what is computed from uniform values alone. A
// vote, a `redux` and a barrier's reduction give all their threads one result.
//
// Loads: from `.const`, `.param`, `.nc` and `ldu` a uniform address gives a uniform value. Other
// memory may be written between the accesses of two halves of a split warp, so its values differ;
// lucas2015 takes them as uniform, which `Options::uniform_loads` allows where a warp's load reads
// at one moment.
//
// Marks spread in two ways. Through data, flow-sensitively: a result differs if a source does, and
// a guard that differs leaves old and new values side by side. Through control: threads that
// diverge at a branch reconverge at its immediate post-dominator (for threads that do not exit,
// survivors.hpp), and a register written on the way and still live there differs from then on ("as
// long as the register goes dead before the reconvergence point", it may stay uniform). A loop left
// by a divergent branch is such a region: what it wrote differs at each place that its exits lead
// to.
//
// The work is proportional to the code between divergent branches and their reconvergence points,
// added up over these points. Branches nested thousands deep make that quadratic: above
// `visit_limit` instructions, or where liveness is not exact, everything counts as different.
//
// So the facts hold for machines that reconverge at immediate post-dominators. A machine that lets
// some threads of a warp run into the next iteration and merge there mixes iterations, and none of
// this holds on it.
#pragma once

#include <cstdint>
#include <vector>

#include "program/analysis/dominators.hpp"
#include "program/analysis/liveness.hpp"
#include "program/analysis/loops.hpp"

namespace heddle {

struct UniformityOptions {
  bool uniform_loads = false;  // global, shared and generic memory at a uniform address
  uint64_t visit_limit = 50'000'000;
};

class Uniformity {
 public:
  using Options = UniformityOptions;

  Uniformity(const Program& module, const Function& function, const Cfg& cfg, const LoopNest& nest,
             const DominatorTree& meeting, const Liveness& liveness, Options options = {},
             Interrupt interrupt = {});

  /// All threads that execute this together go the same way (true where there is one way only).
  bool uniform_branch(Pc pc) const { return (flags_[pc.value()] & kBranch) == 0; }
  /// All results are the same in those threads; without results, all inputs are.
  bool uniform_value(Pc pc) const { return (flags_[pc.value()] & kValue) == 0; }
  /// All operands read are the same: guard, sources, addresses, special registers.
  bool uniform_inputs(Pc pc) const { return (flags_[pc.value()] & kInputs) == 0; }
  /// The register never differs between threads, wherever it is live: it can be kept once per warp.
  bool uniform_register(Reg r) const { return varying_[r.value()] == 0; }

 private:
  friend class UniformitySolver;
  static constexpr uint8_t kBranch = 1, kValue = 2, kInputs = 4;
  std::vector<uint8_t> flags_;    // per instruction: what differs
  std::vector<uint8_t> varying_;  // per register
};

/// How an instruction's results follow from its operands.
enum class ValueOrigin : uint8_t {
  Operands,  // uniform if all operands are
  Agreed,    // uniform if the operands that choose the participants are: vote, redux, bar.red
  Thread,    // differs between threads
};
ValueOrigin origin_of(const Instruction& i, UniformityOptions options = {});
/// An operand other than a register that differs between threads.
bool varies_by_thread(const Program& module, const Function& function, const Operand& o);

}  // namespace heddle
