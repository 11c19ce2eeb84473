// "did you mean …?": finds the known name closest to a misspelt one.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace heddle {

/// "; did you mean 'add'?", or empty if no name is close. The candidates are `name(i)` for i <
/// count.
std::string suggest(std::string_view wrong, size_t count,
                    const std::function<std::string_view(size_t)>& name);

}  // namespace heddle
