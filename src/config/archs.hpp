// An arch is data: values for the seams (divergence, dependence, schedule, datapath, register file,
// lane map) that make one of the papers' machines out of any preset. `--arch NAME` applies them on
// top of the preset; `--set` may change each of them again.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

struct ArchInfo {
  const char* name;
  const char* sentence;
  const char* settings;  // KEY=VALUE, separated by spaces
};

/// All archs, one line each.
std::span<const ArchInfo> archs();
/// Throws UsageError naming the known ones.
const ArchInfo& find_arch(std::string_view name);
/// "a,b" or "all": names of archs, each once; `more` are known besides. Throws UsageError.
std::vector<std::string> parse_arch_names(std::string_view names,
                                          std::span<const std::string_view> more = {});
void apply_arch(MachineConfig& config, std::string_view name);
/// What a result calls the machine's arch: the one applied last, else its mechanism.
const std::string& arch_name(const MachineConfig& config);

}  // namespace heddle
