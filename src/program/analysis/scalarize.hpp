// Scalarization (lucas2015 §4): which instructions execute once for all threads of a warp, which
// registers exist once per warp, and their places.
//
// The paper's algorithm: everything is scalar (Step 1) except what differs between threads by
// nature (Step 2, the table of uniformity.hpp); an instruction that reads or writes a vector
// register is not scalar, and a register that such an instruction writes is not either (Step 3).
// Step 4 adds what control flow does to registers; Steps 3 and 4 repeat until nothing changes (Step
// 5). Unlike Uniformity, which follows values, this is about registers: one is scalar everywhere or
// nowhere.
//
// Step 4 assumes a stack per warp: threads that diverge at a branch run one side after the other,
// each up to the branch's reconvergence point. `Divergent` is the paper's rule: a register that a
// side writes may be scalar if it is dead at the reconvergence point. One condition is needed that
// §4.2 does not mention: the register must also be dead where the other sides begin, or the side
// that runs first overwrites what the next side reads. `Convergent` is the rule of Lee et al. 2013:
// nothing is scalar where the threads of a warp may have diverged, nor in a function, which some
// threads may call alone.
//
// All sides share a scalar register. If it is live where a side begins, the other sides must not
// use its place, although no thread needs it there (§4.3, "resurrected" registers). Register
// allocation keeps these pairs apart; vector and scalar registers are allocated separately.
//
// Other differences from uniformity.hpp: loads from global and shared memory at one address are
// scalar, because a packet reads at one moment. Votes, reductions and calls are not scalar, and
// neither are stores to the threads' own memory, nor atomic operations, because each thread's
// counts. A recursive function has no scalars; parameters and results of a call are vectors.
//
// All this requires that one side runs after the other. Where diverged threads of a warp may wait
// for each other (`apart`), sides take turns, and a kernel has no scalars.
#pragma once

#include <vector>

#include "program/analysis/analysis.hpp"
#include "program/analysis/scalar_rule.hpp"

namespace heddle {

class Scalarization {
 public:
  using Options = ScalarizationOptions;

  /// Throws InterruptedError.
  Scalarization(const FunctionAnalysis& analysis, Options options, Interrupt stop = {});

  bool scalar(Pc pc) const { return instruction_[pc.value()] != 0; }
  bool scalar(Reg r) const { return scalars_.chosen[r.value()] != 0; }
  /// Some threads of a warp may execute it while others are elsewhere in this function.
  bool apart(Pc pc) const { return apart_[pc.value()] != 0; }
  /// Number of scalar instructions.
  uint32_t instructions() const { return count_; }

  /// Which registers each file holds, and where.
  const RegisterSelection& vector_selection() const { return vectors_; }
  const RegisterSelection& scalar_selection() const { return scalars_; }
  const RegisterAllocation& vectors() const { return vector_places_; }
  const RegisterAllocation& scalars() const { return scalar_places_; }

 private:
  friend class Scalarizer;
  std::vector<uint8_t> instruction_, apart_;
  uint32_t count_ = 0;
  RegisterSelection vectors_, scalars_;
  RegisterAllocation vector_places_, scalar_places_;
};

}  // namespace heddle
