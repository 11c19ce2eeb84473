// Integers are computed modulo 2^64 in unsigned arithmetic, so no input causes undefined behaviour.
#include "ptx/evaluate.hpp"

#include <bit>
#include <limits>

namespace heddle::ptx {

namespace {

using Op = Token::Kind;
using ConstantKind = Constant::Kind;

constexpr std::string_view kIntegersOnly = "this operator takes integers only";
constexpr std::string_view kDivisionByZero = "division by zero";

void set(Constant& out, ConstantKind kind, uint64_t bits) {
  out.kind = kind;
  out.bits = bits;
}

std::string_view evaluate_floats(Op op, Constant& left, double b) {
  double a = left.as_double();
  switch (op) {
    case Op::Plus: set(left, ConstantKind::Double, std::bit_cast<uint64_t>(a + b)); break;
    case Op::Minus: set(left, ConstantKind::Double, std::bit_cast<uint64_t>(a - b)); break;
    case Op::Star: set(left, ConstantKind::Double, std::bit_cast<uint64_t>(a * b)); break;
    case Op::Slash:
      if (b == 0) return kDivisionByZero;
      set(left, ConstantKind::Double, std::bit_cast<uint64_t>(a / b));
      break;
    case Op::Less: set(left, ConstantKind::Signed, a < b); break;
    case Op::Greater: set(left, ConstantKind::Signed, a > b); break;
    case Op::LessEqual: set(left, ConstantKind::Signed, a <= b); break;
    case Op::GreaterEqual: set(left, ConstantKind::Signed, a >= b); break;
    case Op::EqualEqual: set(left, ConstantKind::Signed, a == b); break;
    case Op::NotEqual: set(left, ConstantKind::Signed, a != b); break;
    default: return kIntegersOnly;
  }
  return {};
}

uint64_t divide(uint64_t a, uint64_t b, bool is_unsigned) {
  if (is_unsigned) return a / b;
  if (b == std::numeric_limits<uint64_t>::max()) return 0 - a;  // the lowest value by -1 wraps
  return static_cast<uint64_t>(static_cast<int64_t>(a) / static_cast<int64_t>(b));
}

uint64_t shift_right(uint64_t a, unsigned count, bool is_unsigned) {
  return is_unsigned ? a >> count : static_cast<uint64_t>(static_cast<int64_t>(a) >> count);
}

}  // namespace

std::string_view evaluate(Op op, Constant& value) {
  if (op == Op::Plus) return {};
  if (value.is_integer()) {
    if (op == Op::Minus) value.bits = 0 - value.bits;
    if (op == Op::Tilde) set(value, ConstantKind::Unsigned, ~value.bits);
    if (op == Op::Not) set(value, ConstantKind::Signed, value.bits == 0);
    return {};
  }
  if (op != Op::Minus) return kIntegersOnly;
  value.bits ^= uint64_t{1} << (value.kind == ConstantKind::Single ? 31 : 63);
  return {};
}

std::string_view evaluate(Op op, Constant& left, const Constant& right) {
  if (!left.is_integer() || !right.is_integer())
    return evaluate_floats(op, left, right.as_double());
  uint64_t a = left.bits, b = right.bits;
  bool is_unsigned = left.kind == ConstantKind::Unsigned || right.kind == ConstantKind::Unsigned;
  ConstantKind common = is_unsigned ? ConstantKind::Unsigned : ConstantKind::Signed;
  // Flipping the sign bits makes an unsigned comparison order signed values.
  uint64_t flip = is_unsigned ? 0 : uint64_t{1} << 63;
  bool less = (a ^ flip) < (b ^ flip);
  if ((op == Op::Slash || op == Op::Percent) && b == 0) return kDivisionByZero;
  switch (op) {
    case Op::Plus: set(left, common, a + b); break;
    case Op::Minus: set(left, common, a - b); break;
    case Op::Star: set(left, common, a * b); break;
    case Op::Slash: set(left, common, divide(a, b, is_unsigned)); break;
    case Op::Percent: set(left, ConstantKind::Unsigned, a % b); break;
    case Op::ShiftLeft: left.bits = a << (b % 64); break;
    case Op::ShiftRight:
      left.bits = shift_right(a, b % 64, left.kind == ConstantKind::Unsigned);
      break;
    case Op::And: set(left, common, a & b); break;
    case Op::Or: set(left, common, a | b); break;
    case Op::Xor: set(left, common, a ^ b); break;
    case Op::AndAnd: set(left, ConstantKind::Signed, a != 0 && b != 0); break;
    case Op::OrOr: set(left, ConstantKind::Signed, a != 0 || b != 0); break;
    case Op::Less: set(left, ConstantKind::Signed, less); break;
    case Op::Greater: set(left, ConstantKind::Signed, !less && a != b); break;
    case Op::LessEqual: set(left, ConstantKind::Signed, less || a == b); break;
    case Op::GreaterEqual: set(left, ConstantKind::Signed, !less); break;
    case Op::EqualEqual: set(left, ConstantKind::Signed, a == b); break;
    case Op::NotEqual: set(left, ConstantKind::Signed, a != b); break;
    default: return kIntegersOnly;
  }
  return {};
}

}  // namespace heddle::ptx
