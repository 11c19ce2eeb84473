// Each dimension has its own braces, as ptxas requires. Elements omitted at the end of an inner
// dimension are zero; they are stored only if further elements follow.
#include "ptx/initialiser_parser.hpp"

#include <fmt/format.h>

#include <bit>

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

bool is_opaque(Type type) {
  return type == Type::TexRef || type == Type::SamplerRef || type == Type::SurfRef;
}

}  // namespace

bool InitialiserParser::parse(Variable& variable, const std::vector<uint64_t>& dimensions) {
  variable_ = &variable;
  // The properties of a texture or sampler, which heddle does not support.
  if (is_opaque(variable.type) && cursor_.at(Kind::LeftBrace))
    return cursor_.skip_group(Kind::LeftBrace, Kind::RightBrace, "the initialiser");
  extents_ = dimensions;
  if (variable.vector > 1) extents_.push_back(variable.vector);
  strides_.assign(extents_.size(), 1);
  for (size_t i = extents_.size(); i-- > 1;) strides_[i - 1] = strides_[i] * extents_[i];
  variable.first_initialiser = static_cast<uint32_t>(module_.initialisers.size());
  if (!(extents_.empty() ? value() : level(0, 0))) return false;
  variable.initialiser_count =
      static_cast<uint32_t>(module_.initialisers.size() - variable.first_initialiser);
  if (variable.is_array && variable.elements == 0)
    variable.elements = outermost_count_ * (strides_[0] / variable.vector);
  return true;
}

bool InitialiserParser::level(size_t index, uint64_t base) {
  if (!cursor_.expect(Kind::LeftBrace, "'{' before the values")) return false;
  uint64_t count = 0;
  bool is_innermost = index + 1 == extents_.size();
  if (!cursor_.at(Kind::RightBrace)) {
    do {
      Span span = cursor_.token().span();
      bool is_open = index == 0 && extents_[0] == 0;
      if (!is_open && count == extents_[index])
        return cursor_.error(span, fmt::format("more than {} values for this dimension of '{}'",
                                               count, variable_->name));
      uint64_t position = base + count * strides_[index];
      if (!pad_to(position, span)) return false;
      if (!(is_innermost ? value() : level(index + 1, position))) return false;
      count++;
    } while (cursor_.accept(Kind::Comma));
  }
  if (index == 0) outermost_count_ = count;
  return cursor_.expect(Kind::RightBrace, "',' or '}' after the value");
}

bool InitialiserParser::pad_to(uint64_t position, Span span) {
  uint64_t missing = position - (module_.initialisers.size() - variable_->first_initialiser);
  if (missing > kMaxPadding - padding_)
    return cursor_.error(
        span, fmt::format("more than {} elements are omitted from initialisers", kMaxPadding));
  padding_ += missing;
  Initialiser zero;
  zero.span = span;
  module_.initialisers.insert(module_.initialisers.end(), missing, zero);
  return true;
}

bool InitialiserParser::value() {
  Initialiser out;
  out.span = cursor_.token().span();
  bool good;
  if (at_constant(cursor_))
    good = constant(out);
  else if (cursor_.at(Kind::Identifier))
    good = symbol(out);
  else
    good = cursor_.fail("a value");
  if (!good) return false;
  out.span.length = cursor_.previous_end() - out.span.offset;
  module_.initialisers.push_back(out);
  return true;
}

bool InitialiserParser::constant(Initialiser& out) {
  Constant value;
  if (!parse_constant(cursor_, value)) return false;
  if (value.is_integer() && cursor_.at(Kind::LeftParen)) return masked(value, out);
  return number(value, out);
}

bool InitialiserParser::number(const Constant& value, Initialiser& out) {
  Type type = variable_->type;
  bool is_single = type == Type::F32 || type == Type::B32;
  bool is_double = type == Type::F64 || type == Type::B64;
  bool fits = value.is_integer() ? !is_float(type) : is_single || is_double;
  if (!fits)
    return cursor_.error(value.span,
                         fmt::format("{} cannot initialise '{}' of type .{}",
                                     value.is_integer() ? "an integer" : "a floating-point value",
                                     variable_->name, name_of(type)));
  out.bits = value.bits;
  if (value.is_integer()) return true;
  out.kind = Initialiser::Kind::Float;
  // A literal of the same width keeps its bits: converting would quieten a signalling NaN.
  if (is_single && value.kind == Constant::Kind::Double)
    out.bits = std::bit_cast<uint32_t>(static_cast<float>(value.as_double()));
  if (is_double && value.kind == Constant::Kind::Single)
    out.bits = std::bit_cast<uint64_t>(value.as_double());
  return true;
}

/// 0xFF00(symbol+4): one byte of an address.
bool InitialiserParser::masked(const Constant& mask, Initialiser& out) {
  unsigned low = mask.bits == 0 ? 0 : static_cast<unsigned>(std::countr_zero(mask.bits));
  if (low % 8 != 0 || mask.bits >> low != 0xff)
    return cursor_.error(mask.span, "expected a mask of one byte such as 0xFF00");
  out.mask_byte = static_cast<uint8_t>(low / 8);
  cursor_.advance();
  if (!symbol(out)) return false;
  return cursor_.expect(Kind::RightParen, "')' after the masked symbol");
}

bool InitialiserParser::symbol(Initialiser& out) {
  out.kind = Initialiser::Kind::Symbol;
  if (!cursor_.expect_name(out.symbol, "a symbol")) return false;
  if (out.symbol == "generic" && cursor_.accept(Kind::LeftParen)) {
    out.generic = true;
    if (!cursor_.expect_name(out.symbol, "a symbol in 'generic(…)'")) return false;
    if (!parse_offset(cursor_, out.offset)) return false;
    if (!cursor_.expect(Kind::RightParen, "')' after the symbol")) return false;
  }
  return parse_offset(cursor_, out.offset);
}

}  // namespace heddle::ptx
