// An arch is data: values for the seams (divergence, dependence, schedule, datapath, register file,
// lane map) that make one of the papers' machines out of any preset. `--arch NAME` applies
// archs/NAME.toml on top of the preset, `--arch FILE.toml` a user's own file; `--set` can override
// each value. archs/list.cmake lists the built-in archs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/config_reader.hpp"

namespace heddle {

/// All named archs, in the order of the list, with descriptions and origins.
std::vector<ConfigInfo> archs(const ExtensionsPtr& extensions = {});
/// Throws UsageError with the known archs for an unknown name, IoError for an unreadable file.
void check_arch(std::string_view name_or_path);
/// Parses "a,b.toml" or "all" and drops duplicates; `more` lists additional known names. Throws as
/// check_arch, and UsageError if two archs have the same label.
std::vector<std::string> parse_arch_names(std::string_view names,
                                          std::span<const std::string_view> more = {});

/// The name used in results; for a file, its name without folder and extension.
std::string arch_label(std::string_view name_or_path);
/// Empty if the arch cannot be read.
std::string arch_description(std::string_view name_or_path, const ExtensionsPtr& extensions = {});
/// See config_files.
std::vector<std::filesystem::path> arch_files(std::string_view name_or_path);

/// Returns where the values were set. Throws as check_arch, and InputError.
ConfigOrigins apply_arch(MachineConfig& config, std::string_view name_or_path);
/// The arch name used in results: the arch applied last, or the mechanism if none was applied.
const std::string& arch_name(const MachineConfig& config);

}  // namespace heddle
