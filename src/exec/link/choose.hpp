// Chooses the handler of an instruction from its opcode, types, modifiers and register classes
// only. Linking and the list of unsupported instructions share this decision.
#pragma once

#include <string>

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

/// Fills op.run, op.detail and op.action. False if heddle cannot execute the instruction.
bool choose(const Function& f, const Instruction& i, Op& op);
std::string describe_unsupported(const Program& module, const Instruction& i);

/// The register class of the row that holds an operand of type `type`.
RegClass class_of_operand(const Function& f, const Operand& o, Type type);
/// ld.param of an entry from a known offset: the value is a launch constant.
bool is_kernel_parameter(const Function& f, const Instruction& i);

}  // namespace heddle
