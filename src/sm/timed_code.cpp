#include "sm/timed_code.hpp"

#include <algorithm>

#include "program/analysis/call_paths.hpp"
#include "program/analysis/module_analysis.hpp"

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

AccessType access_of(const Instruction& i, OpClass cls) {
  if (cls == OpClass::Store) return AccessType::Store;
  if (i.op == Opcode::Atom || i.op == Opcode::Red) return AccessType::Atomic;
  return i.space == Space::Const ? AccessType::Constant : AccessType::Load;
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
    case Opcode::Dp2a:
    case Opcode::Vabsdiff2:
    case Opcode::Vabsdiff4: return OpClass::IntegerMul;
    case Opcode::Div:
    case Opcode::Rem: return OpClass::IntegerDiv;
    default: return OpClass::Integer;
  }
}

/// Places the registers of all functions of a kernel: vector units, vector predicates, scalar
/// units, scalar predicates. Vector registers, which each thread has, overlap between functions
/// that are never on one path of calls (call_paths.hpp). Scalar registers, which a warp has once,
/// follow one another function by function: diverged threads of a warp may be in different
/// functions, and must not overwrite each other's registers.
class UnitMap {
 public:
  UnitMap(const Executable& kernel, ScalarizationOptions options, Interrupt interrupt) {
    const Program& module = kernel.module();
    for (const LinkedFunction& f : kernel.functions) {
      analyses_.push_back(module.analysis().function(f.index, interrupt));
      if (analyses_.back() && options.rule == ScalarRule::None)
        analyses_.back()->registers(interrupt);
    }
    scalars_.resize(analyses_.size());
    if (options.rule != ScalarRule::None) {
      scalarize(kernel, options, interrupt);
      if (waits_diverged(kernel)) scalarize(kernel, {ScalarRule::None}, interrupt);
    }
    using Used = uint32_t RegisterAllocation::*;
    const auto size = [&](size_t f, bool scalar, Used used) {
      const RegisterAllocation* file = allocation(f, scalar);
      return file ? file->*used : 0;
    };
    const auto place_vectors = [&](std::vector<uint32_t>& bases, Used used) {
      const CallPaths paths = place_on_call_paths(
          module, kernel.functions[0].index,
          [&](uint32_t index) { return size(kernel.function_by_module.at(index), false, used); });
      for (const LinkedFunction& f : kernel.functions)
        bases.push_back(slots_ + paths.first[f.index]);
      slots_ += paths.total;
    };
    const auto place_scalars = [&](std::vector<uint32_t>& bases, Used used) {
      for (size_t f = 0; f < analyses_.size(); f++) {
        bases.push_back(slots_);
        slots_ += size(f, true, used);
      }
    };
    place_vectors(units_, &RegisterAllocation::units_used);
    vector_units_ = slots_;
    place_vectors(predicates_, &RegisterAllocation::predicates_used);
    first_scalar_ = slots_;
    place_scalars(scalar_units_, &RegisterAllocation::units_used);
    scalar_unit_count_ = slots_ - first_scalar_;
    place_scalars(scalar_predicates_, &RegisterAllocation::predicates_used);
  }

  uint32_t units() const { return vector_units_; }
  uint32_t slots() const { return slots_; }
  uint32_t first_scalar() const { return first_scalar_; }
  uint32_t scalar_units() const { return scalar_unit_count_; }
  const FunctionAnalysis* analysis(size_t f) const { return analyses_[f]; }
  /// Null without scalarization.
  const Scalarization* scalarization(size_t f) const { return scalars_[f]; }

  /// The register's first slot, or kNowhere.
  uint32_t slot_of(size_t f, Reg reg) const {
    const bool scalar = scalars_[f] && scalars_[f]->scalar(reg);
    const uint32_t unit = allocation(f, scalar)->unit[reg.value()];
    if (unit == RegisterAllocation::kNowhere) return unit;
    const bool predicate = class_of_register(f, reg) == RegClass::Pred;
    const auto& bases = scalar ? (predicate ? scalar_predicates_ : scalar_units_)
                               : (predicate ? predicates_ : units_);
    return bases[f] + unit;
  }
  void append(size_t f, Reg reg, uint16_t* list, uint8_t& count, uint8_t limit) const {
    const uint32_t first = slot_of(f, reg);
    if (first == RegisterAllocation::kNowhere) return;
    const uint32_t width = std::max(units_of(class_of_register(f, reg)), 1u);
    for (uint32_t u = first; u < first + width; u++)
      if (count < limit && std::find(list, list + count, u) == list + count)
        list[count++] = static_cast<uint16_t>(u);
  }

 private:
  void scalarize(const Executable& kernel, const ScalarizationOptions& options,
                 Interrupt interrupt) {
    for (size_t f = 0; f < analyses_.size(); f++)
      if (analyses_[f])
        scalars_[f] = &kernel.module().analysis().scalarization(kernel.functions[f].index, options,
                                                                interrupt);
  }
  /// Whether diverged threads of a warp may wait for each other.
  bool waits_diverged(const Executable& kernel) const {
    const std::vector<uint8_t> waits = waiting_functions(kernel);
    const Program& module = kernel.module();
    for (size_t f = 0; f < kernel.functions.size(); f++) {
      if (!scalars_[f]) continue;
      const LinkedFunction& linked = kernel.functions[f];
      for (LinkedPc pc = linked.start; pc < linked.end; ++pc) {
        if (!scalars_[f]->apart(Pc{pc - linked.start})) continue;
        const Op& op = kernel.code[pc];
        if (is_rendezvous(op)) return true;
        if (op.action != Action::Call) continue;
        const CallSite& site = kernel.call_sites[op.target];
        for (size_t g = 0; g < waits.size(); g++) {
          const bool callee = site.indirect
                                  ? module.functions[kernel.functions[g].index].address_taken
                                  : g == site.callee;
          if (callee && waits[g]) return true;
        }
      }
    }
    return false;
  }
  static bool is_rendezvous(const Op& op) {
    return op.action == Action::Barrier || op.action == Action::WarpSync;
  }
  /// For each function of the kernel: 1 when it, or a function that it calls, has a rendezvous.
  static std::vector<uint8_t> waiting_functions(const Executable& kernel) {
    const Program& module = kernel.module();
    std::vector<uint8_t> waits(kernel.functions.size(), 0);
    for (size_t f = 0; f < waits.size(); f++)
      waits[f] = std::any_of(kernel.code.begin() + kernel.functions[f].start.value(),
                             kernel.code.begin() + kernel.functions[f].end.value(), is_rendezvous);
    const bool indirect = std::ranges::any_of(waits, [](uint8_t w) { return w != 0; });
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t f = 0; f < waits.size(); f++) {
        const Function& function = module.functions[kernel.functions[f].index];
        const bool reaches =
            (indirect && function.has_indirect_call) ||
            std::ranges::any_of(function.callees, [&](uint32_t callee) {
              const auto at = kernel.function_by_module.find(callee);
              return at != kernel.function_by_module.end() && waits[at->second] != 0;
            });
        if (!reaches || waits[f]) continue;
        waits[f] = 1;
        changed = true;
      }
    }
    return waits;
  }
  RegClass class_of_register(size_t f, Reg reg) const {
    return analyses_[f]->function.registers[reg.value()].cls();
  }
  const RegisterAllocation* allocation(size_t f, bool scalar) const {
    if (!analyses_[f]) return nullptr;
    if (scalars_[f]) return scalar ? &scalars_[f]->scalars() : &scalars_[f]->vectors();
    return scalar ? nullptr : &analyses_[f]->registers();
  }

  // By function of the kernel; the module owns what they point to. Null without code, and
  // without scalarization.
  std::vector<const FunctionAnalysis*> analyses_;
  std::vector<const Scalarization*> scalars_;
  std::vector<uint32_t> units_, predicates_, scalar_units_, scalar_predicates_;
  uint32_t slots_ = 0, vector_units_ = 0, first_scalar_ = 0, scalar_unit_count_ = 0;
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

namespace {

/// Of an instruction whose sources and destinations are known.
void count_words(const TimedCode& code, TimedOp& op) {
  auto count = [](const uint16_t* list, uint32_t size, uint32_t first, uint32_t units) {
    return static_cast<uint8_t>(std::count_if(
        list, list + size, [&](uint16_t slot) { return slot >= first && slot - first < units; }));
  };
  op.register_sources = count(op.sources, op.source_count, 0, code.units);
  op.register_destinations = count(op.destinations, op.destination_count, 0, code.units);
  op.scalar_word_sources = count(op.sources, op.source_count, code.first_scalar, code.scalar_units);
  op.scalar_word_destinations =
      count(op.destinations, op.destination_count, code.first_scalar, code.scalar_units);
}

void fill_scalars(TimedCode& out, const UnitMap& map) {
  const Executable& kernel = *out.kernel;
  out.scalar_slots.resize(kernel.functions.size());
  for (size_t f = 0; f < kernel.functions.size(); f++) {
    const Scalarization* s = map.scalarization(f);
    if (!s) continue;
    out.scalar_instructions += s->instructions();
    const size_t registers = map.analysis(f)->function.registers.size();
    for (Pc pc; pc.value() < map.analysis(f)->function.code.size(); ++pc)
      out.ops[kernel.functions[f].at(pc)].scalar = s->scalar(pc);
    out.scalar_slots[f].assign(registers, TimedCode::kVector);
    for (uint32_t r = 0; r < registers; r++)
      if (s->scalar(Reg{r})) out.scalar_slots[f][r] = map.slot_of(f, Reg{r});
  }
  for (TimedOp& op : out.ops)
    op.scalar_sources = static_cast<uint8_t>(
        std::count_if(op.sources, op.sources + op.source_count,
                      [&](uint16_t slot) { return slot >= out.first_scalar; }));
}

}  // namespace

TimedCodePtr make_timed_code(ExecutablePtr kernel, const MachineConfig& config,
                             Interrupt interrupt) {
  const std::string& rule = config.arch.scalarization;
  return make_timed_code(std::move(kernel),
                         {.rule = rule == "convergent"  ? ScalarRule::Convergent
                                  : rule == "divergent" ? ScalarRule::Divergent
                                                        : ScalarRule::None},
                         interrupt);
}

TimedCodePtr make_timed_code(ExecutablePtr kernel, ScalarizationOptions options,
                             Interrupt interrupt) {
  auto out = std::make_shared<TimedCode>();
  UnitMap map(*kernel, options, interrupt);
  out->units = map.units();
  out->slots = map.slots();
  out->first_scalar = map.first_scalar();
  out->scalar_units = map.scalar_units();
  out->ops.resize(kernel->code.size());
  for (size_t f = 0; f < kernel->functions.size(); f++) {
    const LinkedFunction& linked = kernel->functions[f];
    const Function& function = kernel->module().functions[linked.index];
    for (Pc pc; pc.value() < function.code.size(); ++pc) {
      interrupt.check();
      const Instruction& i = function.code[pc.index()];
      TimedOp& op = out->ops[linked.at(pc)];
      op.cls = class_of(i);
      op.access = access_of(i, op.cls);
      op.control = kernel->code[linked.at(pc)].action != Action::Simple;
      op.chains = op.control || !kernel->code[linked.at(pc)].guarded;
      const Cfg& cfg = map.analysis(f)->cfg;
      op.block_left = cfg[cfg.block_of(pc)].last - pc + 1;
      for_each_use(function, i, [&](Reg r) { map.append(f, r, op.sources, op.source_count, 12); });
      for_each_def(function, i,
                   [&](Reg r) { map.append(f, r, op.destinations, op.destination_count, 8); });
      count_words(*out, op);
      const Reconvergence& reconvergence = map.analysis(f)->reconvergence;
      if (Pc diverged = reconvergence.divergence_point(pc); diverged != kNoPc)
        op.divergence = linked.at(diverged);
      Pc point = reconvergence.point(pc);
      if (point == kNoPc) continue;
      op.reconvergence = linked.at(point);
      out->ops[op.reconvergence].join = true;
    }
  }
  out->kernel = std::move(kernel);
  if (options.rule != ScalarRule::None) fill_scalars(*out, map);
  return out;
}

}  // namespace heddle
