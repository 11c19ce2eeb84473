// Specifiers may come in any order, as in ptxas; only a state space and a type are required.
#include "ptx/declaration_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ptx/expression.hpp"

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

constexpr Space kDeclaredSpaces[] = {Space::Reg,    Space::Const, Space::Global, Space::Local,
                                     Space::Shared, Space::Param, Space::Tex};

}  // namespace

std::optional<Space> find_declared_space(std::string_view word) {
  for (Space space : kDeclaredSpaces)
    if (name_of(space) == word) return space;
  return std::nullopt;
}

bool DeclarationParser::parse_variables(Linkage linkage, std::vector<Variable>& out) {
  Variable common;
  common.linkage = linkage;
  if (!specifiers(common)) return false;
  do {
    Variable variable = common;
    if (!declarator(variable)) return false;
    bool declares_none = variable.family == 0 && variable.name.empty();  // %r<0>
    bool can_initialise = variable.space == Space::Global || variable.space == Space::Const;
    if (can_initialise && cursor_.accept(Kind::Equal)) {
      if (!initialisers_.parse(variable, dimensions_)) return false;
    }
    if (!declares_none) out.push_back(variable);
  } while (cursor_.accept(Kind::Comma));
  return cursor_.end_statement("the declaration");
}

bool DeclarationParser::parse_parameters(std::vector<Variable>& out) {
  if (!cursor_.expect(Kind::LeftParen, "'(' before the parameters")) return false;
  if (cursor_.accept(Kind::RightParen)) return true;
  do {
    Variable parameter;
    if (!specifiers(parameter)) return false;
    if (parameter.space != Space::Param && parameter.space != Space::Reg)
      return cursor_.error(parameter.span, fmt::format("expected '.param' or '.reg', found '.{}'",
                                                       name_of(parameter.space)));
    if (!declarator(parameter)) return false;
    out.push_back(parameter);
  } while (cursor_.accept(Kind::Comma));
  return cursor_.expect(Kind::RightParen, "',' or ')' after the parameter");
}

bool DeclarationParser::skip_attribute() {
  cursor_.advance();
  if (!cursor_.at(Kind::LeftParen)) return cursor_.fail("'(' after '.attribute'");
  return cursor_.skip_group(Kind::LeftParen, Kind::RightParen, "the attribute");
}

bool DeclarationParser::specifiers(Variable& out) {
  out.span = cursor_.token().span();
  std::optional<Space> space;
  if (cursor_.at(Kind::Word)) space = find_declared_space(cursor_.word());
  if (!space) return cursor_.fail("a state space such as '.param'");
  out.space = *space;
  cursor_.advance();
  while (cursor_.at(Kind::Word))
    if (!specifier(out)) return false;
  if (out.type == Type::None) return cursor_.fail("a type such as '.u32'");
  return true;
}

bool DeclarationParser::specifier(Variable& out) {
  std::string_view word = cursor_.word();
  if (word == "align") return alignment(out.align);
  if (word == "ptr") return pointer(out);
  if (word == "attribute") return skip_attribute();
  if (word == "managed") {
    cursor_.advance();
    return true;
  }
  if (word == "v2" || word == "v4" || word == "v8") {
    out.vector = static_cast<uint8_t>(word[1] - '0');
    cursor_.advance();
    return true;
  }
  std::optional<Type> type = find_type(word);
  if (!type || out.type != Type::None)
    return cursor_.fail(out.type == Type::None ? "a type such as '.u32'" : "a name");
  out.type = *type;
  cursor_.advance();
  return true;
}

bool DeclarationParser::pointer(Variable& out) {
  out.is_pointer = true;
  cursor_.advance();
  // What follows describes the memory pointed to, not the parameter.
  while (cursor_.at(Kind::Word)) {
    if (cursor_.at_word("align")) {
      uint32_t pointee_alignment = 0;
      if (!alignment(pointee_alignment)) return false;
    } else if (find_declared_space(cursor_.word())) {
      cursor_.advance();
    } else {
      break;
    }
  }
  return true;
}

bool DeclarationParser::alignment(uint32_t& out) {
  cursor_.advance();
  Span span = cursor_.token().span();
  if (!cursor_.expect_number(out, "an alignment")) return false;
  if (!std::has_single_bit(out))
    return cursor_.error(span, fmt::format("expected a power of two as alignment, found {}", out));
  return true;
}

bool DeclarationParser::declarator(Variable& out) {
  out.span = cursor_.token().span();
  dimensions_.clear();
  if (!cursor_.expect_name(out.name, "a name")) return false;
  if (cursor_.at(Kind::Less)) return family(out);
  return !cursor_.at(Kind::LeftBracket) || dimensions(out);
}

bool DeclarationParser::family(Variable& out) {
  cursor_.advance();
  if (!cursor_.expect_number(out.family, "a number of registers below 2^32")) return false;
  if (out.family == 0) out.name = {};
  return cursor_.expect(Kind::Greater, "'>' after the number of registers");
}

bool DeclarationParser::dimensions(Variable& out) {
  out.is_array = true;
  while (cursor_.at(Kind::LeftBracket))
    if (!dimension(out)) return false;
  uint64_t bytes = 0, element = uint64_t{size_of(out.type)} * out.vector;
  uint64_t elements = 1;
  bool overflows = false;
  for (size_t i = 0; i < dimensions_.size(); i++) {
    uint64_t extent = i == 0 && dimensions_[0] == 0 ? 1 : dimensions_[i];
    overflows |= __builtin_mul_overflow(elements, extent, &elements);
  }
  overflows |= __builtin_mul_overflow(elements, std::max<uint64_t>(element, out.vector), &bytes);
  if (overflows)
    return cursor_.error(out.span,
                         fmt::format("the array '{}' is larger than 2^64 bytes", out.name));
  out.elements = dimensions_[0] == 0 ? 0 : elements;
  return true;
}

bool DeclarationParser::dimension(Variable& out) {
  cursor_.advance();
  if (dimensions_.size() >= Cursor::kMaxDepth) return cursor_.too_deep();
  if (cursor_.at(Kind::RightBracket)) {
    if (!dimensions_.empty())
      return cursor_.fail("a number of elements: only the first can be left out");
    dimensions_.push_back(0);
  } else {
    Constant extent;
    if (!parse_integer(cursor_, extent, "a number of elements")) return false;
    bool is_negative =
        extent.kind == Constant::Kind::Signed && static_cast<int64_t>(extent.bits) < 0;
    if (is_negative || (extent.bits == 0 && !dimensions_.empty()))
      return cursor_.error(extent.span,
                           fmt::format("expected a positive number of elements in '{}'", out.name));
    dimensions_.push_back(extent.bits);
  }
  return cursor_.expect(Kind::RightBracket, "']' after the number of elements");
}

}  // namespace heddle::ptx
