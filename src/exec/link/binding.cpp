// Resolves operands to rows.
#include <fmt/format.h>

#include "base/error.hpp"
#include "exec/link/choose.hpp"
#include "exec/link/linker.hpp"
#include "program/signature.hpp"

namespace heddle {

using Kind = Operand::Kind;

uint64_t Linker::address_of(const Function& f, const Operand& o) const {
  auto offset = static_cast<uint64_t>(o.value);
  if (o.kind == Kind::Function) return kCodeWindow + 16 * (uint64_t{o.index} + 1);
  if (!o.in_module) return f.variables[o.index].place + offset;
  bool shared = module_.variables[o.index].space == Space::Shared;
  return (shared ? shared_offsets_[o.index] : image_.addresses[o.index]) + offset;
}

Ref Linker::resolve_special(Special special, RegClass cls) {
  switch (special) {
    case Special::NtidX:
    case Special::NtidY:
    case Special::NtidZ:
    case Special::NctaidX:
    case Special::NctaidY:
    case Special::NctaidZ:
    case Special::NwarpId:
    case Special::GridId:
    case Special::NsmId:
    case Special::DynamicSmemSize:
    case Special::TotalSmemSize:
    case Special::WorkspaceHigh:
    case Special::WorkspaceLow: {
      LaunchConstant what;
      what.kind = LaunchConstant::Kind::Special;
      what.special = special;
      what.wide = cls == RegClass::Double;
      return rows_.launch_constant(what);
    }
    default: break;
  }
  for (const SpecialRow& known : out_.special_rows)
    if (known.special == special) return known.row;
  Ref row = rows_.allocate(RegClass::Word);
  out_.special_rows.push_back({special, row});
  return row;
}

Ref Linker::resolve(const Function& f, const Operand& o, RegClass cls) {
  Ref ref;
  switch (o.kind) {
    case Kind::Register: ref = rows_.of(current_, o.reg()); break;
    case Kind::Immediate: ref = rows_.constant(cls, static_cast<uint64_t>(o.value)); break;
    case Kind::Special: ref = resolve_special(static_cast<Special>(o.index), cls); break;
    case Kind::Variable:
    case Kind::Function: ref = rows_.constant(cls, address_of(f, o)); break;
    default: ref = rows_.constant(cls, 0); break;
  }
  ref.negated = o.negated;
  return ref;
}

Ref Linker::destination(const Function&, const Operand& o, RegClass cls) {
  return o.is_register() ? rows_.of(current_, o.reg()) : rows_.scratch(cls);
}

void Linker::bind(const Function& f, const Instruction& i, Op& op) {
  switch (i.op) {
    case Opcode::Mov: bind_mov(f, i, op); break;
    case Opcode::Cvta: bind_cvta(f, i, op); break;
    case Opcode::Ld:
    case Opcode::Ldu:
    case Opcode::St:
    case Opcode::Atom:
    case Opcode::Red: bind_memory(f, i, op); break;
    case Opcode::Bra:
    case Opcode::Brx: bind_branch(f, i, op); break;
    case Opcode::Call: bind_call(f, i, op); break;
    case Opcode::Prefetch:
    case Opcode::Prefetchu:
    case Opcode::Discard:
    case Opcode::ApplyPriority: break;
    case Opcode::Alloca:
      bind_regular(f, i, op);
      op.offset = i.source_count > 1 ? std::max<int64_t>(1, f.sources(i)[1].value) : 8;
      op.src[1] = op.dst[1] = out_.stack_top;
      break;
    case Opcode::Lop3:
      bind_regular(f, i, op);
      if (i.source_count < 5) break;
      op.detail = static_cast<uint16_t>(f.sources(i)[3].value);
      op.src[3] = resolve(f, f.sources(i)[4], RegClass::Pred);
      break;
    case Opcode::Stacksave:
      bind_regular(f, i, op);
      op.src[0] = out_.stack_top;
      break;
    case Opcode::Stackrestore:
      bind_regular(f, i, op);
      op.dst[1] = out_.stack_top;
      break;
    default: bind_regular(f, i, op); break;
  }
}

void Linker::bind_regular(const Function& f, const Instruction& i, Op& op) {
  auto d = f.destinations(i), s = f.sources(i);
  for (uint32_t n = 0; n < d.size() && n < 2; n++)
    op.dst[n] = destination(f, d[n], class_of(destination_type(i, n)));
  for (uint32_t n = 0; n < s.size() && n < 4; n++) {
    Type type = source_type(i, n);
    op.src[n] = resolve(f, s[n], type == Type::None ? RegClass::Double : class_of(type));
  }
}

void Linker::bind_mov(const Function& f, const Instruction& i, Op& op) {
  auto d = f.destinations(i), s = f.sources(i);
  RegClass cls = class_of(i.type);
  if (i.vector > 1) {
    op.count = i.vector;
    op.list = static_cast<uint32_t>(out_.refs.size());
    for (const Operand& o : d) out_.refs.push_back(destination(f, o, cls));
    for (const Operand& o : s) out_.refs.push_back(resolve(f, o, cls));
    return;
  }
  auto add_list = [&](std::span<const Operand> operands, bool destinations) {
    op.count = static_cast<uint8_t>(operands.size());
    op.list = static_cast<uint32_t>(out_.refs.size());
    RegClass element =
        ptx::size_of(i.type) / operands.size() == 8 ? RegClass::Double : RegClass::Word;
    for (const Operand& o : operands)
      out_.refs.push_back(destinations ? destination(f, o, element) : resolve(f, o, element));
  };
  if (s.size() > 1) {
    add_list(s, false);
    op.dst[0] = destination(f, d[0], cls);
    return;
  }
  if (d.size() > 1)
    add_list(d, true);
  else
    op.dst[0] = destination(f, d[0], cls);
  bool local = s[0].kind == Kind::Variable && !s[0].in_module && !f.is_entry;
  if (local) {
    op.src[0] = out_.frame_base;
    op.offset = static_cast<int64_t>(address_of(f, s[0]));
  } else {
    op.src[0] = resolve(f, s[0], cls);
  }
}

void Linker::bind_cvta(const Function& f, const Instruction& i, Op& op) {
  const Operand& s = f.sources(i)[0];
  Address window = i.space == Space::Shared  ? kSharedWindow
                   : i.space == Space::Local ? kLocalWindow
                   : i.space == Space::Param ? kParamWindow
                                             : 0;
  op.offset = static_cast<int64_t>(i.has(Mod::To) ? 0 - window : window);
  op.dst[0] = destination(f, f.destinations(i)[0], RegClass::Double);
  if (s.kind == Kind::Variable && !s.in_module && !f.is_entry) {
    op.src[0] = out_.frame_base;
    op.offset += static_cast<int64_t>(address_of(f, s));
  } else {
    op.src[0] = resolve(f, s, RegClass::Double);
    if (s.is_register()) op.offset += s.value;
  }
}

void Linker::bind_address(const Function& f, const Operand& o, Op& op) {
  op.offset = o.value;
  if (o.is_register()) {
    op.src[0] = rows_.of(current_, o.reg());
    op.wide_address = f.registers[o.index].cls() == RegClass::Double;
    return;
  }
  op.offset = 0;
  bool local = o.kind == Kind::Variable && !o.in_module && !f.is_entry &&
               f.variables[o.index].space == Space::Local;
  if (local) {
    op.src[0] = out_.frame_base;
    op.wide_address = false;
    op.offset = static_cast<int64_t>(address_of(f, o));
    return;
  }
  uint64_t address = o.kind == Kind::Immediate ? static_cast<uint64_t>(o.value) : address_of(f, o);
  // A generic access to a named variable of a windowed space.
  if (op.source->space == Space::Generic && o.kind == Kind::Variable) {
    Space space = o.in_module ? module_.variables[o.index].space : f.variables[o.index].space;
    if (space == Space::Shared) address += kSharedWindow;
    if (space == Space::Local) address += kLocalWindow;
    if (space == Space::Param) address += kParamWindow;
  }
  op.src[0] = rows_.constant(RegClass::Double, address);
}

void Linker::bind_kernel_parameter(const Function& f, const Instruction& i, Op& op,
                                   const Variable& v) {
  op.count = i.vector;
  op.list = static_cast<uint32_t>(out_.refs.size());
  auto d = f.destinations(i);
  RegClass cls = class_of_operand(f, d[0], i.type);
  for (const Operand& o : d) out_.refs.push_back(destination(f, o, cls));
  for (uint32_t e = 0; e < i.vector; e++) {
    LaunchConstant what;
    what.bytes = static_cast<uint8_t>(ptx::size_of(i.type));
    what.parameter = static_cast<uint32_t>(v.place + static_cast<uint64_t>(f.sources(i)[0].value) +
                                           e * what.bytes);
    what.wide = cls == RegClass::Double;
    what.sign_extend = ptx::is_signed(i.type);
    what.register_bytes =
        static_cast<uint8_t>(d[e].is_register() ? ptx::size_of(f.registers[d[e].index].type) : 8);
    out_.refs.push_back(rows_.launch_constant(what));
  }
  op.dst[0] = out_.refs[op.list];
  op.src[0] = out_.refs[op.list + i.vector];
}

void Linker::bind_parameter_access(const Function& f, const Instruction& i, Op& op) {
  bool load = i.op != Opcode::St;
  auto words = load ? f.sources(i) : f.destinations(i);
  auto elements = load ? f.destinations(i) : f.sources(i).first(i.vector);
  op.list = static_cast<uint32_t>(out_.refs.size());
  op.detail = static_cast<uint16_t>(words[0].value);
  op.offset = 0;
  for (const Operand& o : words) out_.refs.push_back(rows_.of(current_, o.reg()));
  for (uint32_t e = 0; e < elements.size(); e++) {
    RegClass cls = class_of_operand(f, elements[e], i.type);
    out_.refs.push_back(load ? destination(f, elements[e], cls) : resolve(f, elements[e], cls));
    op.offset |= static_cast<int64_t>(units_of(cls)) << (4 * e);
  }
}

void Linker::bind_memory(const Function& f, const Instruction& i, Op& op) {
  op.bytes = static_cast<uint8_t>(ptx::size_of(i.type));
  op.count = i.vector;
  if (i.parameter_words) {
    bind_parameter_access(f, i, op);
    return;
  }
  auto d = f.destinations(i), s = f.sources(i);
  if (is_kernel_parameter(f, i)) {
    bind_kernel_parameter(f, i, op, f.variables[s[0].index]);
    return;
  }
  bind_address(f, s[0], op);
  if (i.vector == 1) {
    if (!d.empty()) op.dst[0] = destination(f, d[0], class_of_operand(f, d[0], i.type));
    for (uint32_t n = 1; n < 3; n++)
      op.src[n] = n < s.size() ? resolve(f, s[n], class_of_operand(f, s[n], i.type))
                               : rows_.constant(class_of(i.type), 0);
    return;
  }
  op.list = static_cast<uint32_t>(out_.refs.size());
  RegClass cls = class_of(i.type);
  for (auto elements : {d, s.subspan(1)})
    for (const Operand& e : elements)
      if (e.is_register()) cls = f.registers[e.index].cls();
  for (const Operand& e : d) out_.refs.push_back(destination(f, e, cls));
  for (const Operand& e : s.subspan(1)) out_.refs.push_back(resolve(f, e, cls));
}

}  // namespace heddle
