#include "exec/link/rows.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "exec/link/row_sharing.hpp"

namespace heddle {

namespace {
/// Bytes per lane of a row of any class except predicates.
uint32_t lane_bytes(RegClass cls) { return 4 * units_of(cls); }
constexpr uint32_t kMaxTile = 1u << 29;  // row offsets have 30 bits
}  // namespace

Rows::Rows(Executable& out) : out_(out) {
  for (RegClass cls : {RegClass::Pred, RegClass::Word, RegClass::Double, RegClass::Quad})
    scratch_[static_cast<size_t>(cls)] = allocate(cls);
}

Ref Rows::allocate(RegClass cls) {
  uint32_t offset;
  if (cls == RegClass::Pred) {
    if (predicates_left_ == 0) {
      predicate_space_ = used_;
      predicates_left_ = 16;
      used_ += 64;
    }
    offset = predicate_space_;
    predicate_space_ += 4;
    predicates_left_--;
  } else {
    offset = used_;
    used_ += lane_bytes(cls) * kTileThreads;
  }
  if (used_ > kMaxTile) throw UnsupportedError("the kernel has too many registers");
  out_.tile_bytes = used_;
  Ref ref;
  ref.offset = offset;
  return ref;
}

const std::vector<Ref>& Rows::place_function(uint32_t module_index, const Function& f,
                                             const std::vector<uint32_t>& shared) {
  std::vector<Ref>& rows = bases_[module_index];
  // Registers that no instruction uses (large families are often sparse) get no row.
  std::vector<bool> used(f.registers.size(), false);
  auto mark = [&](Reg r) { used[r.value()] = true; };
  for (const Instruction& i : f.code) {
    for_each_use(f, i, mark);
    for_each_def(f, i, mark);
  }
  for (Reg r : f.parameter_registers) mark(r);
  for (Reg r : f.result_registers) mark(r);
  std::vector<Ref> by_number[4];  // the shared rows of each class
  auto place = [&](uint32_t number, RegClass cls) {
    Ref own, *row = &own;
    if (number != kOwnRow) {
      std::vector<Ref>& known = by_number[static_cast<size_t>(cls)];
      if (known.size() <= number) known.resize(number + 1);
      row = &known[number];
    }
    if (is_placed(*row)) return *row;
    *row = allocate(cls);
    out_.rows.emplace_back(*row, cls);
    return *row;
  };
  rows.reserve(f.registers.size());
  for (size_t r = 0; r < f.registers.size(); r++)
    rows.push_back(used[r] ? place(shared[r], f.registers[r].cls()) : Ref{});
  return rows;
}

Ref Rows::append_constant(RegClass cls, uint64_t value) {
  Ref ref;
  ref.constant = 1;
  auto& pool = out_.constants;
  if (pool.size() > kMaxTile) throw UnsupportedError("the kernel has too many constants");
  ref.offset = static_cast<uint32_t>(pool.size());
  if (cls == RegClass::Pred) {
    value = value ? kFullMask : 0;
    cls = RegClass::Word;
  }
  uint32_t bytes = lane_bytes(cls);
  pool.resize(pool.size() + bytes * kTileThreads);  // zeros above the value
  std::byte* row = pool.data() + ref.offset;
  for (uint32_t i = 0; i < kTileThreads; i++)
    std::memcpy(row + bytes * i, &value, std::min<size_t>(bytes, sizeof value));
  return ref;
}

Ref Rows::constant(RegClass cls, uint64_t value) {
  if (cls == RegClass::Word) value &= 0xffffffff;
  auto [at, added] = constants_[static_cast<size_t>(cls)].try_emplace(value);
  if (added) at->second = append_constant(cls, value);
  return at->second;
}

Ref Rows::launch_constant(LaunchConstant what) {
  for (const LaunchConstant& known : out_.launch_constants)
    if (known.kind == what.kind && known.wide == what.wide && known.parameter == what.parameter &&
        known.bytes == what.bytes && known.sign_extend == what.sign_extend &&
        known.register_bytes == what.register_bytes && known.special == what.special) {
      Ref ref;
      ref.constant = 1;
      ref.offset = known.offset;
      return ref;
    }
  Ref ref = append_constant(what.wide ? RegClass::Double : RegClass::Word, 0);
  what.offset = ref.offset;
  out_.launch_constants.push_back(what);
  return ref;
}

}  // namespace heddle
