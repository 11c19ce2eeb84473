// An arch is data: values for the seams (divergence, dependence, schedule, datapath, register file,
// lane map) that make one of the papers' machines out of any preset. `--arch NAME` applies
// archs/NAME.toml on top of the preset, `--arch FILE.toml` a user's own; `--set` may change each
// value again. archs/list.cmake is the list of those that are built in.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/config_reader.hpp"

namespace heddle {

/// All archs with a name, in the order of the list, with descriptions and origins.
std::vector<ConfigInfo> archs();
/// Throws UsageError naming the known ones, IoError for a file that cannot be read.
void check_arch(std::string_view name_or_path);
/// "a,b.toml" or "all": archs, each once; `more` are known besides. Throws as check_arch, and
/// UsageError when two would have the same label.
std::vector<std::string> parse_arch_names(std::string_view names,
                                          std::span<const std::string_view> more = {});

/// What results call it: of a file, the name without folder and ending.
std::string arch_label(std::string_view name_or_path);
/// Empty for one that cannot be read.
std::string arch_description(std::string_view name_or_path);
/// See config_files.
std::vector<std::filesystem::path> arch_files(std::string_view name_or_path);

/// Returns where the values were written. Throws as check_arch, and InputError.
ConfigOrigins apply_arch(MachineConfig& config, std::string_view name_or_path);
/// What a result calls the machine's arch: the one applied last, else its mechanism.
const std::string& arch_name(const MachineConfig& config);

}  // namespace heddle
