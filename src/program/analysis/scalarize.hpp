// Scalarization (lucas2015 §4): which instructions execute once for all threads of a warp, which
// registers exist once per warp, and where they lie.
//
// The paper's algorithm: everything is scalar (Step 1) but what differs between threads by nature
// (Step 2, the table of uniformity.hpp); an instruction that reads or writes a vector register is
// not scalar, and a register that such an instruction writes is not either (Step 3). Step 4 adds
// what control flow does to registers; Steps 3 and 4 repeat until nothing changes (Step 5). Unlike
// Uniformity, which follows values, this is about registers: one is scalar everywhere or nowhere.
//
// Step 4 holds for a stack per warp: threads that part at a divergent branch run one side after the
// other, each up to the branch's reconvergence point. `Divergent` is the paper's rule: what a side
// writes may be scalar if it is dead at the reconvergence point. One thing more is needed than
// §4.2 says: it must be dead where the other sides begin, too, or the side that runs first
// overwrites what the next one reads. `Convergent` is the rule of Lee et al. 2013: nothing is
// scalar where a warp's threads may be apart, nor in a function, which may be called by some.
//
// A scalar register is one for all sides, so the place of one that is live where a side begins must
// not be used by the others, although no thread needs it there (§4.3, "resurrected" registers):
// these pairs are kept apart when registers are allocated, vector and scalar ones each by
// themselves.
//
// What differs from uniformity.hpp besides: loads from global and shared memory at one address
// are scalar, since a packet reads at one moment; votes, reductions and calls are not, and neither
// are stores to the threads' own memory, nor atomic operations, each of which counts. A recursive
// function has none; parameters and results of a call are vectors.
//
// All this rests on one side running after the other. Where threads of a warp may wait for each
// other while they are apart (`apart`), sides take turns, and a kernel has no scalars.
#pragma once

#include <vector>

#include "program/analysis/analysis.hpp"
#include "program/analysis/scalar_rule.hpp"

namespace heddle {

class Scalarization {
 public:
  using Options = ScalarizationOptions;

  Scalarization(const FunctionAnalysis& analysis, Options options);

  bool scalar(Pc pc) const { return instruction_[pc.value()] != 0; }
  bool scalar(Reg r) const { return scalars_.chosen[r.value()] != 0; }
  /// Some threads of a warp may execute it while others are elsewhere in this function.
  bool apart(Pc pc) const { return apart_[pc.value()] != 0; }
  /// Scalar ones.
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
