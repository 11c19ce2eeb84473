// Presets and archs as written: TOML with keys of the schema as nested tables, `description`, and
// optionally `inherits`, the name or file of another of the same kind, which is read first.
// Everything that is wrong in the files is reported at once, each error with its place:
//
//   my.toml:3:1: error: unknown key 'core.wrap'; did you mean 'core.warp'?
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "config/config_library.hpp"
#include "config/validate.hpp"

namespace heddle {

struct WrittenConfig {
  MachineConfig config;   // `name` is the file's unless it sets another
  ConfigOrigins origins;  // where each value was written last: FILE:LINE:COLUMN
};

/// `start` holds the values of what is neither set nor inherited. Throws InputError with every
/// diagnostic.
WrittenConfig read_config(const ConfigLibrary& library, const ConfigText& text,
                          MachineConfig start = {});

/// The files that a text and those it inherits are read from; none for what is compiled in. What
/// cannot be read is left out: loading it reports why.
std::vector<std::filesystem::path> config_files(const ConfigLibrary& library,
                                                std::string_view name_or_path);

struct ConfigInfo {
  std::string name;
  std::string description;
  std::string origin;  // a file, or "built in"
};
/// All entries of a library in its order; one that cannot be read says so in its description.
std::vector<ConfigInfo> describe_all(const ConfigLibrary& library);

}  // namespace heddle
