// Turns presets into machines. A preset starts from the preset it inherits (without `inherits`,
// from the defaults of machine.hpp); an arch and `--set` then change values. config_reader.hpp
// describes the file format. A machine that is loaded with extensions (extension/extensions.hpp)
// knows their schedulers, and keeps the extensions.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "config/config_reader.hpp"
#include "config/validate.hpp"

namespace heddle {

/// Throws InputError with all diagnostics, UsageError for an unknown name, IoError for an
/// unreadable file. Does not check combinations of values: see validate.hpp.
MachineConfig load_preset(std::string_view name_or_path, const ExtensionsPtr& extensions = {});

/// See config_files.
std::vector<std::filesystem::path> preset_files(std::string_view name_or_path);

/// Parses a preset's text; `name` is the default of its name.
MachineConfig parse_preset(SourcePtr source, std::string_view name,
                           const ExtensionsPtr& extensions = {});

/// `--set key=value`. The value is as in TOML, but strings need no quotes: `memory.l1.bytes=48
/// KiB`. Throws UsageError.
void apply_override(MachineConfig& config, std::string_view key_and_value);

/// The machine of a command line: the preset, then the arch (if not empty), then the overrides in
/// order. Throws UsageError if the machine cannot be built, and shows where its values were set.
ValidMachine load_machine(std::string_view name_or_path, std::string_view arch,
                          std::span<const std::string> overrides = {},
                          const ExtensionsPtr& extensions = {});

/// All named presets; the description of an unreadable preset says so.
std::vector<ConfigInfo> find_presets(const ExtensionsPtr& extensions = {});

}  // namespace heddle
