#include "sm/check/scalar_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/strong_format.hpp"
#include "sm/check/invariant.hpp"

namespace heddle {

namespace {

/// Words that a register has in the file; a predicate takes one, too.
uint32_t words_of(RegClass cls) { return std::max(units_of(cls), 1u); }

/// Word `n` of what a thread has in a row.
uint32_t word(const std::byte* row, RegClass cls, uint32_t lane, uint32_t n) {
  uint32_t value = 0;
  if (cls == RegClass::Pred) {
    std::memcpy(&value, row, 4);
    return value >> lane & 1;
  }
  std::memcpy(&value, row + size_t{4} * (lane * words_of(cls) + n), 4);
  return value;
}

template <class F>
void for_each_lane(uint32_t mask, F f) {
  for (uint32_t m = mask; m != 0; m &= m - 1) f(static_cast<uint32_t>(std::countr_zero(m)));
}

}  // namespace

void ScalarChecker::add(const TimedCode& code, size_t f, Reg r) {
  const LinkedFunction& linked = code.kernel->functions[f];
  const Function& function = code.kernel->module().functions[linked.index];
  uint32_t slot = code.scalar_slots[f][r.value()];
  operands_.push_back({linked.registers[r.value()].offset, function.registers[r.value()].cls(),
                       slot == kVector ? kVector : slot - code.first_scalar, r.value()});
}

void ScalarChecker::start(const TimedCode& code, uint32_t tiles, uint32_t warp) {
  code_ = &code;
  warp_ = std::min(warp, 32u);
  size_ = code.slots - code.first_scalar;
  files_.assign(size_t{tiles} * (32 / warp_) * size_, 0);
  instructions_.assign(code.ops.size(), {});
  operands_.clear();
  for (size_t f = 0; f < code.kernel->functions.size(); f++) {
    const LinkedFunction& linked = code.kernel->functions[f];
    const Function& function = code.kernel->module().functions[linked.index];
    for (Pc pc; pc.value() < function.code.size(); ++pc) {
      const heddle::Instruction& i = function.code[pc.index()];
      Instruction& known = instructions_[linked.at(pc)];
      const auto here = [&] { return static_cast<uint32_t>(operands_.size()); };
      known.scalar = code.ops[linked.at(pc)].scalar;
      known.guard = here();
      if (i.guarded()) add(code, f, i.guard);
      known.reads = here();
      bool guard = i.guarded();  // comes first
      for_each_use(function, i, [&](Reg r) {
        if (!guard) add(code, f, r);
        guard = false;
      });
      known.writes = here();
      for_each_def(function, i, [&](Reg r) { add(code, f, r); });
      known.end = here();
    }
  }
}

void ScalarChecker::begin(TileId tile) {
  size_t words = size_t{32 / warp_} * size_;
  std::fill_n(files_.begin() + static_cast<ptrdiff_t>(tile.index() * words), words, 0u);
}

uint32_t* ScalarChecker::file(TileMask part) {
  auto lane = static_cast<uint32_t>(std::countr_zero(part.mask));
  return files_.data() + (part.tile.index() * (32 / warp_) + warp_index(lane, warp_)) * size_;
}

void ScalarChecker::object(LinkedPc pc, TileMask part, const std::string& what) const {
  throw InvariantError(fmt::format("scalar: '{}' (line {}), threads {:#x} of tile {}: {}",
                                   code_->kernel->text_of(pc), code_->kernel->line_of(pc),
                                   part.mask, part.tile, what));
}

void ScalarChecker::check_equal(LinkedPc pc, const Operand& o, TileMask part,
                                const std::byte* registers, const char* what) const {
  auto first = static_cast<uint32_t>(std::countr_zero(part.mask));
  for_each_lane(part.mask, [&](uint32_t lane) {
    for (uint32_t n = 0; n < words_of(o.cls); n++)
      if (word(registers + o.row, o.cls, lane, n) != word(registers + o.row, o.cls, first, n))
        object(pc, part,
               fmt::format("executes once, but {} register {} differs in threads {} and {}", what,
                           o.number, first, lane));
  });
}

void ScalarChecker::check_held(LinkedPc pc, const Operand& o, TileMask part,
                               const std::byte* registers) const {
  const uint32_t* held = file(part) + o.place;
  for_each_lane(part.mask, [&](uint32_t lane) {
    for (uint32_t n = 0; n < words_of(o.cls); n++)
      if (uint32_t own = word(registers + o.row, o.cls, lane, n); own != held[n])
        object(pc, part,
               fmt::format("scalar place {} holds {:#x} where register {} of thread {} is {:#x}",
                           o.place + n, held[n], o.number, lane, own));
  });
}

void ScalarChecker::read(LinkedPc pc, TileMask part, uint32_t all,
                         const std::byte* registers) const {
  const Instruction& i = instructions_[pc];
  for (uint32_t n = i.guard; n < i.writes; n++) {
    TileMask readers{part.tile, n < i.reads ? all : part.mask};
    if (readers.mask == 0) continue;
    if (i.scalar) check_equal(pc, operands_[n], readers, registers, "operand");
    if (operands_[n].place != kVector) check_held(pc, operands_[n], readers, registers);
  }
}

void ScalarChecker::write(LinkedPc pc, TileMask part, const std::byte* registers,
                          const Access* access) {
  const Instruction& i = instructions_[pc];
  if (part.mask == 0) return;
  auto first = static_cast<uint32_t>(std::countr_zero(part.mask));
  if (i.scalar && access)
    for_each_lane(part.mask, [&](uint32_t lane) {
      if (access->address[lane] != access->address[first])
        object(pc, part, "executes once, but its threads access different addresses");
    });
  for (uint32_t n = i.writes; n < i.end; n++) {
    const Operand& o = operands_[n];
    if (i.scalar != (o.place != kVector))
      object(pc, part, "a vector instruction writes a scalar register, or the other way round");
    if (!i.scalar) continue;
    check_equal(pc, o, part, registers, "result");
    for (uint32_t w = 0; w < words_of(o.cls); w++)
      file(part)[o.place + w] = word(registers + o.row, o.cls, first, w);
  }
}

}  // namespace heddle
