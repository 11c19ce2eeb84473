// Presets become machines. A preset starts from the one it inherits (without `inherits`, from the
// defaults of machine.hpp); an arch and `--set` then change values. config_reader.hpp says how
// files are written.
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

/// Throws InputError with every diagnostic, UsageError for an unknown name, IoError for a file that
/// cannot be read. Does not check the combination of values: see validate.hpp.
MachineConfig load_preset(std::string_view name_or_path);

/// See config_files.
std::vector<std::filesystem::path> preset_files(std::string_view name_or_path);

/// A preset's text; its name, unless it gives one, is `name`.
MachineConfig parse_preset(SourcePtr source, std::string_view name);

/// `--set key=value`. The value is as in TOML, but strings need no quotes: `memory.l1.bytes=48
/// KiB`. Throws UsageError.
void apply_override(MachineConfig& config, std::string_view key_and_value);

/// What a command line asks for: the preset, then the arch (unless empty), then the overrides in
/// order. Throws UsageError when the result cannot be built, with where its values were written.
ValidMachine load_machine(std::string_view name_or_path, std::string_view arch,
                          std::span<const std::string> overrides = {});

/// All presets with a name; one that cannot be read says so in its description.
std::vector<ConfigInfo> find_presets();

}  // namespace heddle
