#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "base/error.hpp"
#include "study/functions.hpp"

namespace heddle::study {

namespace {

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == '.'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  Expression parse() {
    Expression whole = disjunction();
    skip();
    if (at_ != text_.size()) fail("an operator");
    return whole;
  }

 private:
  static constexpr int kDeepest = 64;  // limits recursion on malicious input

  /// Counts one level of nesting during its lifetime.
  struct Deeper {
    explicit Deeper(ExpressionParser& p) : parser(p) {
      if (++parser.depth_ > kDeepest) parser.fail("less nesting");
    }
    ~Deeper() { parser.depth_--; }
    ExpressionParser& parser;
  };

  [[noreturn]] void fail(std::string_view expected) const {
    throw InputError(fmt::format("expected {} at column {} of '{}'", expected, at_ + 1, text_));
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) at_++;
  }
  bool take(std::string_view token) {
    skip();
    if (!text_.substr(at_).starts_with(token)) return false;
    if (starts_name(token.back()) && at_ + token.size() < text_.size() &&
        continues_name(text_[at_ + token.size()]))
      return false;
    at_ += token.size();
    return true;
  }
  /// Called after the operator was consumed; `left` is the left operand of a binary operator.
  template <class Operand>
  Expression operation(std::string_view name, std::string_view sign, Operand operand,
                       std::optional<Expression> left = {}) {
    Expression e;
    e.kind = Expression::Kind::Operator;
    e.text = name;
    e.offset = at_ - sign.size();
    if (left) e.parts.push_back(std::move(*left));
    e.parts.push_back((this->*operand)());
    return e;
  }
  template <class Operand>
  Expression operation(std::string_view sign, Operand operand,
                       std::optional<Expression> left = {}) {
    return operation(sign, sign, operand, std::move(left));
  }

  Expression disjunction() {
    Expression left = conjunction();
    while (take("or")) left = operation("or", &ExpressionParser::conjunction, std::move(left));
    return left;
  }
  Expression conjunction() {
    Expression left = negation();
    while (take("and")) left = operation("and", &ExpressionParser::negation, std::move(left));
    return left;
  }
  Expression negation() {
    if (!take("not")) return comparison();
    Deeper deeper(*this);
    return operation("not", &ExpressionParser::negation);
  }
  Expression comparison() {
    Expression left = sum();
    for (std::string_view sign : {"<=", ">=", "==", "!=", "<", ">"})
      if (take(sign)) return operation(sign, &ExpressionParser::sum, std::move(left));
    return left;
  }
  Expression sum() {
    Expression left = product();
    while (true) {
      if (take("+"))
        left = operation("+", &ExpressionParser::product, std::move(left));
      else if (take("-"))
        left = operation("-", &ExpressionParser::product, std::move(left));
      else
        return left;
    }
  }
  Expression product() {
    Expression left = unary();
    while (true) {
      if (take("*"))
        left = operation("*", &ExpressionParser::unary, std::move(left));
      else if (take("/"))
        left = operation("/", &ExpressionParser::unary, std::move(left));
      else
        return left;
    }
  }
  Expression unary() {
    Deeper deeper(*this);
    return take("-") ? operation("negate", "-", &ExpressionParser::unary) : primary();
  }
  Expression primary() {
    skip();
    if (at_ == text_.size()) fail("a value");
    if (take("(")) {
      Expression inner = disjunction();
      if (!take(")")) fail("')'");
      return inner;
    }
    if (is_digit(text_[at_])) return number();
    if (!starts_name(text_[at_])) fail("a value");
    return name_or_call();
  }
  Expression number() {
    Expression e;
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), e.number);
    if (error != std::errc()) fail("a number");
    at_ = static_cast<size_t>(end - text_.data());
    return e;
  }
  Expression name_or_call() {
    size_t begin = at_;
    while (at_ < text_.size() && continues_name(text_[at_])) at_++;
    Expression e;
    e.kind = Expression::Kind::Name;
    e.text = text_.substr(begin, at_ - begin);
    e.offset = begin;
    if (take("(")) {
      e.kind = Expression::Kind::Call;
      do e.parts.push_back(disjunction());
      while (take(","));
      if (!take(")")) fail("')' or ','");
      const Function* function = find_function(e.text);
      if (!function) {
        at_ = begin;
        fail(fmt::format("a function ({})", function_names()));
      }
      if (e.parts.size() < function->least || e.parts.size() > function->most) {
        at_ = begin;
        fail(fmt::format("the arguments of {}", function->text));
      }
    } else if (take("[")) {
      size_t close = text_.find(']', at_);
      if (close == std::string_view::npos) fail("']'");
      std::string_view inside = text_.substr(at_, close - at_);
      at_ = close + 1;
      while (true) {
        size_t comma = inside.find(',');
        e.subscripts.emplace_back(trimmed(inside.substr(0, comma)));
        if (comma == std::string_view::npos) break;
        inside.remove_prefix(comma + 1);
      }
    }
    return e;
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression parse_expression(std::string_view text) { return ExpressionParser(text).parse(); }

}  // namespace heddle::study
