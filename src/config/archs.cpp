#include "config/archs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace heddle {

namespace {

[[noreturn]] void raise_unknown(std::string_view name, std::span<const std::string_view> more) {
  std::vector<std::string> known(more.begin(), more.end());
  for (LibraryEntry& entry : arch_library().entries()) known.push_back(std::move(entry.name));
  throw UsageError(fmt::format(
      "there is no arch '{}'; known archs: all, {}{}", name, fmt::join(known, ", "),
      suggest(name, known.size(), [&](size_t i) -> std::string_view { return known[i]; })));
}

ConfigText open_arch(std::string_view name_or_path, std::span<const std::string_view> more = {}) {
  auto text = arch_library().find(name_or_path);
  if (!text) raise_unknown(name_or_path, more);
  return *std::move(text);
}

/// Labels must be unique, because they identify results.
void check_labels(std::span<const std::string> archs) {
  for (size_t i = 0; i < archs.size(); i++)
    for (size_t j = 0; j < i; j++)
      if (arch_label(archs[i]) == arch_label(archs[j]))
        throw UsageError(fmt::format(
            "the archs '{}' and '{}' have the same name '{}' in results; rename one of the files",
            archs[j], archs[i], arch_label(archs[i])));
}

}  // namespace

std::vector<ConfigInfo> archs(const ExtensionsPtr& extensions) {
  return describe_all(arch_library(), extensions);
}

void check_arch(std::string_view name_or_path) { open_arch(name_or_path); }

std::vector<std::string> parse_arch_names(std::string_view names,
                                          std::span<const std::string_view> more) {
  std::vector<std::string> chosen;
  auto choose = [&](std::string_view name) {
    if (std::ranges::find(chosen, name) == chosen.end()) chosen.emplace_back(name);
  };
  while (true) {
    std::string_view name = names.substr(0, names.find(','));
    if (name == "all") {
      for (std::string_view other : more) choose(other);
      for (const LibraryEntry& entry : arch_library().entries()) choose(entry.name);
    } else {
      if (std::ranges::find(more, name) == more.end()) open_arch(name, more);
      choose(name);
    }
    if (name.size() == names.size()) break;
    names.remove_prefix(name.size() + 1);
  }
  check_labels(chosen);
  return chosen;
}

std::string arch_label(std::string_view name_or_path) {
  return is_config_file(name_or_path) ? std::filesystem::path(name_or_path).stem().string()
                                      : std::string(name_or_path);
}

std::string arch_description(std::string_view name_or_path, const ExtensionsPtr& extensions) {
  try {
    return read_config(arch_library(), open_arch(name_or_path), default_machine(extensions))
        .config.description;
  } catch (const Error&) {
    return {};
  }
}

std::vector<std::filesystem::path> arch_files(std::string_view name_or_path) {
  return config_files(arch_library(), name_or_path);
}

ConfigOrigins apply_arch(MachineConfig& config, std::string_view name_or_path) {
  const ConfigText text = open_arch(name_or_path);
  WrittenConfig written = read_config(arch_library(), text, config);
  if (auto name = written.origins.find("name"); name != written.origins.end())
    throw InputError(fmt::format("{}: error: an arch takes its name from its file; remove 'name'\n",
                                 name->second));
  // Name and description belong to the arch; the machine keeps its own.
  written.config.name = config.name;
  written.config.description = config.description;
  written.origins.erase("description");
  config = std::move(written.config);
  config.arch.label = text.name;
  return std::move(written.origins);
}

const std::string& arch_name(const MachineConfig& config) {
  return config.arch.label.empty() ? config.arch.divergence : config.arch.label;
}

}  // namespace heddle
