// Comparisons that yield lane masks, and the forms of set and setp built on them.
//
// A test compares two rows and exists once per (operator, type). The forms of set and setp wrap it,
// so that only functions of a few instructions are instantiated for every combination.
#pragma once

#include "exec/handlers/common.hpp"
#include "isa/compare.hpp"

namespace heddle {

/// The lanes of `mask` in which the comparison of op.src[0] and op.src[1] holds.
using Test = uint32_t (*)(const Op& op, const Lanes& lanes, uint32_t mask);

// Op::detail: how the third source is combined, and the kind of result.
enum class Join : uint16_t { None, And, Or, Xor };
inline constexpr uint16_t kJoinMask = 3;
inline constexpr uint16_t kBoth = 4;     // setp with two destinations
inline constexpr uint16_t kOneF32 = 8;   // set with an f32 result
inline constexpr uint16_t kOneF16 = 16;  // set with an f16 result
inline constexpr uint16_t kOneBF16 = 32;
inline constexpr uint16_t kShort = 64;  // set with a 16-bit integer result

uint32_t join(const Op& op, const Lanes& lanes, uint32_t bits);
void write_set(const Op& op, Lanes& lanes, uint32_t mask, uint32_t bits);
void write_set_packed(const Op& op, Lanes& lanes, uint32_t mask, uint32_t low, uint32_t high);

template <Test T>
void setp_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  lanes.write_predicate(op.dst[0], mask, T(op, lanes, mask));
}

/// The forms with a second destination or a third source.
template <Test T>
void setp_joined(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t bits = T(op, lanes, mask);
  const uint32_t p = join(op, lanes, bits), q = join(op, lanes, ~bits);
  lanes.write_predicate(op.dst[0], mask, p);
  if (op.detail & kBoth) lanes.write_predicate(op.dst[1], mask, q);
}

template <Test T>
void set_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  write_set(op, lanes, mask, join(op, lanes, T(op, lanes, mask)));
}

/// Two elements per lane: setp writes one predicate for each, set one half word for each.
template <Test Low, Test High>
void setp_packed(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t low = join(op, lanes, Low(op, lanes, mask));
  const uint32_t high = join(op, lanes, High(op, lanes, mask));
  lanes.write_predicate(op.dst[0], mask, low);
  lanes.write_predicate(op.dst[1], mask, high);
}
template <Test Low, Test High>
void set_packed(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t low = join(op, lanes, Low(op, lanes, mask));
  write_set_packed(op, lanes, mask, low, join(op, lanes, High(op, lanes, mask)));
}

/// Op::detail of a set or setp. The caller must reject result types that do not exist.
uint16_t compare_detail(const Instruction& i);

template <Test T>
Selection compare_selection(const Instruction& i) {
  const uint16_t detail = compare_detail(i);
  if (i.op == Opcode::Set) return {set_handler<T>, detail};
  return {detail == 0 ? setp_handler<T> : setp_joined<T>, detail};
}

/// Calls `f.operator()<C>()` with the comparison operator of the instruction.
template <class F>
Selection for_ordered(const Instruction& i, F f) {
  using isa::Compare;
  if (i.has(Mod::Eq)) return f.template operator()<Compare::Eq>();
  if (i.has(Mod::Ne)) return f.template operator()<Compare::Ne>();
  if (i.has(Mod::Lt) || i.has(Mod::LoU)) return f.template operator()<Compare::Lt>();
  if (i.has(Mod::Le) || i.has(Mod::Ls)) return f.template operator()<Compare::Le>();
  if (i.has(Mod::Gt) || i.has(Mod::HiU)) return f.template operator()<Compare::Gt>();
  if (i.has(Mod::Ge) || i.has(Mod::Hs)) return f.template operator()<Compare::Ge>();
  return {};
}
template <class F>
Selection for_compare(const Instruction& i, F f) {
  using isa::Compare;
  if (i.has(Mod::Equ)) return f.template operator()<Compare::Equ>();
  if (i.has(Mod::Neu)) return f.template operator()<Compare::Neu>();
  if (i.has(Mod::Ltu)) return f.template operator()<Compare::Ltu>();
  if (i.has(Mod::Leu)) return f.template operator()<Compare::Leu>();
  if (i.has(Mod::Gtu)) return f.template operator()<Compare::Gtu>();
  if (i.has(Mod::Geu)) return f.template operator()<Compare::Geu>();
  if (i.has(Mod::Num)) return f.template operator()<Compare::Num>();
  if (i.has(Mod::Nan)) return f.template operator()<Compare::Nan>();
  return for_ordered(i, f);
}

}  // namespace heddle
