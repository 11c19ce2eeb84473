// Which registers hold a value that may still be read.
//
// Backward data flow over the blocks. A guarded definition does not end the life of the old value,
// since a thread whose guard is false keeps it. `ret` reads the function's results. Parameters of a
// device function are defined before its first instruction.
//
// Most registers of compiler-made PTX live in one block only. The data flow runs over the others,
// those that some block reads before it writes them: they get dense numbers, and a block's set is a
// row of bits over them. So memory is blocks × crossing registers / 8 bytes: 100 MB at 40,000 ×
// 20,000, a few kilobytes for a usual kernel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/analysis/bits.hpp"
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
  Liveness(const Function& function, const Cfg& cfg);

  bool live_in(uint32_t block, Reg r) const;
  bool live_out(uint32_t block, Reg r) const;
  std::vector<Reg> live_in(uint32_t block) const;   // by register number
  std::vector<Reg> live_out(uint32_t block) const;  // by register number
  /// Registers whose value before `pc` may still be read, by register number. Walks the rest of the
  /// block.
  std::vector<Reg> live_at(Pc pc) const;
  /// Adds the registers live behind the last instruction of `block` to `set`.
  void add_live_out(uint32_t block, RegList& set) const;

  /// The most 32-bit units, and predicates, live before or just behind any one instruction that can
  /// be reached.
  uint32_t max_units() const { return max_units_; }
  uint32_t max_predicates() const { return max_predicates_; }

  /// Dense numbers of the registers that cross blocks: those that can be live at a block's border.
  static constexpr uint32_t kLocal = 0xffffffff;
  uint32_t crossing(Reg r) const { return crossing_[r.value()]; }  // or kLocal
  std::span<const Reg> crossing_registers() const { return crossing_registers_; }
  std::span<const uint64_t> live_in_bits(uint32_t block) const { return in_[block]; }

 private:
  void number_crossing();
  void solve();
  void measure();

  const Function* function_;  // both outlive this
  const Cfg* cfg_;
  std::vector<uint32_t> crossing_;
  std::vector<Reg> crossing_registers_;
  BitMatrix in_;  // one row more than blocks: the virtual exit's, empty
  uint32_t max_units_ = 0, max_predicates_ = 0;
};

/// Walks a block's instructions backwards from the registers in `live`, which must hold those live
/// behind the block. Calls `visit(Pc, live)` for each with the set behind it; results that nobody
/// reads are not in that set.
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
