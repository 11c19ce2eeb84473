// Where the running program is, and what lies beside it. Nothing is found by a path that was fixed
// when heddle was compiled, so an installation may be moved.
#pragma once

#include <filesystem>
#include <string_view>

namespace heddle {

/// The folder of the running program.
std::filesystem::path own_folder();

/// A folder of the source tree, such as presets, if the program runs in its build folder; else
/// empty. The build folder has a folder `source` with links to them.
std::filesystem::path source_folder(std::string_view name);

}  // namespace heddle
