// Reads presets and archs: TOML files with the schema's keys as nested tables, `description`, and
// optionally `inherits`, the name or path of another preset or arch, which is read first. All
// errors in the files are reported together, each with its position:
//
//   my.toml:3:1: error: unknown key 'core.wrap'; did you mean 'core.warp'?
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "config/config_library.hpp"
#include "config/validate.hpp"
#include "extension/extensions.hpp"

namespace heddle {

struct WrittenConfig {
  MachineConfig config;   // `name` is the file's name unless the file sets it
  ConfigOrigins origins;  // where each value was set last: FILE:LINE:COLUMN
};

/// Keys that are neither set nor inherited keep their values in `start`. Throws InputError with all
/// diagnostics.
WrittenConfig read_config(const ConfigLibrary& library, const ConfigText& text,
                          MachineConfig start = {});

/// The files that a text and its ancestors are read from, without compiled-in texts. Unreadable
/// files are left out; loading them reports the error.
std::vector<std::filesystem::path> config_files(const ConfigLibrary& library,
                                                std::string_view name_or_path);

struct ConfigInfo {
  std::string name;
  std::string description;
  std::string origin;  // a file, or "built in"
};
/// All entries of a library in order; the description of an unreadable entry says so.
std::vector<ConfigInfo> describe_all(const ConfigLibrary& library,
                                     const ExtensionsPtr& extensions = {});

/// Where a configuration begins: the defaults, with what extensions add.
MachineConfig default_machine(const ExtensionsPtr& extensions);

}  // namespace heddle
