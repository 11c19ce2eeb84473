// Where presets are found. A name is looked up in the folder that the environment variable
// HEDDLE_PRESETS names, then in the presets/ of the source tree, then among the copies that were
// compiled in, so that a program that has been moved still knows them all. Whatever has a slash or
// ends in .toml is a file.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_text.hpp"
#include "base/source.hpp"

namespace heddle {

/// The copies of presets/*.toml that were made when the program was built.
std::span<const EmbeddedText> embedded_presets();

struct PresetText {
  SourcePtr source;
  std::string name;              // without folder and ending
  std::string identity;          // the same for the same preset, however it was written
  std::filesystem::path folder;  // where files it inherits are looked for
};

/// Throws UsageError (with the nearest known name) or IoError.
PresetText open_preset(std::string_view name_or_path);
/// What a preset in `folder` inherits: a file is beside it, and never a pipe or a device.
PresetText open_inherited(std::string_view name_or_path, const std::filesystem::path& folder);

/// All names, sorted, each with where it comes from: a file or "built in".
struct PresetPlace {
  std::string name;
  std::string origin;
};
std::vector<PresetPlace> preset_places();

}  // namespace heddle
