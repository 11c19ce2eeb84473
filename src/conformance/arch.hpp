// The engines that a corpus can run on: functional execution, and a machine for each arch.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/machine.hpp"
#include "extension/extensions.hpp"
#include "host/heddle.hpp"

namespace heddle {

/// "functional", "a,b.toml" or "all". Throws UsageError naming the known ones, and IoError.
std::vector<std::string> parse_archs(std::string_view names);

/// A machine on which archs run.
struct MachineSource {
  std::string preset = "small";
  std::vector<std::string> overrides;  // KEY=VALUE, applied after the arch's
  ExtensionsPtr extensions = {};
};
/// The engine of an arch on that machine, with invariants checked. Null: functional.
std::shared_ptr<Engine> make_engine(const std::string& arch, const MachineSource& machine);

}  // namespace heddle
