// Static checks of a formula, before any measurement: division by a constant zero, and the number
// of values that the formula gives.
#pragma once

#include <functional>
#include <optional>

#include "study/expression.hpp"

namespace heddle::study {

struct FormulaProblem {
  size_t offset = 0;  // in the formula's text
  std::string message;
};

/// Divisions by zero that do not depend on measurements.
std::vector<FormulaProblem> constant_divisions(const Expression& formula);

/// The number of values of a name, or nothing if it depends on measurements.
using LengthOf = std::function<std::optional<size_t>(const Expression& name)>;

/// Combinations of lists of different lengths, and formulas that give the wrong number of values.
std::vector<FormulaProblem> length_problems(const Expression& formula, const LengthOf& length_of,
                                            size_t needed);

}  // namespace heddle::study
