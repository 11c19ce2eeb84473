// Where presets and archs are found. A name is looked up in the folder that an environment variable
// names (HEDDLE_PRESETS, HEDDLE_ARCHS), then in the folder of the source tree (presets/, archs/),
// then among the copies that were compiled in, so that a program that has been moved still has them
// all. Anything with a slash or ending in .toml is a file.
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
  std::string name;              // without folder and ending
  std::string identity;          // equal for the same text, however it was named
  std::filesystem::path folder;  // where files it inherits are looked for
};

struct LibraryEntry {
  std::string name;
  std::string origin;  // a file, or "built in"
};

struct ConfigLibrary {
  std::string_view kind;      // in messages: "preset"
  std::string_view folder;    // of the compiled copies, in messages: "presets"
  const char* variable;       // of the environment: names a folder to search first
  const char* source_folder;  // in the source tree
  std::span<const EmbeddedText> embedded;

  /// Nothing for an unknown name. Throws IoError for a file that cannot be read.
  std::optional<ConfigText> find(std::string_view name_or_path) const;
  /// As find, but throws UsageError with the nearest name for an unknown one.
  ConfigText open(std::string_view name_or_path) const;
  /// What a text in `from` inherits: a path is relative to that folder.
  ConfigText open_inherited(std::string_view name_or_path, const std::filesystem::path& from) const;
  /// All names: the built-in ones in their order, then the others, sorted.
  std::vector<LibraryEntry> entries() const;
};

ConfigLibrary preset_library();
ConfigLibrary arch_library();

/// Whether this names a file instead of an entry of a library.
bool is_config_file(std::string_view name_or_path);

}  // namespace heddle
