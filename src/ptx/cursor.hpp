// The parser's position in the token sequence: the current token, one token of lookahead, error
// reporting and recovery. Parsing functions report an error and then return false.
#pragma once

#include <string>
#include <string_view>

#include "base/interrupt.hpp"
#include "ptx/lexer.hpp"

namespace heddle::ptx {

class Cursor {
 public:
  /// Braces, parentheses and operators may nest this deep: parsing recurses into them.
  static constexpr unsigned kMaxDepth = 200;

  Cursor(const Source& source, Diagnostics& diagnostics, Interrupt interrupt);

  const Token& token() const { return token_; }
  Token::Kind kind() const { return token_.kind; }
  std::string_view text() const { return lexer_.text(token_); }
  bool at(Token::Kind kind) const { return token_.kind == kind; }
  /// At the directive or modifier `name`, given without its dot.
  bool at_word(std::string_view name) const { return at(Token::Kind::Word) && word() == name; }
  /// The current Word without its dot.
  std::string_view word() const { return text().substr(1); }
  const Token& peek();
  std::string_view text_of(const Token& token) const { return lexer_.text(token); }
  /// The end of the token before the current one.
  uint32_t previous_end() const { return previous_end_; }

  /// Every loop over the text calls this, so this is where interrupts are polled.
  void advance();
  bool accept(Token::Kind kind);
  bool accept_word(std::string_view name);
  /// Takes a token of `kind`, or reports that `what` was expected.
  bool expect(Token::Kind kind, std::string_view what);
  /// Takes an identifier into `name`.
  bool expect_name(std::string_view& name, std::string_view what);
  /// Takes an unsigned literal that fits in 32 bits.
  bool expect_number(uint32_t& value, std::string_view what);
  /// Takes the ';' that ends `what`. A missing one is reported, but if the next statement starts on
  /// a new line, parsing continues there.
  bool end_statement(std::string_view what);

  /// "expected {what}, found {token}" at the current token. Always false.
  bool fail(std::string_view what);
  /// Always false.
  bool error(Span span, std::string message);
  bool too_deep();

  /// Skips the rest of a broken statement that began at `start`, inside a body.
  void recover_statement(uint32_t start);
  /// The same at module scope, where no brace is open.
  void recover_item(uint32_t start);
  /// Skips a bracketed group, starting at its opening bracket.
  bool skip_group(Token::Kind open, Token::Kind close, std::string_view what);

 private:
  std::string found() const;
  bool at_directive_line() const;
  void skip_start(uint32_t start);

  Lexer lexer_;
  Diagnostics& diagnostics_;
  Interrupt interrupt_;
  Token token_;
  Token ahead_;
  bool has_ahead_ = false;
  uint32_t previous_end_ = 0;
};

/// Words that begin a statement or a declaration, where recovery can stop.
bool is_directive(std::string_view word);

}  // namespace heddle::ptx
