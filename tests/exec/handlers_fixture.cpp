#include "exec/handlers_fixture.hpp"

#include <string>

namespace heddle::handler_tests {

namespace {

using enum Opcode;

constexpr auto kOpcodes = std::to_array<Opcode>(
    {Add, Sub,   Mul,   Mad,  Mul24, Mad24, Sad,   Div,  Rem,   Abs,      Neg,  Min,  Max,  Popc,
     Clz, Bfind, Fns,   Brev, Bfe,   Bfi,   Szext, Bmsk, Dp4a,  Dp2a,     Addc, Subc, Madc, Fma,
     Rcp, Sqrt,  Rsqrt, Sin,  Cos,   Lg2,   Ex2,   Tanh, Testp, Copysign, Set,  Setp, Selp, Slct,
     And, Or,    Xor,   Not,  Cnot,  Lop3,  Shf,   Shl,  Shr,   Prmt,     Cvt});

constexpr auto kTypes = std::to_array<Type>(
    {Type::Pred,  Type::B16,   Type::B32,   Type::B64,    Type::U8,     Type::U16,
     Type::U32,   Type::U64,   Type::S8,    Type::S16,    Type::S32,    Type::S64,
     Type::F16,   Type::F16x2, Type::BF16,  Type::BF16x2, Type::F32,    Type::F64,
     Type::U16x2, Type::S16x2, Type::F32x2, Type::TF32,   Type::E4M3x2, Type::E5M2x2});

// Groups of mutually exclusive modifiers.
const std::vector<std::vector<Mod>> kGroups = {
    {Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp, Mod::Rna, Mod::Rni, Mod::Rzi, Mod::Rmi, Mod::Rpi},
    {Mod::Ftz},
    {Mod::Sat, Mod::Satfinite},
    {Mod::Relu},
    {Mod::Approx, Mod::Full},
    {Mod::Lo, Mod::Hi, Mod::Wide},
    {Mod::Cc},
    {Mod::NaN},
    {Mod::ShiftAmt},
    {Mod::Left, Mod::Right},
    {Mod::Clamp, Mod::Wrap},
    {Mod::Eq, Mod::Ne, Mod::Lt, Mod::Le, Mod::Gt, Mod::Ge, Mod::LoU, Mod::Ls, Mod::HiU, Mod::Hs,
     Mod::Equ, Mod::Neu, Mod::Ltu, Mod::Leu, Mod::Gtu, Mod::Geu, Mod::Num, Mod::Nan},
    {Mod::And, Mod::Or, Mod::Xor},
    {Mod::Finite, Mod::Infinite, Mod::Number, Mod::NotANumber, Mod::Normal, Mod::Subnormal},
    {Mod::F4e, Mod::B4e, Mod::Rc8, Mod::Ecl, Mod::Ecr, Mod::Rc16}};

std::vector<ModSet> modifier_sets(Opcode op) {
  const ModSet allowed = signature_of(op).mods;
  std::vector<ModSet> sets = {ModSet{}};
  for (const auto& group : kGroups) {
    const size_t count = sets.size();
    for (Mod m : group) {
      if (!allowed.has(m)) continue;
      for (size_t n = 0; n < count; n++) sets.push_back(sets[n] | ModSet{m});
    }
  }
  if (allowed.has(Mod::XorSign)) {
    const size_t count = sets.size();
    for (size_t n = 0; n < count; n++) sets.push_back(sets[n] | ModSet{Mod::XorSign, Mod::Abs});
  }
  return sets;
}

bool uses_carry(Opcode op) { return op == Addc || op == Subc || op == Madc; }

}  // namespace

Selection select(const Form& form) {
  Function f;
  Instruction i = form.instruction();
  for (uint32_t n = 0; n < form.destinations; n++) {
    f.registers.emplace_back().type = destination_type(i, n);
    f.operands.push_back({.kind = Operand::Kind::Register, .index = n});
  }
  for (uint32_t n = 0; n < form.sources; n++) {
    f.registers.emplace_back().type = source_type(i, n);
    f.operands.push_back({.kind = Operand::Kind::Register, .index = form.destinations + n});
  }
  return select_regular(f, i);
}

std::vector<Form> all_forms() {
  std::vector<Form> forms;
  for (Opcode op : kOpcodes) {
    const Signature& signature = signature_of(op);
    const auto modifiers = modifier_sets(op);
    const std::vector<Type> none = {Type::None}, all(kTypes.begin(), kTypes.end());
    for (Type type : kTypes)
      for (Type type2 : signature.types == 2 ? all : none)
        for (const ModSet& mods : modifiers)
          for (int sources = signature.min_sources; sources <= signature.max_sources; sources++)
            for (int destinations = 1; destinations <= signature.destinations; destinations++) {
              Form form{op,
                        type,
                        mods,
                        type2,
                        static_cast<uint8_t>(sources + uses_carry(op)),
                        static_cast<uint8_t>(destinations + mods.has(Mod::Cc))};
              if (select(form).run != nullptr) forms.push_back(form);
            }
  }
  return forms;
}

std::string describe(const Form& form) {
  std::string text(name_of(form.op));
  for (size_t m = 0; m < static_cast<size_t>(Mod::Count); m++)
    if (form.mods.has(static_cast<Mod>(m))) text += "." + std::string(name_of(static_cast<Mod>(m)));
  text += "." + std::string(ptx::name_of(form.type));
  if (form.type2 != Type::None) text += "." + std::string(ptx::name_of(form.type2));
  return text + " with " + std::to_string(form.destinations) + " results of " +
         std::to_string(form.sources) + " sources";
}

}  // namespace heddle::handler_tests
