#include "study/check_formula.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/functions.hpp"

namespace heddle::study {

namespace {

/// The values of a formula without names.
std::optional<Values> constant(const Expression& e) {
  bool named = false;
  for_each_name(e, [&](const Expression&) { named = true; });
  if (named) return std::nullopt;
  return evaluate(e, [](const Expression&) { return Values(); });
}

bool has_zero(const Values& values) { return std::ranges::find(values, 0.0) != values.end(); }

/// The divisor of the operation.
const Expression* divisor_of(const Expression& e) {
  bool divides = e.kind == Expression::Kind::Call
                     ? e.text == "change"
                     : e.kind == Expression::Kind::Operator && e.text == "/";
  return divides ? &e.parts[1] : nullptr;
}

void find_divisions(const Expression& e, std::vector<FormulaProblem>& found) {
  for (const Expression& part : e.parts) find_divisions(part, found);
  const Expression* divisor = divisor_of(e);
  if (!divisor) return;
  auto values = constant(*divisor);
  if (values && has_zero(*values))
    found.push_back({e.offset, e.text == "/"
                                   ? "division by zero: the right operand of '/' is always 0"
                                   : "division by zero: the old value of 'change' is always 0"});
}

using Length = std::optional<size_t>;

class Lengths {
 public:
  Lengths(const LengthOf& length_of, std::vector<FormulaProblem>& found)
      : length_of_(length_of), found_(found) {}

  Length of(const Expression& e) {
    if (e.kind == Expression::Kind::Number) return 1;
    if (e.kind == Expression::Kind::Name) return length_of_(e);
    std::vector<Length> parts;
    for (const Expression& part : e.parts) parts.push_back(of(part));
    if (e.kind == Expression::Kind::Call && find_function(e.text)->folds) return 1;
    return parts.size() == 1 ? parts[0] : together(e, parts[0], parts[1]);
  }

 private:
  /// A list of one element combines with any other list.
  Length together(const Expression& e, Length a, Length b) {
    if (!a || !b) return std::nullopt;
    if (*a != *b && *a != 1 && *b != 1) {
      found_.push_back(
          {e.offset,
           fmt::format("'{}' combines a list of {} numbers with a list of {}", e.text, *a, *b)});
      return std::nullopt;
    }
    return std::max(*a, *b);
  }

  const LengthOf& length_of_;
  std::vector<FormulaProblem>& found_;
};

}  // namespace

std::vector<FormulaProblem> constant_divisions(const Expression& formula) {
  std::vector<FormulaProblem> found;
  find_divisions(formula, found);
  return found;
}

std::vector<FormulaProblem> length_problems(const Expression& formula, const LengthOf& length_of,
                                            size_t needed) {
  std::vector<FormulaProblem> found;
  Length length = Lengths(length_of, found).of(formula);
  if (!length || *length == needed) return found;
  found.push_back(
      {0, needed == 1
              ? fmt::format("this is a list of {} numbers, but one number is needed: select a row, "
                            "or combine them (hmean, gmean, mean, sum, min, max, all, any)",
                            *length)
              : fmt::format("this gives {} numbers, but {} are needed, one per row", *length,
                            needed)});
  return found;
}

}  // namespace heddle::study
