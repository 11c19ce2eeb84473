// The formula language of studies. Metrics are formulas over the statistics of a run, claims are
// formulas over metrics:
//
//   100 * l1.read_misses / l1.reads                 a metric: names are statistics
//   change(hmean(ipc[dwf]), hmean(ipc[pdom]))       a claim: metrics by variant, over all rows
//   ipc[pdom, FFT] > ipc[mimd, FFT]                 one row; [pdom, @coherent] is a set
//
// Values are lists of numbers; a list of one element combines with every element of another list.
// Truth values are 1 and 0. A value that was not measured is NaN, and so is everything computed
// from it. A division by zero also gives NaN and is recorded, so that it never passes for a result.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

using Values = std::vector<double>;

/// A value that was not measured.
inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

struct Expression {
  enum class Kind { Number, Name, Call, Operator };

  Kind kind = Kind::Number;
  double number = 0;
  std::string text;                     // of a name, function or operator
  std::vector<std::string> subscripts;  // of a name
  std::vector<Expression> parts;        // arguments, operands
  size_t offset = 0;                    // in the formula's text, of the name or the operator
};

/// Throws InputError with what was expected and where. Checks the names of functions and the number
/// of their arguments.
Expression parse_expression(std::string_view text);
/// A formula that parses as the same expression, with all its parentheses.
std::string formula_text(const Expression& expression);

/// Returns the values of a name.
using LookUp = std::function<Values(const Expression& name)>;
/// A division by zero gives NaN, never infinity, and sets `divided`.
Values evaluate(const Expression& expression, const LookUp& look_up, bool* divided = nullptr);
/// The value of an expression that must be one number; NaN if it is a list.
double evaluate_number(const Expression& expression, const LookUp& look_up,
                       bool* divided = nullptr);

/// Calls f for every name in the expression.
void for_each_name(const Expression& expression, const std::function<void(const Expression&)>& f);

/// The functions, for help texts: "hmean(list): harmonic mean".
std::vector<std::string> function_texts();

}  // namespace heddle::study
