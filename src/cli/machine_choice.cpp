#include "cli/machine_choice.hpp"

#include "config/load.hpp"

namespace heddle {

void add_machine_options(CLI::App& command, MachineChoice& choice) {
  command
      .add_option("--preset", choice.preset, "the machine: a name (heddle list presets) or a file")
      ->capture_default_str();
  command
      .add_option("--set", choice.overrides,
                  "KEY=VALUE: override a value of the preset (docs/configuration.md)")
      ->allow_extra_args(false);
  add_plugin_option(command, choice.plugins);
}

ValidMachine chosen_machine(const MachineChoice& choice, const std::string& arch) {
  return load_machine(choice.preset, arch, choice.overrides, choice.plugins.extensions);
}

}  // namespace heddle
