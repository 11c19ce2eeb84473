#include "study/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/functions.hpp"

namespace heddle::study {

namespace {

double apply(const std::string& op, double a, double b) {
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "/") return a / b;
  if (std::isnan(a) || std::isnan(b)) return kNothing;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  return op == "and" ? (a != 0 && b != 0) : (a != 0 || b != 0);
}

double apply(const std::string& op, double a) {
  if (op == "negate") return -a;
  return std::isnan(a) ? kNothing : a == 0;  // not
}

/// Whether the operation itself can divide by zero.
bool divides(const Expression& e) {
  if (e.kind == Expression::Kind::Call) return find_function(e.text)->divides;
  return e.kind == Expression::Kind::Operator && e.text == "/";
}

/// Whether the operands exist and are compatible; a non-finite result then means a division by
/// zero.
bool measured(const Expression& e, const std::vector<Values>& operands) {
  bool folds = e.kind == Expression::Kind::Call && find_function(e.text)->folds;
  size_t size = 1;
  for (const Values& part : operands) {
    if (part.empty() || std::ranges::any_of(part, [](double x) { return std::isnan(x); }))
      return false;
    if (!folds && part.size() != 1 && size != 1 && part.size() != size) return false;
    size = std::max(size, part.size());
  }
  return true;
}

/// Turns elements that were divided by zero into NaN.
void replace_infinite(Values& result, bool all_measured, bool* divided) {
  for (double& x : result) {
    if (std::isfinite(x) || (std::isnan(x) && !all_measured)) continue;
    x = kNothing;
    if (divided) *divided = true;
  }
}

}  // namespace

Values evaluate(const Expression& e, const LookUp& look_up, bool* divided) {
  if (e.kind == Expression::Kind::Number) return {e.number};
  if (e.kind == Expression::Kind::Name) return look_up(e);
  std::vector<Values> parts;
  for (const Expression& part : e.parts) parts.push_back(evaluate(part, look_up, divided));
  bool all_measured = measured(e, parts);
  Values result;
  if (e.kind == Expression::Kind::Call) {
    result = find_function(e.text)->apply(parts);
  } else if (parts.size() == 2) {
    result = zipped(parts[0], parts[1], [&](double a, double b) { return apply(e.text, a, b); });
  } else {
    result = std::move(parts[0]);
    for (double& x : result) x = apply(e.text, x);
  }
  if (divides(e)) replace_infinite(result, all_measured, divided);
  return result;
}

double evaluate_number(const Expression& expression, const LookUp& look_up, bool* divided) {
  Values values = evaluate(expression, look_up, divided);
  return values.size() == 1 ? values[0] : kNothing;
}

void for_each_name(const Expression& e, const std::function<void(const Expression&)>& f) {
  if (e.kind == Expression::Kind::Name) f(e);
  for (const Expression& part : e.parts) for_each_name(part, f);
}

std::string formula_text(const Expression& e) {
  auto join = [](const auto& texts, auto text_of) {
    std::string all;
    for (const auto& part : texts) all += (all.empty() ? "" : ", ") + text_of(part);
    return all;
  };
  auto itself = [](const std::string& text) { return text; };
  switch (e.kind) {
    case Expression::Kind::Number: return fmt::format("{}", e.number);
    case Expression::Kind::Name:
      return e.subscripts.empty() ? e.text
                                  : fmt::format("{}[{}]", e.text, join(e.subscripts, itself));
    case Expression::Kind::Call: return fmt::format("{}({})", e.text, join(e.parts, formula_text));
    case Expression::Kind::Operator: break;
  }
  if (e.parts.size() == 2)
    return fmt::format("({} {} {})", formula_text(e.parts[0]), e.text, formula_text(e.parts[1]));
  return fmt::format("({} {})", e.text == "negate" ? "-" : e.text, formula_text(e.parts[0]));
}

}  // namespace heddle::study
