#include "study/expression.hpp"

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

}  // namespace

Values evaluate(const Expression& e, const LookUp& look_up) {
  switch (e.kind) {
    case Expression::Kind::Number: return {e.number};
    case Expression::Kind::Name: return look_up(e);
    case Expression::Kind::Call: {
      std::vector<Values> arguments;
      for (const Expression& part : e.parts) arguments.push_back(evaluate(part, look_up));
      return find_function(e.text)->apply(arguments);
    }
    case Expression::Kind::Operator: break;
  }
  Values first = evaluate(e.parts[0], look_up);
  if (e.parts.size() == 2)
    return zipped(first, evaluate(e.parts[1], look_up),
                  [&](double a, double b) { return apply(e.text, a, b); });
  for (double& x : first) x = apply(e.text, x);
  return first;
}

double evaluate_number(const Expression& expression, const LookUp& look_up) {
  Values values = evaluate(expression, look_up);
  return values.size() == 1 ? values[0] : kNothing;
}

void for_each_name(const Expression& e, const std::function<void(const Expression&)>& f) {
  if (e.kind == Expression::Kind::Name) f(e);
  for (const Expression& part : e.parts) for_each_name(part, f);
}

}  // namespace heddle::study
