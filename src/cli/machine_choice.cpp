#include "cli/machine_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "config/load.hpp"
#include "sm/core.hpp"

namespace heddle {

void add_machine_options(CLI::App& command, MachineChoice& choice) {
  command
      .add_option("--preset", choice.preset, "the machine: a name (heddle list presets) or file")
      ->capture_default_str();
  command
      .add_option("--set", choice.overrides,
                  "KEY=VALUE: change a value of the preset (docs/configuration.md)")
      ->allow_extra_args(false);
}

MachineConfig chosen_machine(const MachineChoice& choice, const std::string& arch) {
  std::vector<std::string> overrides = choice.overrides;
  if (!arch.empty()) overrides.push_back("arch.divergence=" + arch);
  return load_machine(choice.preset, overrides);
}

void require_mechanism(std::string_view name) {
  auto known = divergences();
  if (std::ranges::any_of(known, [&](const auto& d) { return name == d.name; })) return;
  std::vector<std::string_view> names;
  for (const DivergenceInfo& d : known) names.emplace_back(d.name);
  throw UsageError(fmt::format("there is no arch '{}'; known are: {}{}", name,
                               fmt::join(names, ", "),
                               suggest(name, names.size(), [&](size_t i) { return names[i]; })));
}

std::vector<std::string> parse_mechanisms(std::string_view names) {
  std::vector<std::string> chosen;
  auto choose = [&](std::string_view name) {
    if (std::ranges::find(chosen, name) == chosen.end()) chosen.emplace_back(name);
  };
  while (true) {
    std::string_view name = names.substr(0, names.find(','));
    if (name == "all") {
      for (const DivergenceInfo& d : divergences()) choose(d.name);
    } else {
      require_mechanism(name);
      choose(name);
    }
    if (name.size() == names.size()) return chosen;
    names.remove_prefix(name.size() + 1);
  }
}

}  // namespace heddle
