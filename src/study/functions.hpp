// The functions of the formula language.
#pragma once

#include <algorithm>
#include <span>

#include "study/expression.hpp"

namespace heddle::study {

struct Function {
  std::string_view name;
  std::string_view text;  // "hmean(list): harmonic mean"
  size_t least, most;     // arguments
  Values (*apply)(std::span<const Values> arguments);
  bool folds = true;     // combines all arguments into one number
  bool divides = false;  // can divide by zero
};

/// Applies f to each pair of elements; a list of one element combines with every element of the
/// other. Lists of different lengths give NaN.
template <class F>
Values zipped(const Values& a, const Values& b, F f) {
  if (a.empty() || b.empty()) return {};
  if (a.size() != b.size() && a.size() != 1 && b.size() != 1) return {kNothing};
  Values result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); i++)
    result[i] = f(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i]);
  return result;
}

/// Null for an unknown name.
const Function* find_function(std::string_view name);
/// "abs, all, …".
std::string function_names();

}  // namespace heddle::study
