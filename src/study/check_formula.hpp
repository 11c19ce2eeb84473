// What can be said of a formula before anything has been measured: divisions by a constant zero,
// and how many numbers it gives.
#pragma once

#include <functional>
#include <optional>

#include "study/expression.hpp"

namespace heddle::study {

struct FormulaProblem {
  size_t offset = 0;  // in the formula's text
  std::string message;
};

/// Divisions by zero that do not depend on any measurement.
std::vector<FormulaProblem> constant_divisions(const Expression& formula);

/// The number of values of a name; nothing when it follows from measurements.
using LengthOf = std::function<std::optional<size_t>(const Expression& name)>;

/// Lists of different lengths that are combined, and a formula that does not give as many numbers
/// as are needed.
std::vector<FormulaProblem> length_problems(const Expression& formula, const LengthOf& length_of,
                                            size_t needed);

}  // namespace heddle::study
