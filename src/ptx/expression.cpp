// Precedence climbing. Result types follow ptxas: ~ and % are unsigned, comparisons and logical
// operators are signed, a shift has the type of its left operand (its count is taken modulo 64), a
// conditional has the type of the selected operand, and everything else is unsigned if either
// operand is.
#include "ptx/expression.hpp"

#include <fmt/format.h>

#include <bit>

#include "ptx/evaluate.hpp"

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

constexpr int kSum = 9, kProduct = 10;

/// 0: not a binary operator.
int precedence(Kind kind) {
  switch (kind) {
    case Kind::OrOr: return 1;
    case Kind::AndAnd: return 2;
    case Kind::Or: return 3;
    case Kind::Xor: return 4;
    case Kind::And: return 5;
    case Kind::EqualEqual:
    case Kind::NotEqual: return 6;
    case Kind::Less:
    case Kind::Greater:
    case Kind::LessEqual:
    case Kind::GreaterEqual: return 7;
    case Kind::ShiftLeft:
    case Kind::ShiftRight: return 8;
    case Kind::Plus:
    case Kind::Minus: return kSum;
    case Kind::Star:
    case Kind::Slash:
    case Kind::Percent: return kProduct;
    default: return 0;
  }
}

class ExpressionParser {
 public:
  explicit ExpressionParser(Cursor& cursor) : cursor_(cursor) {}

  bool conditional(Constant& out, unsigned depth) {
    Token start = cursor_.token();
    if (!binary(out, 1, depth)) return false;
    if (!cursor_.accept(Kind::Question)) return true;
    if (depth >= Cursor::kMaxDepth) return cursor_.too_deep();
    Constant yes, no;
    if (!conditional(yes, depth + 1)) return false;
    if (!cursor_.expect(Kind::Colon, "':' of the conditional expression")) return false;
    if (!conditional(no, depth + 1)) return false;
    if (!out.is_integer()) return cursor_.error(out.span, "the condition is not an integer");
    out = out.bits != 0 ? yes : no;
    close(out, start);
    return true;
  }

  bool binary(Constant& out, int least, unsigned depth) {
    Token start = cursor_.token();
    if (!unary(out, depth)) return false;
    while (true) {
      Token op = cursor_.token();
      int rank = precedence(op.kind);
      if (rank == 0 || rank < least) return true;
      cursor_.advance();
      Constant right;
      if (!binary(right, rank + 1, depth)) return false;
      std::string_view problem = evaluate(op.kind, out, right);
      if (!problem.empty()) return cursor_.error(op.span(), std::string(problem));
      close(out, start);
    }
  }

 private:
  bool unary(Constant& out, unsigned depth) {
    if (depth >= Cursor::kMaxDepth) return cursor_.too_deep();
    Token op = cursor_.token();
    switch (op.kind) {
      case Kind::Plus:
      case Kind::Minus:
      case Kind::Tilde:
      case Kind::Not: break;
      case Kind::LeftParen: return parenthesised(out, depth);
      default: return literal(out);
    }
    cursor_.advance();
    if (!unary(out, depth + 1)) return false;
    std::string_view problem = evaluate(op.kind, out);
    if (!problem.empty()) return cursor_.error(op.span(), std::string(problem));
    close(out, op);
    return true;
  }

  /// "(expression)", or a cast "(.s64) operand".
  bool parenthesised(Constant& out, unsigned depth) {
    Token open = cursor_.token();
    cursor_.advance();
    if (!cursor_.at(Kind::Word)) {
      if (!conditional(out, depth + 1)) return false;
      if (!cursor_.expect(Kind::RightParen, "')'")) return false;
      close(out, open);
      return true;
    }
    bool to_signed = cursor_.at_word("s64");
    if (!to_signed && !cursor_.at_word("u64")) return cursor_.fail("'.s64' or '.u64' in a cast");
    cursor_.advance();
    if (!cursor_.expect(Kind::RightParen, "')' after the type of a cast")) return false;
    if (!unary(out, depth + 1)) return false;
    if (!out.is_integer()) return cursor_.error(out.span, "only integers can be cast");
    out.kind = to_signed ? Constant::Kind::Signed : Constant::Kind::Unsigned;
    close(out, open);
    return true;
  }

  bool literal(Constant& out) {
    const Token& token = cursor_.token();
    out.span = token.span();
    out.bits = token.bits;
    if (token.kind == Kind::Integer) {
      out.kind = token.is_unsigned ? Constant::Kind::Unsigned : Constant::Kind::Signed;
    } else if (token.kind == Kind::Float) {
      out.kind = token.single ? Constant::Kind::Single : Constant::Kind::Double;
    } else if (token.kind == Kind::Identifier && cursor_.text() == "WARP_SZ") {
      out.kind = Constant::Kind::Signed;
      out.bits = 32;
    } else {
      return cursor_.fail("a constant");
    }
    cursor_.advance();
    return true;
  }

  void close(Constant& out, const Token& start) {
    out.span = {start.offset, cursor_.previous_end() - start.offset};
  }

  Cursor& cursor_;
};

}  // namespace

double Constant::as_double() const {
  switch (kind) {
    case Kind::Signed: return static_cast<double>(static_cast<int64_t>(bits));
    case Kind::Unsigned: return static_cast<double>(bits);
    case Kind::Single: return double{std::bit_cast<float>(static_cast<uint32_t>(bits))};
    case Kind::Double: break;
  }
  return std::bit_cast<double>(bits);
}

bool at_constant(const Cursor& cursor) {
  switch (cursor.kind()) {
    case Kind::Integer:
    case Kind::Float:
    case Kind::Plus:
    case Kind::Minus:
    case Kind::Tilde:
    case Kind::Not:
    case Kind::LeftParen: return true;
    case Kind::Identifier: return cursor.text() == "WARP_SZ";
    default: return false;
  }
}

bool parse_constant(Cursor& cursor, Constant& out) {
  return ExpressionParser(cursor).conditional(out, 0);
}

bool parse_integer(Cursor& cursor, Constant& out, std::string_view what) {
  if (!at_constant(cursor)) return cursor.fail(what);
  if (!parse_constant(cursor, out)) return false;
  if (!out.is_integer())
    return cursor.error(out.span, fmt::format("expected {}, found a floating-point value", what));
  return true;
}

bool parse_offset(Cursor& cursor, int64_t& offset) {
  while (cursor.at(Kind::Plus) || cursor.at(Kind::Minus)) {
    bool subtract = cursor.at(Kind::Minus);
    cursor.advance();
    if (!at_constant(cursor)) return cursor.fail("a constant offset");
    Constant term;
    if (!ExpressionParser(cursor).binary(term, kProduct, 0)) return false;
    if (!term.is_integer()) return cursor.error(term.span, "an offset must be an integer");
    // Unsigned, because addresses wrap around.
    uint64_t sum = static_cast<uint64_t>(offset) + (subtract ? 0 - term.bits : term.bits);
    offset = static_cast<int64_t>(sum);
  }
  return true;
}

}  // namespace heddle::ptx
