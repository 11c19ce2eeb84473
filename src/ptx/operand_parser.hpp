// Parses the operands of instructions. The children of a node must be adjacent in Module::operands,
// but each is complete only after its own children, so they wait on a stack until their parent
// ends.
#pragma once

#include <vector>

#include "ptx/cursor.hpp"

namespace heddle::ptx {

class OperandParser {
 public:
  OperandParser(Cursor& cursor, Module& module) : cursor_(cursor), module_(module) {}

  /// The operands up to the ';', which is not consumed. In a call, parentheses enclose a List.
  bool parse_operands(bool is_call, OperandRange& out);
  /// "a, b, c": names only.
  bool parse_names(std::string_view what, OperandRange& out);

 private:
  bool operand(Operand& out, unsigned depth);
  bool name(Operand& out);
  bool negated_name(Operand& out);
  bool constant(Operand& out);
  bool group(Operand& out, Operand::Kind kind, Token::Kind close, unsigned depth);
  bool address(Operand& out, unsigned depth);
  bool pair(Operand& out);
  bool at_operand() const;
  bool at_negated_name();
  OperandRange take_from(size_t mark);
  void close(Operand& out) const;

  Cursor& cursor_;
  Module& module_;
  std::vector<Operand> pending_;
  bool is_call_ = false;
};

}  // namespace heddle::ptx
