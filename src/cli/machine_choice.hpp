// The options by which a command line chooses a machine: --arch, --preset and --set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.hpp"
#include "config/validate.hpp"

namespace heddle {

struct MachineChoice {
  std::string preset = "fermi";
  std::vector<std::string> overrides;  // KEY=VALUE, in order
};

/// Adds --preset and --set; each --set takes one value, so that a file may follow it.
void add_machine_options(CLI::App& command, MachineChoice& choice);

/// The preset with the arch, unless that is empty, and the overrides. Throws UsageError for what
/// does not exist and for values that do not go together.
ValidMachine chosen_machine(const MachineChoice& choice, const std::string& arch = {});

}  // namespace heddle
