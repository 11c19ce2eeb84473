// Blanks, comments, names, strings and punctuators; literals are in lexer_numbers.cpp.
#include "ptx/lexer.hpp"

#include <fmt/format.h>

#include "ptx/character.hpp"

namespace heddle::ptx {

namespace {

using Kind = Token::Kind;

constexpr std::array<Kind, 128> make_punctuators() {
  std::array<Kind, 128> kinds{};
  for (Kind& kind : kinds) kind = Kind::Invalid;
  kinds['('] = Kind::LeftParen;
  kinds[')'] = Kind::RightParen;
  kinds['{'] = Kind::LeftBrace;
  kinds['}'] = Kind::RightBrace;
  kinds['['] = Kind::LeftBracket;
  kinds[']'] = Kind::RightBracket;
  kinds[','] = Kind::Comma;
  kinds[';'] = Kind::Semicolon;
  kinds[':'] = Kind::Colon;
  kinds['?'] = Kind::Question;
  kinds['@'] = Kind::At;
  kinds['+'] = Kind::Plus;
  kinds['-'] = Kind::Minus;
  kinds['*'] = Kind::Star;
  kinds['/'] = Kind::Slash;
  kinds['%'] = Kind::Percent;
  kinds['~'] = Kind::Tilde;
  kinds['!'] = Kind::Not;
  kinds['='] = Kind::Equal;
  kinds['<'] = Kind::Less;
  kinds['>'] = Kind::Greater;
  kinds['&'] = Kind::And;
  kinds['|'] = Kind::Or;
  kinds['^'] = Kind::Xor;
  return kinds;
}

constexpr std::array<Kind, 128> kPunctuators = make_punctuators();

struct Digraph {
  char first, second;
  Kind kind;
};

constexpr Digraph kDigraphs[] = {
    {'<', '=', Kind::LessEqual}, {'>', '=', Kind::GreaterEqual}, {'=', '=', Kind::EqualEqual},
    {'!', '=', Kind::NotEqual},  {'<', '<', Kind::ShiftLeft},    {'>', '>', Kind::ShiftRight},
    {'&', '&', Kind::AndAnd},    {'|', '|', Kind::OrOr},
};

}  // namespace

Lexer::Lexer(std::string_view text, Diagnostics& diagnostics)
    : begin_(text.data()), end_(begin_ + text.size()), at_(begin_), diagnostics_(diagnostics) {}

void Lexer::stop() { at_ = end_; }

Token Lexer::next() {
  Token token;
  token.first_on_line = at_ == begin_;
  skip_blanks(token);
  token.offset = offset_of(at_);
  char c = *at_;
  if (is(c, kNameStart) && (c != '%' || is(at_[1], kNamePart))) {
    const char* at = at_ + 1;
    while (is(*at, kNamePart)) at++;
    at_ = at;
    token.kind = Kind::Identifier;
  } else if (c == '.') {
    lex_word(token);
  } else if (is(c, kDigit)) {
    lex_number(token);
  } else if (c == '"') {
    lex_string(token);
  } else if (at_ != end_) {
    lex_punctuator(token);
  }
  token.length = offset_of(at_) - token.offset;
  previous_ = token.kind;
  return token;
}

void Lexer::skip_blanks(Token& token) {
  while (true) {
    char c = *at_;
    if (is(c, kBlank)) {
      if (c == '\n') token.first_on_line = true;
      at_++;
    } else if (c == '/' && at_[1] == '/') {
      while (*at_ != '\n' && at_ != end_) at_++;
    } else if (c == '/' && at_[1] == '*') {
      const char* start = at_;
      if (!skip_block_comment()) return;
      if (std::string_view(start, at_ - start).find('\n') != std::string_view::npos)
        token.first_on_line = true;
    } else {
      return;
    }
  }
}

bool Lexer::skip_block_comment() {
  size_t close = std::string_view(at_ + 2, end_ - at_ - 2).find("*/");
  if (close == std::string_view::npos) {
    diagnostics_.error(offset_of(at_), 2,
                       "expected '*/' to close the comment, found the end of the text");
    at_ = end_;
    return false;
  }
  at_ += close + 4;
  return true;
}

void Lexer::lex_word(Token& token) {
  // ".5" is a number at the start of an operand, but a modifier after a name: tex.2d.
  bool continues = previous_ == Kind::Identifier || previous_ == Kind::Word;
  if (is(at_[1], kDigit) && !continues) return lex_decimal(token);
  const char* at = at_ + 1;
  while (is(*at, kNamePart) || (*at == ':' && at[1] == ':' && is(at[2], kNamePart)))
    at += *at == ':' ? 2 : 1;
  if (at == at_ + 1) return reject(token, at, "expected a name after '.'");
  token.kind = Kind::Word;
  at_ = at;
}

void Lexer::lex_string(Token& token) {
  const char* at = at_ + 1;
  while (*at != '"') {
    if (*at == '\\' && at + 1 < end_) at++;
    if (*at == '\n' || at == end_) {
      if (at > at_ && at[-1] == '\r') at--;
      return reject(token, at, "expected '\"' to close the string before the end of the line");
    }
    at++;
  }
  token.kind = Kind::String;
  at_ = at + 1;
}

void Lexer::lex_punctuator(Token& token) {
  auto c = static_cast<unsigned char>(*at_);
  Kind kind = c < kPunctuators.size() ? kPunctuators[c] : Kind::Invalid;
  if (kind == Kind::Invalid) {
    const char* at = at_ + 1;
    while (c >= 0x80 && static_cast<unsigned char>(*at) >= 0x80) at++;
    std::string_view run(at_, std::min<size_t>(at - at_, 4));
    if (c >= 0x80) run = run.substr(0, c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4);
    bool printable = c > 0x20 && c != 0x7f;
    return reject(token, at,
                  printable ? fmt::format("unexpected character '{}'", run)
                            : fmt::format("unexpected control character 0x{:02x}", c));
  }
  token.kind = kind;
  for (const Digraph& digraph : kDigraphs) {
    if (digraph.first == *at_ && digraph.second == at_[1]) {
      token.kind = digraph.kind;
      at_++;
      break;
    }
  }
  at_++;
}

void Lexer::reject(Token& token, const char* end, std::string message) {
  token.kind = Kind::Invalid;
  diagnostics_.error(token.offset, static_cast<uint32_t>(end - at_), std::move(message));
  at_ = diagnostics_.full() ? end_ : end;  // no further error would be reported
}

}  // namespace heddle::ptx
