// Formal parameters of a device function whose address is taken.
//
// Parameters are registers, and registers have no address. So such a parameter is a variable in the
// function's frame of local memory instead: an argument is copied there on entry, a result is
// copied back to its registers before each return. What else the function does with it (ld.param by
// name or through the pointer) is an access to local memory.
#include <fmt/format.h>

#include <algorithm>

#include "program/lower/function_lowering.hpp"

namespace heddle {

void FunctionLowering::find_framed_parameters(const ptx::Function& f) {
  auto is_formal = [&](std::string_view name) {
    auto named = [&](const ptx::Variable& v) { return v.space == Space::Param && v.name == name; };
    return std::ranges::any_of(f.parameters, named) || std::ranges::any_of(f.results, named);
  };
  for (const ptx::Statement& s : f.body) {
    if (s.kind != ptx::Statement::Kind::Instruction) continue;
    const ptx::Instruction& i = ast_.instructions[s.index];
    if ((i.opcode != "mov" && i.opcode != "cvta") || i.operands.count != 2) continue;
    const ptx::Operand& source = operands(i.operands)[1];
    if (source.kind == ptx::Operand::Kind::Name && is_formal(source.name))
      framed_names_.push_back(source.name);
  }
}

bool FunctionLowering::is_framed(const ptx::Variable& v) const {
  return v.space == Space::Param && std::ranges::find(framed_names_, v.name) != framed_names_.end();
}

void FunctionLowering::declare_framed(const ptx::Variable& v, std::vector<Reg>& registers) {
  const bool is_result = &registers == &fn_.result_registers;
  const uint64_t bytes = (v.byte_size() + 3) / 4 * 4;  // copied word by word
  auto place = take_frame(v, bytes, std::max(natural_align(v), 4u));
  if (!place) return;
  Variable out{.name = v.name, .space = Space::Local, .type = v.type};
  out.align = natural_align(v);
  out.size = bytes;
  out.place = *place;
  out.offset = v.span.offset;
  FramedParameter framed{static_cast<uint32_t>(fn_.variables.size()), kNoReg,
                         static_cast<uint32_t>(bytes / 4), is_result};
  framed.first_word = add_words(v, framed.words);
  for (uint32_t w = 0; w < framed.words; w++)
    registers.push_back(Reg{framed.first_word.value() + w});
  if (!symbols_.declare(v.name, {Symbol::Kind::FunctionVariable, false, framed.variable, 1}))
    error(v.span, fmt::format("parameter '{}' is declared twice", v.name));
  fn_.variables.push_back(out);
  framed_.push_back(framed);
  (is_result ? epilogue_ : prologue_) += framed.words;
}

void FunctionLowering::copy_framed(bool results, const Instruction& ret) {
  for (const FramedParameter& p : framed_) {
    if (p.is_result != results) continue;
    for (uint32_t w = 0; w < p.words; w++) {
      Instruction copy;
      copy.op = results ? Opcode::Ld : Opcode::St;
      copy.type = Type::B32;
      copy.space = Space::Local;
      copy.guard = ret.guard;
      copy.guard_negated = ret.guard_negated;
      copy.offset = results ? ret.offset : fn_.variables[p.variable].offset;
      copy.first_operand = static_cast<uint32_t>(fn_.operands.size());
      const Operand word{.kind = Operand::Kind::Register, .index = p.first_word.value() + w};
      const Operand place{.kind = Operand::Kind::Variable, .index = p.variable, .value = 4 * w};
      copy.destination_count = results ? 1 : 0;
      copy.source_count = results ? 1 : 2;
      fn_.operands.push_back(results ? word : place);
      fn_.operands.push_back(results ? place : word);
      fn_.code.push_back(copy);
    }
  }
}

}  // namespace heddle
