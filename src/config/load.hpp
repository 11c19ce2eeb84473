// Presets become machines. A preset is TOML: keys of the schema as nested tables, and optionally
// `inherits`, the name or file of the preset whose values it starts from (without it, the defaults
// of machine.hpp). All that is wrong in the files is reported at once, each error with its place:
//
//   my.toml:3:1: error: unknown key 'core.wrap'; did you mean 'core.warp'?
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "config/machine.hpp"

namespace heddle {

/// Throws InputError with every diagnostic, UsageError for an unknown name, IoError for a file that
/// cannot be read. Does not judge the combination of values: see validate.hpp.
MachineConfig load_preset(std::string_view name_or_path);

/// A preset's text; its name, unless it gives one, is `name`.
MachineConfig parse_preset(SourcePtr source, std::string_view name);

/// `--set key=value`. The value is as in TOML, but strings need no quotes: `memory.l1.bytes=48
/// KiB`. Throws UsageError.
void apply_override(MachineConfig& config, std::string_view key_and_value);

/// What a command line asks for: the preset, then the arch (unless empty), then the overrides in
/// order, then `require_valid`.
MachineConfig load_machine(std::string_view name_or_path, std::string_view arch,
                           std::span<const std::string> overrides = {});

struct PresetInfo {
  std::string name;
  std::string description;
  std::string origin;  // a file, or "built in"
};
/// All presets with a name, sorted; one that cannot be read says so in its description.
std::vector<PresetInfo> find_presets();

}  // namespace heddle
