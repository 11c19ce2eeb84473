// Liveness: which registers hold a value that may still be read.
//
// Backward data flow over the blocks. A guarded definition does not end the life of the old value,
// since a thread whose guard is false keeps it. `ret` reads the function's results. Parameters of a
// device function are defined before its first instruction.
//
// Most registers of compiler-made PTX live in one block only. The others, those that some block
// reads before it writes them, get dense numbers, and a block's set is a sorted list of these
// numbers. Each is traced separately from the blocks that read it back to those that write it
// (Boissinot et al., "Computing liveness sets for SSA-form programs", 2011, §4.2), so the work is
// proportional to the size of the result.
//
// Thousands of registers that are live in thousands of blocks make that quadratic. Above
// `kEntryLimit` entries of all lists the sets are given up: `exact()` is false, and every crossing
// register counts as live everywhere, which is always safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/interrupt.hpp"
#include "program/analysis/cfg.hpp"

namespace heddle {

/// A set of registers that can be listed and cleared in time proportional to its size.
class RegList {
 public:
  explicit RegList(size_t registers) : place_(registers, kNone) {}
  bool contains(Reg r) const { return place_[r.value()] != kNone; }
  bool insert(Reg r) {
    if (contains(r)) return false;
    place_[r.value()] = static_cast<uint32_t>(list_.size());
    list_.push_back(r);
    return true;
  }
  bool erase(Reg r) {
    if (!contains(r)) return false;
    const uint32_t hole = place_[r.value()];
    list_[hole] = list_.back();
    place_[list_[hole].value()] = hole;
    list_.pop_back();
    place_[r.value()] = kNone;
    return true;
  }
  void clear() {
    for (Reg r : list_) place_[r.value()] = kNone;
    list_.clear();
  }
  std::span<const Reg> list() const { return list_; }

 private:
  static constexpr uint32_t kNone = 0xffffffff;
  std::vector<Reg> list_;
  std::vector<uint32_t> place_;
};

class Liveness {
 public:
  static constexpr uint64_t kEntryLimit = 30'000'000;

  /// The limit is a parameter for tests only.
  Liveness(const Function& function, const Cfg& cfg, Interrupt interrupt = {},
           uint64_t entry_limit = kEntryLimit);

  bool exact() const { return exact_; }
  bool live_in(uint32_t block, Reg r) const;
  bool live_out(uint32_t block, Reg r) const;
  std::vector<Reg> live_in(uint32_t block) const;   // by register number
  std::vector<Reg> live_out(uint32_t block) const;  // by register number
  /// Registers whose value before `pc` may still be read, by register number. Walks the rest of the
  /// block.
  std::vector<Reg> live_at(Pc pc) const;
  /// Adds the registers live after the last instruction of `block` to `set`.
  void add_live_out(uint32_t block, RegList& set) const;

  /// The most 32-bit units, and predicates, live before or just after any reachable instruction.
  uint32_t max_units() const { return max_units_; }
  uint32_t max_predicates() const { return max_predicates_; }

  /// Dense numbers of the registers that cross blocks: those that can be live at a block's border.
  static constexpr uint32_t kLocal = 0xffffffff;
  uint32_t crossing(Reg r) const { return crossing_[r.value()]; }  // or kLocal
  std::span<const Reg> crossing_registers() const { return crossing_registers_; }
  /// The numbers of those that are live where the block begins, ascending; of the virtual exit,
  /// none. Only when exact().
  std::span<const uint32_t> crossing_in(uint32_t block) const {
    return std::span(in_).subspan(in_begin_[block], in_begin_[block + 1] - in_begin_[block]);
  }
  /// Of the block's first among the numbers of all blocks; one more than the last for all.
  uint64_t crossing_offset(uint32_t block) const { return in_begin_[block]; }

 private:
  void number_crossing();
  void solve(Interrupt interrupt, uint64_t entry_limit);
  void measure(Interrupt interrupt);

  const Function* function_;  // both outlive this
  const Cfg* cfg_;
  std::vector<uint32_t> crossing_;
  std::vector<Reg> crossing_registers_;
  std::vector<uint32_t> in_;        // numbers of crossing registers, block by block
  std::vector<uint64_t> in_begin_;  // per block, the virtual exit, and the end
  bool exact_ = true;
  uint32_t max_units_ = 0, max_predicates_ = 0;
};

/// Walks a block's instructions backwards. `live` must hold the registers live after the block.
/// Calls `visit(Pc, live)` for each instruction with the registers live after it; unused results
/// are not in that set.
template <class F>
void walk_back(const Function& function, const BasicBlock& block, RegList& live, F&& visit) {
  for (uint32_t pc = block.last.value() + 1; pc-- > block.first.value();) {
    const Instruction& i = function.code[pc];
    visit(Pc{pc}, live);
    if (defines_all(i)) for_each_def(function, i, [&](Reg r) { live.erase(r); });
    for_each_use(function, i, [&](Reg r) { live.insert(r); });
  }
}

}  // namespace heddle
