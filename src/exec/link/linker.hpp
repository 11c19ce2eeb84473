// Links the functions an entry can reach into Executable::code. Used only by link.cpp.
#pragma once

#include <string>
#include <vector>

#include "exec/link/rows.hpp"

namespace heddle {

class Linker {
 public:
  Linker(const ModuleImage& image, Executable& out, Interrupt interrupt)
      : module_(*image.module), image_(image), out_(out), interrupt_(interrupt), rows_(out) {}

  void run(uint32_t entry);

 private:
  void collect(uint32_t entry);
  void reject_undefined(uint32_t entry) const;
  void reject_unsupported(uint32_t entry) const;
  void place_shared();
  void place_stack();
  void link_function(LinkedFunction& f);
  Op link_instruction(const Function& f, const Instruction& i);

  // binding.cpp, binding_control.cpp: operands of each kind of instruction
  void bind(const Function& f, const Instruction& i, Op& op);
  void bind_regular(const Function& f, const Instruction& i, Op& op);
  void bind_mov(const Function& f, const Instruction& i, Op& op);
  void bind_cvta(const Function& f, const Instruction& i, Op& op);
  void bind_memory(const Function& f, const Instruction& i, Op& op);
  void bind_parameter_access(const Function& f, const Instruction& i, Op& op);
  void bind_kernel_parameter(const Function& f, const Instruction& i, Op& op, const Variable& v);
  void bind_address(const Function& f, const Operand& o, Op& op);
  void bind_branch(const Function& f, const Instruction& i, Op& op);
  void bind_call(const Function& f, const Instruction& i, Op& op);

  Ref resolve(const Function& f, const Operand& o, RegClass cls);
  Ref resolve_special(Special special, RegClass cls);
  Ref destination(const Function& f, const Operand& o, RegClass cls);
  uint64_t address_of(const Function& f, const Operand& o) const;
  std::vector<WordRef> words_of(const Function& f, std::span<const Operand> operands,
                                const std::vector<uint32_t>& sizes);
  void append_words(std::vector<WordRef>& out, Ref row, RegClass cls) const;

  const Program& module_;
  const ModuleImage& image_;
  Executable& out_;
  const Interrupt interrupt_;
  Rows rows_;
  uint32_t current_ = 0;  // module index of the function being linked
  LinkedPc start_;        // its first instruction in out_.code
  std::vector<uint64_t> shared_offsets_;
};

}  // namespace heddle
