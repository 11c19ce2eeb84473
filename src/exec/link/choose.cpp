#include "exec/link/choose.hpp"

#include <fmt/format.h>

#include "exec/handlers/memory.hpp"
#include "exec/handlers/move.hpp"
#include "exec/handlers/stack.hpp"
#include "exec/select.hpp"
#include "exec/warp_ops.hpp"
#include "program/signature.hpp"

namespace heddle {

namespace {

using Kind = Operand::Kind;

bool is_dynamic_special(Special s) {
  switch (s) {
    case Special::Clock:
    case Special::ClockHi:
    case Special::Clock64:
    case Special::GlobalTimer:
    case Special::GlobalTimerLo:
    case Special::GlobalTimerHi: return true;
    default: return false;
  }
}

bool is_local_of_function(const Function& f, const Operand& o) {
  return o.kind == Kind::Variable && !o.in_module && !f.is_entry &&
         f.variables[o.index].space == Space::Local;
}

Handler choose_mov(const Function& f, const Instruction& i) {
  auto d = f.destinations(i), s = f.sources(i);
  if (d.empty() || s.empty()) return nullptr;
  uint32_t bytes = ptx::size_of(i.type);
  if (i.vector > 1) return bytes == 4 ? select_move_many(class_of(i.type)) : nullptr;
  if (s.size() > 1) return select_pack(bytes, static_cast<uint32_t>(s.size()));
  if (d.size() > 1) return select_unpack(bytes, static_cast<uint32_t>(d.size()));
  RegClass cls = class_of(i.type);
  if (s[0].kind == Kind::Special && is_dynamic_special(static_cast<Special>(s[0].index)))
    return select_clock(static_cast<Special>(s[0].index), cls);
  if (is_local_of_function(f, s[0])) return select_frame_address(cls);
  if (s[0].is_register() && s[0].value != 0) return nullptr;  // mov d, %r+4 does not exist
  return select_move(cls);
}

Handler choose_cvta(const Function& f, const Instruction& i) {
  if (class_of(i.type) != RegClass::Double) return nullptr;
  if (is_local_of_function(f, f.sources(i)[0])) return select_frame_address(RegClass::Double);
  return select_add_offset();
}

Handler choose_memory(const Function& f, const Instruction& i) {
  bool load = i.op != Opcode::St;
  if (i.parameter_words)
    return load ? select_parameter_load(ptx::is_signed(i.type)) : select_parameter_store();
  const Operand& data = load ? f.destinations(i)[0] : f.sources(i)[1];
  RegClass cls = class_of_operand(f, data, i.type);
  if (is_kernel_parameter(f, i)) return i.vector > 1 ? select_move_many(cls) : select_move(cls);
  if (!load && (i.space == Space::Const || i.space == Space::Param)) return nullptr;
  // Elements of one access have one width, except that literals and sinks take any.
  auto elements = load ? f.destinations(i) : f.sources(i).subspan(1);
  for (const Operand& e : elements)
    if (e.is_register() && f.registers[e.index].cls() != cls && i.vector > 1) return nullptr;
  uint32_t register_bytes =
      data.is_register() ? ptx::size_of(f.registers[data.index].type) : ptx::size_of(i.type);
  return load ? select_load(i, cls, register_bytes) : select_store(i, cls);
}

Handler choose_regular(const Function& f, const Instruction& i, uint16_t& detail) {
  for (const Operand& o : f.sources(i))
    if (o.kind == Kind::Variable || o.kind == Kind::Function ||
        (o.kind == Kind::Special && is_dynamic_special(static_cast<Special>(o.index))))
      return nullptr;
  Selection selection = select_regular(f, i);
  detail = selection.detail;
  return selection.run;
}

}  // namespace

RegClass class_of_operand(const Function& f, const Operand& o, Type type) {
  return o.is_register() ? f.registers[o.index].cls() : class_of(type);
}

bool is_kernel_parameter(const Function& f, const Instruction& i) {
  if (i.op != Opcode::Ld || i.space != Space::Param || !f.is_entry) return false;
  const Operand& address = f.sources(i)[0];
  if (address.kind != Kind::Variable || address.in_module) return false;
  // A launch constant has at most 64 bits.
  if (class_of_operand(f, f.destinations(i)[0], i.type) == RegClass::Quad) return false;
  const Variable& v = f.variables[address.index];
  uint64_t bytes = uint64_t{ptx::size_of(i.type)} * i.vector;
  const uint64_t offset = static_cast<uint64_t>(address.value);
  // Any other access is performed, and checked, at run time.
  return v.space == Space::Param && address.value >= 0 && offset + bytes <= v.size &&
         (v.place + offset) % bytes == 0;
}

bool choose(const Function& f, const Instruction& i, Op& op) {
  if (!signature_of(i.op).supported) return false;
  switch (i.op) {
    case Opcode::Bra: op.action = Action::Branch; return true;
    case Opcode::Brx: op.action = Action::Indexed; return true;
    case Opcode::Call: op.action = Action::Call; return i.source_count > 0;
    case Opcode::Ret: op.action = Action::Return; return true;
    case Opcode::Exit: op.action = Action::Exit; return true;
    case Opcode::Trap: op.action = Action::Trap; return true;
    case Opcode::Bar:
    case Opcode::Barrier:
      if (i.source_count == 0) return false;
      op.action = i.has(Mod::Warp) ? Action::WarpSync : Action::Barrier;
      return true;
    case Opcode::Shfl:
    case Opcode::Vote:
      if (!i.has(Mod::Sync)) {
        op.run = exchange_among_active;
        return is_supported_warp_op(i);
      }
      [[fallthrough]];
    case Opcode::Match:
    case Opcode::Redux:
    case Opcode::Elect:
      op.action = Action::WarpSync;
      return i.has(Mod::Sync) && is_supported_warp_op(i);
    case Opcode::Mov: op.run = choose_mov(f, i); break;
    case Opcode::Cvta: op.run = choose_cvta(f, i); break;
    case Opcode::Isspacep: op.run = select_isspacep(i.space); break;
    case Opcode::Ld:
    case Opcode::Ldu:
    case Opcode::St: op.run = choose_memory(f, i); break;
    case Opcode::Atom:
    case Opcode::Red: op.run = select_atomic(i); break;
    case Opcode::Prefetch:
    case Opcode::Prefetchu:
    case Opcode::Discard:
    case Opcode::ApplyPriority:
    case Opcode::Membar:
    case Opcode::Fence:
    case Opcode::Nanosleep:
    case Opcode::Brkpt:
    case Opcode::Pmevent: op.run = touch; break;
    case Opcode::Activemask: op.run = read_active_mask; break;
    case Opcode::Alloca: op.run = select_alloca(class_of(i.type)); break;
    case Opcode::Stacksave: op.run = select_stacksave(class_of(i.type)); break;
    case Opcode::Stackrestore: op.run = select_stackrestore(class_of(i.type)); break;
    case Opcode::Lop3:
      if (i.source_count == 5) {
        op.run = select_lookup_and_test(i);
        break;
      }
      [[fallthrough]];
    default: op.run = choose_regular(f, i, op.detail); break;
  }
  return op.run != nullptr;
}

std::string describe_unsupported(const Program& module, const Instruction& i) {
  std::string_view text = module.source->text().substr(i.offset);
  text = text.substr(0, std::min(text.find_first_of(" \t;\r\n"), size_t{100}));
  return fmt::format("{}:{}: '{}' is not supported", module.source->name(),
                     module.source->locate(i.offset).line, text);
}

}  // namespace heddle
