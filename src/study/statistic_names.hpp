// The names that a metric's formula may use: the numbers in the result of a run.
#pragma once

#include <string>
#include <string_view>

namespace heddle::study {

/// Whether any tool produces a number with this name.
bool is_statistic(std::string_view name);
/// "; did you mean 'derived.ipc'?" or nothing.
std::string suggest_statistic(std::string_view name);

}  // namespace heddle::study
