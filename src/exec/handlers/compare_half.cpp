// set and setp on f16 and bf16, one value or two packed in a word.
#include "exec/handlers/compare_rows.hpp"
#include "exec/handlers/families.hpp"
#include "isa/half.hpp"

namespace heddle {

namespace {

using isa::BFloat;
using isa::Half;

// Element 1 is the upper half of a word.
template <class T, isa::Compare C, bool Ftz, int Element>
uint32_t test_lanes(const Op& op, const Lanes& lanes, uint32_t mask) {
  return test<uint32_t, uint32_t>(op, lanes, mask, [](uint32_t a, uint32_t b) {
    const T x{static_cast<uint16_t>(a >> (16 * Element))};
    const T y{static_cast<uint16_t>(b >> (16 * Element))};
    return Ftz ? isa::compare<C>(isa::flush(x), isa::flush(y)) : isa::compare<C>(x, y);
  });
}

template <class T, bool Ftz>
Selection scalar(const Instruction& i) {
  return for_compare(
      i, [&]<isa::Compare C>() { return compare_selection<test_lanes<T, C, Ftz, 0>>(i); });
}

template <class T, bool Ftz>
Selection packed(const Instruction& i) {
  return for_compare(i, [&]<isa::Compare C>() -> Selection {
    constexpr Test kLow = test_lanes<T, C, Ftz, 0>, kHigh = test_lanes<T, C, Ftz, 1>;
    const uint16_t detail = compare_detail(i);
    if (i.op == Opcode::Set) return {set_packed<kLow, kHigh>, detail};
    return {i.destination_count == 2 ? setp_packed<kLow, kHigh> : nullptr, detail};
  });
}

// Result types of set on f16 or bf16: an integer of 16 or 32 bits, or the operand type; for a
// packed pair, two half words of either kind. A comparison of f16 can also give bf16.
bool has_set_form(Type result, Type operands) {
  const bool integer = result == Type::U32 || result == Type::S32;
  if (ptx::size_of(operands) == 4) return integer || result == operands;
  return integer || result == Type::U16 || result == Type::S16 || result == operands ||
         (result == Type::BF16 && operands == Type::F16);
}

template <class T, bool Ftz>
Selection by_packing(const Instruction& i, bool two) {
  if (i.op == Opcode::Set && !has_set_form(i.type, i.type2)) return {};
  return two ? packed<T, Ftz>(i) : scalar<T, Ftz>(i);
}

template <class T>
Selection by_flush(const Instruction& i, bool two) {
  return i.has(Mod::Ftz) ? by_packing<T, true>(i, two) : by_packing<T, false>(i, two);
}

}  // namespace

Selection select_compare_half(const Instruction& i, Type type) {
  const bool two = type == Type::F16x2 || type == Type::BF16x2;
  const bool brain = type == Type::BF16 || type == Type::BF16x2;
  return brain ? by_flush<BFloat>(i, two) : by_flush<Half>(i, two);
}

}  // namespace heddle
