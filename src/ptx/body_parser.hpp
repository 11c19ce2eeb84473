// The statements between the braces of a function.
#pragma once

#include "ptx/declaration_parser.hpp"
#include "ptx/operand_parser.hpp"

namespace heddle::ptx {

class BodyParser {
 public:
  BodyParser(Cursor& cursor, Module& module, DeclarationParser& declarations)
      : cursor_(cursor), module_(module), declarations_(declarations), operands_(cursor, module) {}

  /// From the opening to the closing brace. Recovers from errors by itself.
  void parse(Function& function);
  /// `.pragma "nounroll";` from its Word; also stands before a body.
  bool parse_pragma(std::vector<Statement>& body);

 private:
  bool statement();
  bool open_scope();
  void close_scope();
  bool directive();
  bool labelled_or_instruction();
  bool labelled_directive(const Token& label);
  bool prototype(Prototype& out);
  bool guarded_instruction();
  bool instruction(const Guard& guard, const Token& opcode);
  bool modifiers(Instruction& out);
  bool declaration(Linkage linkage);
  bool location();
  Statement& add(Statement::Kind kind, Span span);

  Cursor& cursor_;
  Module& module_;
  DeclarationParser& declarations_;
  OperandParser operands_;
  std::vector<Statement>* body_ = nullptr;
  unsigned depth_ = 0;
};

/// Attributes that stand behind the parameters of functions and prototypes: .noreturn and the .abi_
/// family. False when the word is none of them or is malformed, which has then been reported.
bool parse_call_attribute(Cursor& cursor, bool& no_return);
/// `.loc file line column, function_name label+offset, inlined_at file line column`
bool parse_location(Cursor& cursor, uint32_t& file, uint32_t& line);

}  // namespace heddle::ptx
