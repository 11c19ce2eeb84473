// Where presets and archs are found. A name is looked up in the folder that an environment variable
// names (HEDDLE_PRESETS, HEDDLE_ARCHS), then in the folder of the source tree (presets/, archs/),
// then among the compiled-in copies, so that a program moved elsewhere still has all of them. Any
// name that contains a slash or ends in .toml is a file.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_text.hpp"
#include "base/source.hpp"

namespace heddle {

/// The copies of presets/*.toml and of the list in archs/list.cmake. Generated.
std::span<const EmbeddedText> embedded_presets();
std::span<const EmbeddedText> embedded_archs();

struct ConfigText {
  SourcePtr source;
  std::string name;              // without folder and extension
  std::string identity;          // the same for the same text, whatever name was used
  std::filesystem::path folder;  // base folder of inherited files
};

struct LibraryEntry {
  std::string name;
  std::string origin;  // a file, or "built in"
};

struct ConfigLibrary {
  std::string_view kind;                // in messages: "preset"
  std::string_view folder;              // of the compiled-in copies, in messages: "presets"
  const char* variable;                 // environment variable with the folder to search first
  std::filesystem::path source_folder;  // in the source tree; empty: not in a build folder
  std::span<const EmbeddedText> embedded;

  /// Returns nothing for an unknown name. Throws IoError for an unreadable file.
  std::optional<ConfigText> find(std::string_view name_or_path) const;
  /// As find, but throws UsageError with a suggestion for an unknown name.
  ConfigText open(std::string_view name_or_path) const;
  /// Opens what a text in `from` inherits; paths are relative to that folder.
  ConfigText open_inherited(std::string_view name_or_path, const std::filesystem::path& from) const;
  /// All names: the built-in ones in list order, then the others, sorted.
  std::vector<LibraryEntry> entries() const;
};

ConfigLibrary preset_library();
ConfigLibrary arch_library();

/// Whether the argument is a path rather than the name of a library entry.
bool is_config_file(std::string_view name_or_path);

}  // namespace heddle
