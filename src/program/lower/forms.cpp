// Which comparisons, roundings and flushes exist for which types. What has no meaning for a type is
// refused rather than ignored: an author of setp.lo.s32 expects something else than setp.lt.s32.
#include <fmt/format.h>

#include "program/lower/function_lowering.hpp"

namespace heddle {

namespace {

constexpr ModSet kEqualOrNot{Mod::Eq, Mod::Ne};
constexpr ModSet kOrderings{Mod::Lt, Mod::Le, Mod::Gt, Mod::Ge};
constexpr ModSet kUnsignedOnly{Mod::LoU, Mod::Ls, Mod::HiU, Mod::Hs};
constexpr ModSet kFloatOnly{Mod::Equ, Mod::Neu, Mod::Ltu, Mod::Leu,
                            Mod::Gtu, Mod::Geu, Mod::Num, Mod::Nan};
constexpr ModSet kRoundings{Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp};
constexpr ModSet kIntegralRoundings{Mod::Rni, Mod::Rzi, Mod::Rmi, Mod::Rpi};

bool is_bits(Type t) { return t >= Type::B8 && t <= Type::B128; }
bool is_unsigned(Type t) {
  return t == Type::U8 || t == Type::U16 || t == Type::U32 || t == Type::U64;
}
/// The scalar types between any two of which cvt converts.
bool is_number(Type t) {
  return (t >= Type::U8 && t <= Type::S64) || t == Type::F16 || t == Type::BF16 || t == Type::F32 ||
         t == Type::F64;
}

}  // namespace

void FunctionLowering::check_comparison(const ptx::Instruction& i) {
  const Type t = current_.op == Opcode::Set ? current_.type2 : current_.type;
  const auto has = [&](const ModSet& some) { return !(current_.mods & some).empty(); };
  if (!has(kEqualOrNot | kOrderings | kUnsignedOnly | kFloatOnly))
    return error(i.span, fmt::format("'{}' needs a comparison such as .eq or .lt", text(i.span)));
  const std::string_view wrong =
      has(kUnsignedOnly) && !is_unsigned(t)  ? ".lo .ls .hi .hs are for unsigned types"
      : has(kFloatOnly) && !ptx::is_float(t) ? "unordered comparisons are for floats"
      : is_bits(t) && !has(kEqualOrNot)      ? "of bits, only .eq and .ne exist"
                                             : "";
  if (!wrong.empty()) error(i.span, fmt::format("'{}' does not exist: {}", text(i.span), wrong));
}

void FunctionLowering::check_conversion(const ptx::Instruction& i) {
  const Type to = current_.type, from = current_.type2;
  if (!is_number(to) || !is_number(from)) return;
  const bool to_float = ptx::is_float(to), from_float = ptx::is_float(from);
  const bool narrows = ptx::size_of(to) < ptx::size_of(from);
  const bool rounds = !(current_.mods & kRoundings).empty();
  const bool integral = !(current_.mods & kIntegralRoundings).empty();
  const bool must_round = to_float && (!from_float || narrows);
  // Between formats neither of which contains the other, and with bf16, where rounding is optional.
  const bool may_round =
      must_round || (to_float && to != from && (from == Type::BF16 || to == Type::BF16));
  const bool may_be_integral = from_float && (!to_float || to == from);
  std::string_view wrong;
  if (must_round && !rounds)
    wrong = "needs a rounding mode (.rn .rz .rm .rp)";
  else if (!to_float && from_float && !integral)
    wrong = "needs a rounding to an integer (.rni .rzi .rmi .rpi)";
  else if ((rounds && !may_round) || (integral && !may_be_integral) || current_.has(Mod::Rna))
    wrong = "has a rounding mode that this conversion has not";
  if (!wrong.empty()) error(i.span, fmt::format("'{}' {}", text(i.span), wrong));
}

void FunctionLowering::check_rounding(const ptx::Instruction& i) {
  const ModSet exact_or_not = kRoundings | ModSet{Mod::Approx, Mod::Full};
  if (ptx::is_float(current_.type) && (current_.mods & exact_or_not).empty())
    error(i.span,
          fmt::format("'{}' needs a rounding mode (.rn .rz .rm .rp) or .approx", text(i.span)));
}

void FunctionLowering::check_flush(const ptx::Instruction& i) {
  const auto flushes = [&](Type t) {
    switch (t) {
      case Type::F32:
      case Type::F32x2:
      case Type::F16:
      case Type::F16x2: return true;
      case Type::BF16:
      case Type::BF16x2: return current_.op == Opcode::Ex2;
      case Type::F64: return current_.op == Opcode::Rcp || current_.op == Opcode::Rsqrt;
      default: return false;
    }
  };
  const bool ok =
      current_.op == Opcode::Cvt ? current_.type == Type::F32 || current_.type2 == Type::F32
      : current_.op == Opcode::Set || current_.op == Opcode::Slct ? flushes(current_.type2)
                                                                  : flushes(current_.type);
  if (!ok)
    error(i.span, fmt::format("'{}' has .ftz, but nothing that it would flush", text(i.span)));
}

}  // namespace heddle
