// Splits text into tokens on demand, without allocating: a token is a kind, a piece of the text
// and, for literals, the value's bits. The text must contain no NUL bytes (see utf8.hpp), so that
// the terminator of the string ends every scan.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "ptx/ast.hpp"

namespace heddle::ptx {

struct Token {
  enum class Kind : uint8_t {
    End,
    Invalid,     // already reported: the parser only has to recover
    Identifier,  // add, %r1, $L__BB0_1, _
    Word,        // .global, .L2::128B, .2d: a directive, a modifier or a member
    Integer,
    Float,
    String,
    LeftParen,
    RightParen,
    LeftBrace,
    RightBrace,
    LeftBracket,
    RightBracket,
    Comma,
    Semicolon,
    Colon,
    Question,
    At,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Tilde,
    Not,
    Equal,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    AndAnd,
    OrOr,
  };
  Kind kind = Kind::End;
  bool first_on_line = false;
  bool is_unsigned = false;  // Integer: U suffix or beyond the range of s64
  bool single = false;       // Float: written as 0f…, `bits` is a binary32 pattern
  uint32_t offset = 0;
  uint32_t length = 0;
  uint64_t bits = 0;

  Span span() const { return {offset, length}; }
  uint32_t end() const { return offset + length; }
};

class Lexer {
 public:
  /// `text` must be the text of a Source: followed by a NUL byte, with none inside, below 4 GiB.
  Lexer(std::string_view text, Diagnostics& diagnostics);

  Token next();
  /// Every further token is End.
  void stop();
  std::string_view text(const Token& token) const { return {begin_ + token.offset, token.length}; }

 private:
  void skip_blanks(Token& token);
  bool skip_block_comment();
  void lex_word(Token& token);
  void lex_string(Token& token);
  void lex_number(Token& token);
  void lex_decimal(Token& token);
  void lex_radix(Token& token, unsigned radix, const char* digits);
  void lex_hex_float(Token& token, unsigned digits);
  void lex_punctuator(Token& token);
  void reject(Token& token, const char* end, std::string message);
  uint32_t offset_of(const char* at) const { return static_cast<uint32_t>(at - begin_); }

  const char* begin_;
  const char* end_;
  const char* at_;
  Token::Kind previous_ = Token::Kind::End;
  Diagnostics& diagnostics_;
};

}  // namespace heddle::ptx
