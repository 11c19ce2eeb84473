// Finds the family of a regular instruction.
#include "exec/handlers/families.hpp"

namespace heddle {

namespace {

enum class Kind : uint8_t { Integer, Half, Float };

Kind kind_of(Type type) {
  switch (type) {
    case Type::F16:
    case Type::F16x2:
    case Type::BF16:
    case Type::BF16x2: return Kind::Half;
    case Type::F32:
    case Type::F32x2:
    case Type::F64: return Kind::Float;
    default: return Kind::Integer;
  }
}

Selection by_kind(const Instruction& i) {
  switch (kind_of(i.type)) {
    case Kind::Half: return select_half(i);
    case Kind::Float: return select_float(i);
    default: return select_integer(i);
  }
}

bool approximates(const Instruction& i) { return i.has(Mod::Approx) || i.has(Mod::Full); }

// Registers have their declared size; other operands have the size of their type.
uint32_t bytes_of(const Function& f, const Operand& operand, Type type) {
  return ptx::size_of(operand.is_register() ? f.registers[operand.index].type : type);
}

}  // namespace

Selection select_regular(const Function& f, const Instruction& i) {
  switch (i.op) {
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mad: return i.has(Mod::Cc) ? select_carry(i) : by_kind(i);
    case Opcode::Addc:
    case Opcode::Subc:
    case Opcode::Madc: return select_carry(i);
    case Opcode::Mul:
    case Opcode::Fma:
    case Opcode::Abs:
    case Opcode::Neg:
    case Opcode::Min:
    case Opcode::Max: return by_kind(i);
    case Opcode::Mul24:
    case Opcode::Mad24:
    case Opcode::Sad:
    case Opcode::Rem:
    case Opcode::Dp4a:
    case Opcode::Dp2a:
    case Opcode::Vabsdiff2:
    case Opcode::Vabsdiff4: return select_integer(i);
    case Opcode::Div:
    case Opcode::Rcp:
    case Opcode::Sqrt: return approximates(i) ? select_approx(i) : by_kind(i);
    case Opcode::Copysign: return select_float(i);
    case Opcode::Rsqrt:
    case Opcode::Sin:
    case Opcode::Cos:
    case Opcode::Lg2: return select_approx(i);
    case Opcode::Ex2:
    case Opcode::Tanh: return kind_of(i.type) == Kind::Half ? select_half(i) : select_approx(i);
    case Opcode::Testp:
    case Opcode::Set:
    case Opcode::Setp:
    case Opcode::Selp:
    case Opcode::Slct: return select_compare(i);
    case Opcode::Popc:
    case Opcode::Clz:
    case Opcode::Bfind:
    case Opcode::Fns:
    case Opcode::Brev:
    case Opcode::Bfe:
    case Opcode::Bfi:
    case Opcode::Szext:
    case Opcode::Bmsk:
    case Opcode::And:
    case Opcode::Or:
    case Opcode::Xor:
    case Opcode::Not:
    case Opcode::Cnot:
    case Opcode::Lop3:
    case Opcode::CvtPack:
    case Opcode::Shf:
    case Opcode::Shl:
    case Opcode::Shr:
    case Opcode::Prmt: return select_bits(i);
    case Opcode::Cvt:
      return select_convert_sized(i, bytes_of(f, f.destinations(i)[0], i.type),
                                  bytes_of(f, f.sources(i)[0], i.type2));
    default: return {};
  }
}

}  // namespace heddle
