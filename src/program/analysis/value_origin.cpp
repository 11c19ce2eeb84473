// What differs between the threads of a warp by nature: the table that uniformity starts from.
#include "program/analysis/uniformity.hpp"

namespace heddle {

namespace {

bool varies_by_thread(Special special) {
  switch (special) {
    case Special::TidX:
    case Special::TidY:
    case Special::TidZ:
    case Special::LaneId:
    case Special::LanemaskEq:
    case Special::LanemaskLe:
    case Special::LanemaskLt:
    case Special::LanemaskGe:
    case Special::LanemaskGt:
    case Special::Clock:
    case Special::ClockHi:
    case Special::Clock64:
    case Special::GlobalTimer:
    case Special::GlobalTimerLo:
    case Special::GlobalTimerHi: return true;
    default: return false;
  }
}

ValueOrigin origin_of_load(const Instruction& i, UniformityOptions options) {
  if (i.has(Mod::Nc)) return ValueOrigin::Operands;
  switch (i.space) {
    case Space::Const:
    case Space::Param: return ValueOrigin::Operands;
    case Space::Local: return ValueOrigin::Thread;
    default: break;
  }
  const bool steady = options.uniform_loads && i.space != Space::Generic;
  return steady ? ValueOrigin::Operands : ValueOrigin::Thread;
}

}  // namespace

bool varies_by_thread(const Program& module, const Function& function, const Operand& o) {
  switch (o.kind) {
    case Operand::Kind::Special: return varies_by_thread(static_cast<Special>(o.index));
    case Operand::Kind::Variable: {
      const auto& variables = o.in_module ? module.variables : function.variables;
      return variables[o.index].space == Space::Local;  // the frame is the thread's own
    }
    default: return false;
  }
}

ValueOrigin origin_of(const Instruction& i, UniformityOptions options) {
  switch (i.op) {
    case Opcode::Shfl:
    case Opcode::Match:
    case Opcode::Activemask:
    case Opcode::Elect: return ValueOrigin::Thread;
    case Opcode::Vote:
    case Opcode::Redux:
    case Opcode::Bar:
    case Opcode::Barrier: return ValueOrigin::Agreed;
    case Opcode::Ld: return origin_of_load(i, options);
    case Opcode::Ldu: return ValueOrigin::Operands;
    case Opcode::Cvta: return i.space == Space::Local ? ValueOrigin::Thread : ValueOrigin::Operands;
    case Opcode::St:  // of a parameter that is kept in registers
    case Opcode::Prefetch:
    case Opcode::Prefetchu:
    case Opcode::Red:
    case Opcode::Membar:
    case Opcode::Fence:
    case Opcode::Nanosleep:
    case Opcode::Bra:
    case Opcode::Brx:
    case Opcode::Ret:
    case Opcode::Exit:
    case Opcode::Trap:
    case Opcode::Brkpt:
    case Opcode::Pmevent: return ValueOrigin::Operands;
    default: break;
  }
  // Arithmetic, comparison, logic and movement come first in the list of opcodes.
  return i.op < Opcode::Shfl ? ValueOrigin::Operands : ValueOrigin::Thread;
}

}  // namespace heddle
