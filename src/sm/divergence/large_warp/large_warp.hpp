// The large warp microarchitecture (narasiman2011 §3.1): warps of many rows of lanes, with one PC
// and one reconvergence stack each, whose instructions issue as sub-warps.
//
// Active threads lie in a matrix with a column per lane. Each cycle one thread of every column, the
// first that is free, goes into the next sub-warp and leaves a copy of the matrix; the group's
// instruction is complete when the copy is empty. Threads keep their column, and so their lane and
// bank of the register file.
//
// With `guard_packing` an instruction's guard empties the matrix first, so that sub-warps hold only
// threads that execute it (§5.1). With `jump_slot` an unconditional branch takes one slot for all
// threads: it only sets the PC.
#pragma once

#include <vector>

#include "sm/divergence/stack_per_warp.hpp"
#include "sm/divergence/wide_warps.hpp"

namespace heddle {

class LargeWarp : public StackPerWarp<WideWarps> {
  using Base = StackPerWarp<WideWarps>;

 public:
  static constexpr Mechanism kMechanism = mechanism("large_warp");

  explicit LargeWarp(const MachineConfig& config);

  void advance(GroupId g) {
    matrix_[g].begun = false;
    Base::advance(g);
  }
  void hold(GroupId g) {
    matrix_[g].begun = false;
    Base::hold(g);
  }
  void pack(GroupId g, Threads& threads);
  void skip(GroupId g, const Threads& threads);
  bool packs_by_guard() const { return guard_packing_; }
  bool jumps_in_one_slot() const { return jump_slot_; }

  /// That the instruction still has to issue for.
  void threads(GroupId g, Threads& out) const {
    if (matrix_[g].begun)
      warps_.threads(warp_of(g), matrix_[g].left, out);
    else
      Base::threads(g, out);
  }
  void all_active(GroupId g, Threads& out) const { Base::threads(g, out); }
  bool has_unpacked(GroupId g) const { return !matrix_[g].begun || !matrix_[g].left.empty(); }

 private:
  struct Matrix {
    WideMask left;  // of the active threads
    bool begun = false;
  };
  Matrix& begin(GroupId g);

  uint32_t columns_;
  bool guard_packing_, jump_slot_;
  IndexedBy<GroupId, Matrix> matrix_;
};

}  // namespace heddle
