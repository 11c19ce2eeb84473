#include "cli/workload_options.hpp"

#include <algorithm>

#include "cli/number_option.hpp"

namespace heddle {

void add_workload_options(CLI::App& command, workload::Choice& choice) {
  command.add_option("--size", choice.size, "size of a workload: tiny, small or paper")
      ->capture_default_str();
  command
      .add_option("--param", choice.parameters,
                  "KEY=VALUE: set a workload parameter (heddle list workloads --json)")
      ->allow_extra_args(false);
  add_number(command, "--seed", choice.seed, "seed of a workload's random inputs")
      ->capture_default_str();
}

bool has_workload_options(const CLI::App& command) {
  return command.count("--size") + command.count("--param") + command.count("--seed") > 0;
}

bool any_workload(const std::vector<std::string>& names, const ExtensionsPtr& extensions) {
  return !std::ranges::all_of(
      names, [&](const std::string& name) { return is_description(name, extensions); });
}

RunTargetChoice chosen_run_target(const std::string& name, const workload::Choice& choice,
                                  bool only_descriptions, const ExtensionsPtr& extensions) {
  if (is_description(name, extensions)) return {name, {}, only_descriptions, false, extensions};
  return {name, choice, true, false, extensions};
}

}  // namespace heddle
