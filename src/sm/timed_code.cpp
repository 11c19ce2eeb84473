#include "sm/timed_code.hpp"

#include <algorithm>

#include "program/analysis/analysis.hpp"

namespace heddle {

namespace {

bool is_float_sfu(const Instruction& i) {
  switch (i.op) {
    case Opcode::Sin:
    case Opcode::Cos:
    case Opcode::Lg2:
    case Opcode::Ex2:
    case Opcode::Tanh:
    case Opcode::Rcp:
    case Opcode::Sqrt:
    case Opcode::Rsqrt:
    case Opcode::Div: return true;
    default: return false;
  }
}

OpClass class_of_memory(const Instruction& i) {
  if (i.space == Space::Param) return OpClass::Integer;  // constants of the launch, or registers
  if (i.op == Opcode::Atom || i.op == Opcode::Red)
    return i.space == Space::Shared ? OpClass::Shared : OpClass::Atomic;
  if (i.space == Space::Shared) return OpClass::Shared;
  return i.op == Opcode::St ? OpClass::Store : OpClass::Load;
}

OpClass class_of_arithmetic(const Instruction& i) {
  if (i.op == Opcode::Cvt) return OpClass::Convert;
  bool is_float = ptx::is_float(i.type);
  if (i.op == Opcode::Setp || i.op == Opcode::Selp || i.op == Opcode::Mov) return OpClass::Integer;
  if (i.type == Type::F64) return OpClass::Double;
  if (is_float) return is_float_sfu(i) ? OpClass::Sfu : OpClass::Float;
  switch (i.op) {
    case Opcode::Mul:
    case Opcode::Mad:
    case Opcode::Madc:
    case Opcode::Mul24:
    case Opcode::Mad24:
    case Opcode::Dp4a:
    case Opcode::Dp2a: return OpClass::IntegerMul;
    case Opcode::Div:
    case Opcode::Rem: return OpClass::IntegerDiv;
    default: return OpClass::Integer;
  }
}

/// Registers of all functions of a kernel, each function's behind those before it.
class UnitMap {
 public:
  UnitMap(const Executable& kernel) : kernel_(kernel) {
    const Program& module = kernel.module();
    for (const LinkedFunction& f : kernel.functions)
      analyses_.push_back(analyse(module, module.functions[f.index]));
    for (const auto& a : analyses_) {
      unit_base_.push_back(units_);
      if (a) units_ += a->registers.units_used;
    }
    slots_ = units_;
    for (const auto& a : analyses_) {
      predicate_base_.push_back(slots_);
      if (a) slots_ += a->registers.predicates_used;
    }
  }

  uint32_t units() const { return units_; }
  uint32_t slots() const { return slots_; }
  const FunctionAnalysis* analysis(size_t f) const { return analyses_[f].get(); }

  void append(size_t f, Reg reg, uint16_t* list, uint8_t& count, uint8_t limit) const {
    const RegisterAllocation& allocation = analyses_[f]->registers;
    const Function& function = kernel_.module().functions[kernel_.functions[f].index];
    RegClass cls = function.registers[reg.value()].cls();
    uint32_t unit = allocation.unit[reg.value()];
    if (unit == RegisterAllocation::kNowhere) return;
    uint32_t first = (cls == RegClass::Pred ? predicate_base_[f] : unit_base_[f]) + unit;
    uint32_t width = std::max(units_of(cls), 1u);
    for (uint32_t u = first; u < first + width; u++)
      if (count < limit && std::find(list, list + count, u) == list + count)
        list[count++] = static_cast<uint16_t>(u);
  }

 private:
  const Executable& kernel_;
  std::vector<FunctionAnalysisPtr> analyses_;
  std::vector<uint32_t> unit_base_, predicate_base_;
  uint32_t units_ = 0, slots_ = 0;
};

}  // namespace

OpClass class_of(const Instruction& i) {
  switch (i.op) {
    case Opcode::Ld:
    case Opcode::Ldu:
    case Opcode::St:
    case Opcode::Atom:
    case Opcode::Red: return class_of_memory(i);
    case Opcode::Bra:
    case Opcode::Brx:
    case Opcode::Call:
    case Opcode::Ret:
    case Opcode::Exit:
    case Opcode::Trap: return OpClass::Control;
    case Opcode::Bar:
    case Opcode::Barrier:
    case Opcode::Shfl:
    case Opcode::Vote:
    case Opcode::Match:
    case Opcode::Redux:
    case Opcode::Elect: return OpClass::Barrier;
    default: return class_of_arithmetic(i);
  }
}

TimedCodePtr make_timed_code(ExecutablePtr kernel) {
  auto out = std::make_shared<TimedCode>();
  UnitMap map(*kernel);
  out->units = map.units();
  out->slots = map.slots();
  out->ops.resize(kernel->code.size());
  for (size_t f = 0; f < kernel->functions.size(); f++) {
    const LinkedFunction& linked = kernel->functions[f];
    const Function& function = kernel->module().functions[linked.index];
    for (uint32_t pc = 0; pc < function.code.size(); pc++) {
      const Instruction& i = function.code[pc];
      TimedOp& op = out->ops[linked.start + pc];
      op.cls = class_of(i);
      op.control = kernel->code[linked.start + pc].action != Action::Simple;
      op.chains = op.control || !kernel->code[linked.start + pc].guarded;
      const Cfg& cfg = map.analysis(f)->cfg;
      op.block_left = cfg[cfg.block_of(Pc{pc})].last.value() - pc + 1;
      for_each_use(function, i, [&](Reg r) { map.append(f, r, op.sources, op.source_count, 12); });
      for_each_def(function, i,
                   [&](Reg r) { map.append(f, r, op.destinations, op.destination_count, 8); });
      const Reconvergence& reconvergence = map.analysis(f)->reconvergence;
      if (Pc parted = reconvergence.divergence_point(Pc{pc}); parted != kNoPc)
        op.divergence = linked.start + parted.value();
      Pc point = reconvergence.point(Pc{pc});
      if (point == kNoPc) continue;
      op.reconvergence = linked.start + point.value();
      out->ops[op.reconvergence].join = true;
    }
  }
  out->kernel = std::move(kernel);
  return out;
}

}  // namespace heddle
