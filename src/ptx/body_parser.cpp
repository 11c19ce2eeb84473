// Scopes are counted instead of parsed recursively; the tree marks them in the list of statements.
#include "ptx/body_parser.hpp"

#include <fmt/format.h>

#include <limits>

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

/// Directives not allowed in a body. Finding one there means that the closing brace is missing.
bool begins_function(std::string_view word) {
  return word == "entry" || word == "func" || word == "visible" || word == "weak" ||
         word == "version" || word == "section";
}

}  // namespace

void BodyParser::parse(Function& function) {
  body_ = &function.body;
  depth_ = 0;
  cursor_.advance();
  while (true) {
    if (cursor_.at(Kind::RightBrace) && depth_ == 0) {
      cursor_.advance();
      return;
    }
    bool is_over = cursor_.at(Kind::Word) && begins_function(cursor_.word());
    if (is_over || cursor_.at(Kind::End)) {
      cursor_.fail(fmt::format("'}}' to close the body of '{}'", function.name));
      return;
    }
    uint32_t start = cursor_.token().offset;
    if (!statement()) cursor_.recover_statement(start);
  }
}

Statement& BodyParser::add(Statement::Kind kind, Span span) {
  Statement& added = body_->emplace_back();
  added.kind = kind;
  added.span = span;
  return added;
}

bool BodyParser::statement() {
  switch (cursor_.kind()) {
    case Kind::Identifier: return labelled_or_instruction();
    case Kind::At: return guarded_instruction();
    case Kind::Word: return directive();
    case Kind::LeftBrace: return open_scope();
    case Kind::RightBrace: close_scope(); return true;
    default: return cursor_.fail("an instruction, a label or a directive");
  }
}

bool BodyParser::open_scope() {
  if (depth_ >= Cursor::kMaxDepth) {
    cursor_.too_deep();
    return cursor_.skip_group(Kind::LeftBrace, Kind::RightBrace, "the scope");
  }
  depth_++;
  add(Statement::Kind::ScopeBegin, cursor_.token().span());
  cursor_.advance();
  return true;
}

void BodyParser::close_scope() {
  depth_--;
  add(Statement::Kind::ScopeEnd, cursor_.token().span());
  cursor_.advance();
}

bool BodyParser::labelled_or_instruction() {
  Token name = cursor_.token();
  cursor_.advance();
  if (!cursor_.accept(Kind::Colon)) return instruction({}, name);
  if (cursor_.at_word("branchtargets") || cursor_.at_word("calltargets") ||
      cursor_.at_word("callprototype"))
    return labelled_directive(name);
  add(Statement::Kind::Label, name.span()).name = cursor_.text_of(name);
  return true;
}

bool BodyParser::guarded_instruction() {
  Guard guard;
  guard.span = cursor_.token().span();
  cursor_.advance();
  guard.negated = cursor_.accept(Kind::Not);
  if (!cursor_.expect_name(guard.name, "a predicate after '@'")) return false;
  guard.span.length = cursor_.previous_end() - guard.span.offset;
  if (!cursor_.at(Kind::Identifier)) {
    cursor_.fail("an instruction after the guard");
    return cursor_.at(Kind::LeftBrace);  // the scope is then parsed on its own
  }
  Token opcode = cursor_.token();
  cursor_.advance();
  return instruction(guard, opcode);
}

bool BodyParser::instruction(const Guard& guard, const Token& opcode) {
  Instruction out;
  out.guard = guard;
  out.opcode = cursor_.text_of(opcode);
  out.span = opcode.span();
  if (!modifiers(out)) return false;
  if (!operands_.parse_operands(out.opcode == "call", out.operands)) return false;
  add(Statement::Kind::Instruction, out.span).index =
      static_cast<uint32_t>(module_.instructions.size());
  module_.instructions.push_back(out);
  return cursor_.accept(Kind::Semicolon) || cursor_.end_statement("the instruction");
}

bool BodyParser::modifiers(Instruction& out) {
  out.first_modifier = static_cast<uint32_t>(module_.modifiers.size());
  // On a new line a Word begins a directive: the ';' is missing then.
  while (cursor_.at(Kind::Word) && !cursor_.token().first_on_line) {
    module_.modifiers.push_back(cursor_.word());
    cursor_.advance();
  }
  size_t count = module_.modifiers.size() - out.first_modifier;
  if (count > std::numeric_limits<uint16_t>::max())
    return cursor_.error(out.span, fmt::format("'{}' has {} modifiers", out.opcode, count));
  out.modifier_count = static_cast<uint16_t>(count);
  if (count > 0) out.span.length = cursor_.previous_end() - out.span.offset;
  return true;
}

}  // namespace heddle::ptx
