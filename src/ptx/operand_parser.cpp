// One function per form of operand; each leaves the cursor after the operand.
#include "ptx/operand_parser.hpp"

#include <fmt/format.h>

#include "ptx/expression.hpp"

namespace heddle::ptx {

namespace {
using Kind = Token::Kind;
}  // namespace

bool OperandParser::parse_operands(bool is_call, OperandRange& out) {
  pending_.clear();
  is_call_ = is_call;
  if (at_operand()) {
    do {
      Operand next;
      if (!operand(next, 0)) return false;
      pending_.push_back(next);
    } while (cursor_.accept(Kind::Comma));
  }
  out = take_from(0);
  return true;
}

/// False where the instruction cannot continue: a missing ';' is then the better error.
bool OperandParser::at_operand() const {
  return !cursor_.at(Kind::Semicolon) && !cursor_.at(Kind::RightBrace) && !cursor_.at(Kind::At) &&
         !cursor_.at(Kind::Word) && !cursor_.at(Kind::End);
}

bool OperandParser::parse_names(std::string_view what, OperandRange& out) {
  pending_.clear();
  do {
    Operand next;
    next.kind = Operand::Kind::Name;
    next.span = cursor_.token().span();
    if (!cursor_.expect_name(next.name, what)) return false;
    pending_.push_back(next);
  } while (cursor_.accept(Kind::Comma));
  out = take_from(0);
  return true;
}

OperandRange OperandParser::take_from(size_t mark) {
  OperandRange range{static_cast<uint32_t>(module_.operands.size()),
                     static_cast<uint32_t>(pending_.size() - mark)};
  module_.operands.insert(module_.operands.end(), pending_.begin() + static_cast<ptrdiff_t>(mark),
                          pending_.end());
  pending_.resize(mark);
  return range;
}

void OperandParser::close(Operand& out) const {
  out.span.length = cursor_.previous_end() - out.span.offset;
}

bool OperandParser::operand(Operand& out, unsigned depth) {
  if (depth >= Cursor::kMaxDepth) return cursor_.too_deep();
  out.span = cursor_.token().span();
  bool good = false;
  if (cursor_.at(Kind::Identifier) && cursor_.text() != "WARP_SZ") {
    good = name(out) && parse_offset(cursor_, out.offset);
  } else if (cursor_.at(Kind::LeftBrace)) {
    good = group(out, Operand::Kind::Vector, Kind::RightBrace, depth);
  } else if (cursor_.at(Kind::LeftBracket)) {
    good = address(out, depth);
  } else if (cursor_.at(Kind::LeftParen) && is_call_) {
    good = group(out, Operand::Kind::List, Kind::RightParen, depth);
  } else if (at_negated_name()) {
    good = negated_name(out);
  } else {
    good = constant(out);
  }
  if (!good) return false;
  close(out);
  return !cursor_.at(Kind::Or) || pair(out);
}

bool OperandParser::name(Operand& out) {
  out.name = cursor_.text();
  out.kind = out.name == "_" ? Operand::Kind::Sink : Operand::Kind::Name;
  cursor_.advance();
  // On a new line a Word begins a directive: the ';' is missing then.
  if (cursor_.at(Kind::Word) && !cursor_.token().first_on_line) {
    out.member = cursor_.word();
    cursor_.advance();
  }
  return true;
}

bool OperandParser::at_negated_name() {
  if (!cursor_.at(Kind::Not) && !cursor_.at(Kind::Minus)) return false;
  const Token& next = cursor_.peek();
  // WARP_SZ is a constant.
  return next.kind == Kind::Identifier && cursor_.text_of(next) != "WARP_SZ";
}

bool OperandParser::negated_name(Operand& out) {
  cursor_.advance();
  out.negated = true;
  return name(out);
}

bool OperandParser::constant(Operand& out) {
  if (!at_constant(cursor_)) return cursor_.fail("an operand");
  Constant value;
  if (!parse_constant(cursor_, value)) return false;
  out.kind = value.is_integer() ? Operand::Kind::Integer : Operand::Kind::Float;
  out.is_unsigned = value.kind == Constant::Kind::Unsigned;
  out.single = value.kind == Constant::Kind::Single;
  out.bits = value.bits;
  return true;
}

bool OperandParser::group(Operand& out, Operand::Kind kind, Kind close, unsigned depth) {
  out.kind = kind;
  cursor_.advance();
  size_t mark = pending_.size();
  if (!cursor_.at(close)) {
    do {
      Operand child;
      if (!operand(child, depth + 1)) return false;
      pending_.push_back(child);
    } while (cursor_.accept(Kind::Comma));
  }
  bool is_list = kind == Operand::Kind::List;
  if (!cursor_.expect(close, is_list ? "',' or ')' in the list" : "',' or '}' in the vector"))
    return false;
  out.children = take_from(mark);
  return true;
}

bool OperandParser::address(Operand& out, unsigned depth) {
  out.kind = Operand::Kind::Address;
  cursor_.advance();
  size_t mark = pending_.size();
  Operand base;
  base.span = cursor_.token().span();
  if (cursor_.at(Kind::Identifier) && cursor_.text() != "WARP_SZ") {
    name(base);
    close(base);
    if (!parse_offset(cursor_, out.offset)) return false;
  } else {
    if (!at_constant(cursor_)) return cursor_.fail("an address");
    if (!constant(base)) return false;
    close(base);
    if (base.kind != Operand::Kind::Integer)
      return cursor_.error(base.span, "expected an address, found a floating-point value");
  }
  pending_.push_back(base);
  while (cursor_.accept(Kind::Comma)) {
    Operand child;
    if (!operand(child, depth + 1)) return false;
    pending_.push_back(child);
  }
  if (!cursor_.expect(Kind::RightBracket, "']' after the address")) return false;
  out.children = take_from(mark);
  return true;
}

bool OperandParser::pair(Operand& out) {
  bool can_pair = out.kind == Operand::Kind::Name || out.kind == Operand::Kind::Sink ||
                  out.kind == Operand::Kind::Vector;
  if (!can_pair) return cursor_.fail("',' or ';' after the operand");
  cursor_.advance();
  Operand second;
  second.span = cursor_.token().span();
  if (at_negated_name()) {
    negated_name(second);
  } else if (cursor_.at(Kind::Identifier)) {
    name(second);
  } else {
    return cursor_.fail("a predicate after '|'");
  }
  close(second);
  size_t mark = pending_.size();
  Operand both;
  both.kind = Operand::Kind::Pair;
  both.span = out.span;
  pending_.push_back(out);
  pending_.push_back(second);
  both.children = take_from(mark);
  close(both);
  out = both;
  return true;
}

}  // namespace heddle::ptx
