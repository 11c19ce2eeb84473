// What modifiers an instruction must have, and which of them go together.
#include <fmt/format.h>

#include "program/lower/function_lowering.hpp"

namespace heddle {

namespace {

bool any_of(const ModSet& mods, std::initializer_list<Mod> wanted) {
  return !(mods & ModSet(wanted)).empty();
}

}  // namespace

void FunctionLowering::check_required_modifiers(const ptx::Instruction& i) {
  const ModSet& m = current_.mods;
  if (m.has(Mod::Ftz)) check_flush(i);
  bool integer = !ptx::is_float(current_.type);
  auto require = [&](bool ok, std::string_view what) {
    if (!ok) error(i.span, fmt::format("'{}' needs {}", text(i.span), what));
  };
  switch (current_.op) {
    case Opcode::Mul:
    case Opcode::Mad:
    case Opcode::Madc:
      require(!integer || any_of(m, {Mod::Lo, Mod::Hi, Mod::Wide}), "one of .lo, .hi and .wide");
      break;
    case Opcode::Fma:
      require(any_of(m, {Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp}), "a rounding mode (.rn .rz .rm .rp)");
      break;
    case Opcode::Setp:
    case Opcode::Set: check_comparison(i); break;
    case Opcode::Cvt: check_conversion(i); break;
    case Opcode::Div:
    case Opcode::Rcp:
    case Opcode::Sqrt: check_rounding(i); break;
    case Opcode::Shfl:
      require(m.has(Mod::Sync) == (i.operands.count == 5), "'.sync' and a member mask, or neither");
      check_without_sync(i);
      break;
    case Opcode::Vote:
      require(m.has(Mod::Sync) == (i.operands.count == 3), "'.sync' and a member mask, or neither");
      check_without_sync(i);
      break;
    case Opcode::Lop3: {
      const bool combines = any_of(m, {Mod::And, Mod::Or});
      const bool pair =
          i.operands.count > 0 && operands(i.operands)[0].kind == ptx::Operand::Kind::Pair;
      require(combines == pair && combines == (i.operands.count == 6),
              ".and or .or, a result such as %r1|%p1 and a predicate as last operand, or none of "
              "these");
      break;
    }
    case Opcode::CvtPack: {
      const bool half = ptx::size_of(current_.type) == 2;
      require(m.has(Mod::Sat) && current_.type2 == Type::S32 &&
                  (half ? current_.type3 == Type::None : current_.type3 == Type::B32) &&
                  i.operands.count == (half ? 3 : 4),
              "the form cvt.pack.sat.u16.s32 d, a, b or cvt.pack.sat.u8.s32.b32 d, a, b, c");
      break;
    }
    case Opcode::Redux: check_redux(i); break;
    case Opcode::Shf: require(any_of(m, {Mod::Left, Mod::Right}), "a direction, .l or .r"); break;
    case Opcode::Brx: require(m.has(Mod::Idx), "'.idx'"); break;
    default: break;
  }
}

// Threads of a warp need not be at the same place since sm_70; PTX 6.4 drew the consequence.
void FunctionLowering::check_without_sync(const ptx::Instruction& i) {
  const bool since_6_4 = std::pair(ast_.version_major, ast_.version_minor) >= std::pair(6u, 4u);
  unsigned architecture = 0;
  for (char c : ast_.target)
    if (c >= '0' && c <= '9') architecture = architecture * 10 + static_cast<unsigned>(c - '0');
  if (!current_.has(Mod::Sync) && since_6_4 && architecture >= 70)
    error(i.span, fmt::format("'{}' needs '.sync' and a member mask from PTX 6.4 and sm_70 on",
                              text(i.span)));
}

void FunctionLowering::check_redux(const ptx::Instruction& i) {
  const ModSet& m = current_.mods;
  const Type t = current_.type;
  const bool orders = any_of(m, {Mod::Min, Mod::Max});
  const bool integer = t == Type::U32 || t == Type::S32;
  const bool fits = any_of(m, {Mod::And, Mod::Or, Mod::Xor}) ? t == Type::B32
                    : m.has(Mod::Add)                        ? integer
                                      : orders && (integer || t == Type::F32);
  if (!fits || (any_of(m, {Mod::Abs, Mod::NaN}) && t != Type::F32))
    error(i.span,
          fmt::format("'{}' does not exist; redux has .add .min .max of .u32 and .s32, .and "
                      ".or .xor of .b32, .min .max of .f32",
                      text(i.span)));
}

/// ld and st: types, and how much one instruction moves.
bool FunctionLowering::check_access(const ptx::Instruction& i) {
  const Type t = current_.type;
  if (current_.op == Opcode::St && current_.space == Space::Const) {
    error(i.span, fmt::format("'{}' writes to constant memory, which is read-only", text(i.span)));
    return false;
  }
  const bool type_fits = (t >= Type::B8 && t <= Type::S64) || t == Type::F32 || t == Type::F64;
  const uint32_t element = ptx::size_of(t), bytes = element * current_.vector;
  const bool anywhere = bytes <= 16;
  const bool wide = bytes == 32 && element >= 4 && element <= 8 &&
                    (current_.space == Space::Global || current_.space == Space::Generic);
  if (type_fits && (anywhere || wide)) return true;
  const std::string_view why =
      type_fits ? "moves too much: 16 bytes are the most, or 32 bytes of .global "
                  "memory as .v8 of 32 bits or .v4 of 64 bits"
                : "has a type that memory does not; use a .b type of the same size";
  error(i.span, fmt::format("'{}' {}", text(i.span), why));
  return false;
}

}  // namespace heddle
