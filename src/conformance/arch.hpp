// What a corpus can be run under: functional execution, and a machine with each divergence
// mechanism.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/machine.hpp"
#include "host/heddle.hpp"

namespace heddle {

/// "functional" or the name of a divergence mechanism.
std::vector<std::string> all_archs();

/// "functional", "a,b" or "all". Throws UsageError naming the known ones.
std::vector<std::string> parse_archs(std::string_view names);

/// The engine of an arch: `machine` with that mechanism, its invariants watched. Null: functional.
std::shared_ptr<Engine> make_engine(const std::string& arch, const MachineConfig& machine);

}  // namespace heddle
