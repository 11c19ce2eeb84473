// Parses the statements of a function body.
#pragma once

#include "ptx/declaration_parser.hpp"
#include "ptx/operand_parser.hpp"

namespace heddle::ptx {

class BodyParser {
 public:
  BodyParser(Cursor& cursor, Module& module, DeclarationParser& declarations)
      : cursor_(cursor), module_(module), declarations_(declarations), operands_(cursor, module) {}

  /// Parses from the opening to the closing brace and recovers from errors.
  void parse(Function& function);
  /// `.pragma "nounroll";`, starting at its Word. Also allowed before a body.
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

/// Attributes that follow the parameters of functions and prototypes: .noreturn and the .abi_
/// family. Reports an error and returns false if the word is none of them or malformed.
bool parse_call_attribute(Cursor& cursor, bool& no_return);
/// `.loc file line column, function_name label+offset, inlined_at file line column`
bool parse_location(Cursor& cursor, uint32_t& file, uint32_t& line);

}  // namespace heddle::ptx
