// The names that a metric's formula may use: what tools put into the result of a run.
#pragma once

#include <string>
#include <string_view>

namespace heddle::study {

/// Whether some tool gives a number of this name.
bool is_statistic(std::string_view name);
/// "; did you mean 'derived.ipc'?" or nothing.
std::string suggest_statistic(std::string_view name);

}  // namespace heddle::study
