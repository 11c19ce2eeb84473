// Functions that PTX declares and nobody defines: the program would compile, and fail at its first
// launch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

std::vector<std::string> undefined_functions(std::string_view ptx);
/// Throws UsageError naming them and, where there is one, the remedy.
void check_externals(std::string_view ptx, std::string_view source);

}  // namespace heddle::cuda
