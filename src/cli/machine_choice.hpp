// The options that choose a machine: --preset, --set and --plugin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "cli/plugin_options.hpp"
#include "config/validate.hpp"

namespace heddle {

struct MachineChoice {
  std::string preset = "fermi";
  std::vector<std::string> overrides;  // KEY=VALUE, in order
  PluginChoice plugins = {};           // loaded before a machine is chosen
};

/// Adds --preset, --set and --plugin; each --set takes one value, so that a file may follow it.
void add_machine_options(CLI::App& command, MachineChoice& choice);

/// The preset with the arch (if not empty) and the overrides applied. Throws UsageError for unknown
/// names and incompatible values.
ValidMachine chosen_machine(const MachineChoice& choice, const std::string& arch = {});

}  // namespace heddle
