// Literals: decimal, octal, hexadecimal and binary integers with an optional U; decimal floats; and
// the exact forms 0f (binary32) and 0d (binary64) followed by all digits of the pattern.
#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <limits>

#include "ptx/character.hpp"
#include "ptx/lexer.hpp"

namespace heddle::ptx {

namespace {

unsigned digit_value(char c) {
  if (c <= '9') return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a') + 10;
}

const char* skip_digits(const char* at) {
  while (is(*at, kDigit)) at++;
  return at;
}

const char* skip_name(const char* at) {
  while (is(*at, kNamePart)) at++;
  return at;
}

}  // namespace

void Lexer::lex_number(Token& token) {
  if (*at_ != '0' || !is(at_[1], kNamePart)) return lex_decimal(token);
  switch (at_[1] | 0x20) {
    case 'x': return lex_radix(token, 16, at_ + 2);
    case 'b': return lex_radix(token, 2, at_ + 2);
    case 'f': return lex_hex_float(token, 8);
    case 'd': return lex_hex_float(token, 16);
    default: return lex_decimal(token);
  }
}

void Lexer::lex_decimal(Token& token) {
  const char* at = skip_digits(at_);
  bool is_integer = true;
  if (*at == '.') {
    is_integer = false;
    at = skip_digits(at + 1);
  }
  if ((*at | 0x20) == 'e') {
    const char* exponent = at + 1 + (at[1] == '+' || at[1] == '-');
    if (!is(*exponent, kDigit))
      return reject(token, skip_name(exponent),
                    fmt::format("expected digits in the exponent of '{}'",
                                std::string_view(at_, exponent - at_)));
    is_integer = false;
    at = skip_digits(exponent);
  }
  if (is_integer) return lex_radix(token, *at_ == '0' && at > at_ + 1 ? 8 : 10, at_);
  const char* rest = skip_name(at);
  std::string_view text(at_, rest - at_);
  double value = 0;
  if (rest != at)
    return reject(token, rest, fmt::format("'{}' is not a number", text.substr(0, 40)));
  if (std::from_chars(at_, at, value).ec != std::errc())
    return reject(token, at, fmt::format("'{}' is outside the range of f64", text.substr(0, 40)));
  token.kind = Token::Kind::Float;
  token.bits = std::bit_cast<uint64_t>(value);
  at_ = at;
}

void Lexer::lex_radix(Token& token, unsigned radix, const char* digits) {
  const char* rest = skip_name(digits);
  std::string_view text(at_, rest - at_);
  const char* at = digits;
  uint64_t value = 0;
  bool fits = true;
  for (; is(*at, kHexDigit) && digit_value(*at) < radix; at++)
    fits &= !__builtin_mul_overflow(value, uint64_t{radix}, &value) &&
            !__builtin_add_overflow(value, uint64_t{digit_value(*at)}, &value);
  bool has_digits = at != digits;
  bool has_suffix = *at == 'U';
  if (has_suffix) at++;
  if (!has_digits || at != rest)
    return reject(token, rest,
                  fmt::format("'{}' is not a number{}", text.substr(0, 40),
                              radix == 8 ? ": a leading 0 makes it octal" : ""));
  if (!fits)
    return reject(token, rest, fmt::format("'{}' does not fit in 64 bits", text.substr(0, 40)));
  token.kind = Token::Kind::Integer;
  token.is_unsigned = has_suffix || value > uint64_t{std::numeric_limits<int64_t>::max()};
  token.bits = value;
  at_ = rest;
}

void Lexer::lex_hex_float(Token& token, unsigned digits) {
  const char* at = at_ + 2;
  const char* rest = skip_name(at);
  uint64_t value = 0;
  while (is(*at, kHexDigit)) value = value << 4 | digit_value(*at++);
  if (at != rest || at != at_ + 2 + digits)
    return reject(token, rest,
                  fmt::format("expected {} hexadecimal digits after '{}', found '{}'", digits,
                              std::string_view(at_, 2),
                              std::string_view(at_ + 2, rest - at_ - 2).substr(0, 40)));
  token.kind = Token::Kind::Float;
  token.single = digits == 8;
  token.bits = value;
  at_ = rest;
}

}  // namespace heddle::ptx
