// The arithmetic of a study: metrics are formulas over what a run counted, claims are formulas over
// metrics. One small language serves both:
//
//   100 * l1.read_misses / l1.reads                 a metric: names are statistics
//   change(hmean(ipc[dwf]), hmean(ipc[pdom]))       a claim: metrics by variant, over all rows
//   ipc[pdom, FFT] > ipc[mimd, FFT]                 of one row; [pdom, @coherent] is of a set
//
// Values are lists of numbers; a list of one goes with any other, element by element. Truth is 1
// or 0. What was not measured is NaN, and so is everything that follows from it. A division by zero
// is NaN as well, and is told apart: it must never pass for a result.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

using Values = std::vector<double>;

/// What was not measured.
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

/// Throws InputError with what was expected and where. Functions and how many arguments they take
/// are checked here.
Expression parse_expression(std::string_view text);

/// Gives the values of a name.
using LookUp = std::function<Values(const Expression& name)>;
/// What divides by zero is NaN, never infinite; `divided` is then set, and left alone otherwise.
Values evaluate(const Expression& expression, const LookUp& look_up, bool* divided = nullptr);
/// The value of an expression that should be one number; NaN when it is a list.
double evaluate_number(const Expression& expression, const LookUp& look_up,
                       bool* divided = nullptr);

/// Calls f for every name in it.
void for_each_name(const Expression& expression, const std::function<void(const Expression&)>& f);

/// The functions, for help texts: "hmean(list): harmonic mean".
std::vector<std::string> function_texts();

}  // namespace heddle::study
