#include "config/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/config_reader.hpp"
#include "config/repair.hpp"
#include "config/schema.hpp"

namespace heddle {

namespace {

/// Records `place` as the origin of every value that changed.
void note_changes(const MachineConfig& before, const MachineConfig& after, const std::string& place,
                  ConfigOrigins& origins) {
  for (const ConfigKey& key : config_keys())
    if (key.get(before) != key.get(after)) origins.insert_or_assign(key.path, place);
}

/// Interprets the text as TOML does; anything but a number or a Boolean is a string.
WrittenValue override_value(std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  const char* end = text.data() + text.size();
  int64_t integer = 0;
  auto whole = std::from_chars(text.data(), end, integer);
  if (whole.ec == std::errc{} && whole.ptr == end) return integer;
  double number = 0;
  auto real = std::from_chars(text.data(), end, number);
  if (real.ec == std::errc{} && real.ptr == end) return number;
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

}  // namespace

MachineConfig load_preset(std::string_view name_or_path, const ExtensionsPtr& extensions) {
  const ConfigLibrary presets = preset_library();
  return read_config(presets, presets.open(name_or_path), default_machine(extensions)).config;
}

std::vector<std::filesystem::path> preset_files(std::string_view name_or_path) {
  return config_files(preset_library(), name_or_path);
}

MachineConfig parse_preset(SourcePtr source, std::string_view name,
                           const ExtensionsPtr& extensions) {
  std::string identity = source->name();
  return read_config(preset_library(),
                     {std::move(source), std::string(name), std::move(identity), {}},
                     default_machine(extensions))
      .config;
}

void apply_override(MachineConfig& config, std::string_view key_and_value) {
  size_t equals = key_and_value.find('=');
  if (equals == std::string_view::npos)
    throw UsageError(fmt::format("--set {}: expected KEY=VALUE", key_and_value));
  std::string_view path = key_and_value.substr(0, equals);
  const ConfigKey* key = find_config_key(path);
  if (!key)
    throw UsageError(
        is_config_table(path)
            ? fmt::format("--set {}: '{}' is a table of keys, not a key", key_and_value, path)
            : fmt::format("--set {}: unknown key '{}'{}", key_and_value, path,
                          suggest_config_key(path)));
  // A text key takes any text literally; `core.warp=64` must be a number.
  WrittenValue value = override_value(key_and_value.substr(equals + 1));
  if (key->limits.form == Form::Text && !std::holds_alternative<std::string>(value))
    value = std::string(key_and_value.substr(equals + 1));
  std::string problem = assign(*key, config, value);
  if (!problem.empty()) throw UsageError(fmt::format("--set {}: {}", key_and_value, problem));
}

ValidMachine load_machine(std::string_view name_or_path, std::string_view arch,
                          std::span<const std::string> overrides, const ExtensionsPtr& extensions) {
  const ConfigLibrary presets = preset_library();
  auto [config, origins] =
      read_config(presets, presets.open(name_or_path), default_machine(extensions));
  if (!arch.empty()) {
    MachineConfig before = config;
    ConfigOrigins written = apply_arch(config, arch);
    if (is_config_file(arch))
      for (auto& [key, place] : written) origins.insert_or_assign(key, std::move(place));
    else
      note_changes(before, config, fmt::format("--arch {}", arch), origins);
  }
  for (const std::string& one : overrides) {
    MachineConfig before = config;
    apply_override(config, one);
    note_changes(before, config, fmt::format("--set {}", one), origins);
  }
  try {
    return ValidMachine(config, origins);
  } catch (const UsageError& e) {
    std::string text = e.what();
    std::vector<std::string> repair = find_repair(config, overrides);
    if (!repair.empty())
      text += fmt::format("\nIt can be built with --set {}", fmt::join(repair, " --set "));
    throw UsageError(text);
  }
}

std::vector<ConfigInfo> find_presets(const ExtensionsPtr& extensions) {
  return describe_all(preset_library(), extensions);
}

}  // namespace heddle
