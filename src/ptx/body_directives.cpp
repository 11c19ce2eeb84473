// Directives inside a function body: declarations, target tables, prototypes, .loc, .pragma.
#include <fmt/format.h>

#include "ptx/body_parser.hpp"

namespace heddle::ptx {

namespace {
using Kind = Token::Kind;
}  // namespace

bool BodyParser::directive() {
  std::string_view word = cursor_.word();
  if (word == "loc") return location();
  if (find_declared_space(word)) return declaration(Linkage::None);
  if (word == "pragma") return parse_pragma(*body_);
  if (word == "extern") {
    cursor_.advance();
    if (!cursor_.at_word("shared")) return cursor_.fail("'.shared' after '.extern' in a body");
    return declaration(Linkage::Extern);
  }
  if (word == "branchtargets" || word == "calltargets" || word == "callprototype")
    return cursor_.error(cursor_.token().span(),
                         fmt::format("expected a label before '.{}'", word));
  return cursor_.fail("a directive allowed in a function body");
}

bool BodyParser::declaration(Linkage linkage) {
  size_t first = module_.variables.size();
  bool good = declarations_.parse_variables(linkage, module_.variables);
  for (size_t i = first; i < module_.variables.size(); i++)
    add(Statement::Kind::Declaration, module_.variables[i].span).index = static_cast<uint32_t>(i);
  return good;
}

bool BodyParser::labelled_directive(const Token& label) {
  Statement out{};
  out.span = label.span();
  out.name = cursor_.text_of(label);
  std::string_view word = cursor_.word();
  cursor_.advance();
  bool good;
  if (word == "callprototype") {
    out.kind = Statement::Kind::Prototype;
    out.index = static_cast<uint32_t>(module_.prototypes.size());
    Prototype parsed;
    good = prototype(parsed);
    module_.prototypes.push_back(std::move(parsed));
  } else {
    bool is_branch = word == "branchtargets";
    out.kind = is_branch ? Statement::Kind::BranchTargets : Statement::Kind::CallTargets;
    good = operands_.parse_names(is_branch ? "a label" : "a function name", out.names);
  }
  if (!good) return false;
  body_->push_back(out);
  return cursor_.end_statement(fmt::format("'.{}'", word));
}

bool BodyParser::prototype(Prototype& out) {
  std::string_view name;
  if (cursor_.at(Kind::LeftParen) && !declarations_.parse_parameters(out.results)) return false;
  if (!cursor_.expect_name(name, "'_' in the prototype")) return false;
  if (cursor_.at(Kind::LeftParen) && !declarations_.parse_parameters(out.parameters)) return false;
  while (cursor_.at(Kind::Word) && !cursor_.token().first_on_line)
    if (!parse_call_attribute(cursor_, out.no_return)) return false;
  return true;
}

bool BodyParser::parse_pragma(std::vector<Statement>& body) {
  cursor_.advance();
  do {
    Statement out{};
    out.kind = Statement::Kind::Pragma;
    out.span = cursor_.token().span();
    if (!cursor_.at(Kind::String)) return cursor_.fail("a string after '.pragma'");
    out.name = cursor_.text().substr(1, out.span.length - 2);
    body.push_back(out);
    cursor_.advance();
  } while (cursor_.accept(Kind::Comma));
  return cursor_.end_statement("'.pragma'");
}

bool BodyParser::location() {
  Span span = cursor_.token().span();
  uint32_t file = 0, line = 0;
  if (!parse_location(cursor_, file, line)) return false;
  Statement& out = add(Statement::Kind::Location, span);
  out.index = file;
  out.line = line;
  return true;
}

bool parse_call_attribute(Cursor& cursor, bool& no_return) {
  if (cursor.accept_word("noreturn")) {
    no_return = true;
    return true;
  }
  uint32_t registers = 0;
  if (cursor.accept_word("abi_preserve") || cursor.accept_word("abi_preserve_control"))
    return cursor.expect_number(registers, "a number of registers");
  return cursor.fail("';' or an attribute such as '.noreturn'");
}

namespace {

bool parse_position(Cursor& cursor, uint32_t& file, uint32_t& line) {
  uint32_t column = 0;
  if (!cursor.expect_number(file, "a file number")) return false;
  if (!cursor.expect_number(line, "a line number")) return false;
  return !cursor.at(Kind::Integer) || cursor.expect_number(column, "a column number");
}

}  // namespace

bool parse_location(Cursor& cursor, uint32_t& file, uint32_t& line) {
  cursor.advance();
  if (!parse_position(cursor, file, line)) return false;
  while (cursor.accept(Kind::Comma)) {
    // Where the code was inlined; only the position of the code itself is kept.
    std::string_view key, label;
    uint32_t number = 0;
    if (!cursor.expect_name(key, "'function_name' or 'inlined_at'")) return false;
    if (key == "inlined_at") {
      if (!parse_position(cursor, number, number)) return false;
    } else {
      if (!cursor.expect_name(label, "a label after 'function_name'")) return false;
      if (cursor.accept(Kind::Plus) && !cursor.expect_number(number, "an offset")) return false;
    }
  }
  return true;
}

}  // namespace heddle::ptx
