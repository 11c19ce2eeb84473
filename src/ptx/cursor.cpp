// Error messages say what was expected and what was found. Recovery skips to a point where a
// statement certainly ends, so that one mistake causes one error.
#include "ptx/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

constexpr std::string_view kDirectives[] = {
    "address_size", "alias",  "branchtargets", "callprototype", "calltargets", "common",
    "const",        "entry",  "extern",        "file",          "func",        "global",
    "loc",          "local",  "param",         "pragma",        "reg",         "section",
    "shared",       "target", "tex",           "version",       "visible",     "weak",
};

}  // namespace

bool is_directive(std::string_view word) {
  return std::ranges::find(kDirectives, word) != std::end(kDirectives);
}

Cursor::Cursor(const Source& source, Diagnostics& diagnostics, Interrupt interrupt)
    : lexer_(source.text(), diagnostics), diagnostics_(diagnostics), interrupt_(interrupt) {
  token_ = lexer_.next();
}

void Cursor::advance() {
  interrupt_.check();
  previous_end_ = token_.end();
  if (has_ahead_) {
    token_ = ahead_;
    has_ahead_ = false;
  } else {
    token_ = lexer_.next();
  }
}

const Token& Cursor::peek() {
  if (!has_ahead_) ahead_ = lexer_.next();
  has_ahead_ = true;
  return ahead_;
}

bool Cursor::accept(Kind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool Cursor::accept_word(std::string_view name) {
  if (!at_word(name)) return false;
  advance();
  return true;
}

bool Cursor::expect(Kind kind, std::string_view what) { return accept(kind) || fail(what); }

bool Cursor::expect_name(std::string_view& name, std::string_view what) {
  if (!at(Kind::Identifier)) return fail(what);
  name = text();
  advance();
  return true;
}

bool Cursor::expect_number(uint32_t& value, std::string_view what) {
  if (!at(Kind::Integer) || token_.bits > std::numeric_limits<uint32_t>::max()) return fail(what);
  value = static_cast<uint32_t>(token_.bits);
  advance();
  return true;
}

bool Cursor::end_statement(std::string_view what) {
  if (accept(Kind::Semicolon)) return true;
  fail(fmt::format("';' after {}", what));
  return token_.first_on_line && !at(Kind::Invalid);
}

std::string Cursor::found() const {
  if (at(Kind::End)) return "the end of the text";
  constexpr size_t kShown = 40;
  if (token_.length <= kShown) return fmt::format("'{}'", text());
  // A string may hold UTF-8; the cut must not fall inside a character.
  size_t shown = kShown;
  while ((static_cast<unsigned char>(text()[shown]) & 0xc0) == 0x80) shown--;
  return fmt::format("'{}…'", text().substr(0, shown));
}

bool Cursor::fail(std::string_view what) {
  if (at(Kind::Invalid)) return false;
  return error({token_.offset, std::max(token_.length, 1u)},
               fmt::format("expected {}, found {}", what, found()));
}

bool Cursor::error(Span span, std::string message) {
  diagnostics_.error(span.offset, span.length, std::move(message));
  if (diagnostics_.full()) {
    // No further error will be reported, so the rest of the text need not be read.
    lexer_.stop();
    has_ahead_ = false;
    token_ = lexer_.next();
  }
  return false;
}

bool Cursor::too_deep() {
  return error(token_.span(), fmt::format("nested deeper than {} levels", kMaxDepth));
}

bool Cursor::at_directive_line() const {
  return at(Kind::Word) && token_.first_on_line && is_directive(word());
}

/// Skips a token that cannot begin a statement, so that parsing always advances.
void Cursor::skip_start(uint32_t start) {
  if (token_.offset == start && !at(Kind::Semicolon)) advance();
}

void Cursor::recover_statement(uint32_t start) {
  skip_start(start);
  while (!at(Kind::End)) {
    if (accept(Kind::Semicolon) || at_directive_line()) return;
    if (at(Kind::LeftBrace) && token_.first_on_line) return;
    if (at(Kind::RightBrace)) {
      // The brace of a vector operand is followed by more of the statement.
      switch (peek().kind) {
        case Kind::Comma:
        case Kind::Semicolon:
        case Kind::Or:
        case Kind::RightBracket:
        case Kind::RightParen: break;
        default: return;
      }
    }
    advance();
  }
}

void Cursor::recover_item(uint32_t start) {
  skip_start(start);
  uint64_t depth = 0;
  while (!at(Kind::End)) {
    if (depth == 0 && (accept(Kind::Semicolon) || at_directive_line())) return;
    bool closes = at(Kind::RightBrace) && depth > 0;
    if (at(Kind::LeftBrace)) depth++;
    if (closes) depth--;
    // The closing brace of what looks like a function body.
    bool ends_body = closes && depth == 0 && token_.first_on_line;
    advance();
    if (ends_body) return;
  }
}

bool Cursor::skip_group(Kind open, Kind close, std::string_view what) {
  Token start = token_;
  uint64_t depth = 0;
  do {
    if (at(open)) depth++;
    if (at(close)) depth--;
    if (at(Kind::End))
      return error(start.span(),
                   fmt::format("expected the end of {}, found the end of the text", what));
    advance();
  } while (depth > 0);
  return true;
}

}  // namespace heddle::ptx
