// Picks the handler of an instruction, from its opcode, types, modifiers and the classes of its
// registers alone: the same decision serves linking and the list of what is not supported.
#pragma once

#include <string>

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

/// Fills op.run, op.detail and op.action. False when heddle cannot execute the instruction.
bool choose(const Function& f, const Instruction& i, Op& op);
std::string describe_unsupported(const Program& module, const Instruction& i);

/// Class of the row an operand needs when the instruction wants a value of `type`.
RegClass class_of_operand(const Function& f, const Operand& o, Type type);
/// ld.param of an entry from a known place: the value is a constant of the launch.
bool is_kernel_parameter(const Function& f, const Instruction& i);

}  // namespace heddle
