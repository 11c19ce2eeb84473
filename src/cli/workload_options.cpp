#include "cli/workload_options.hpp"

namespace heddle {

void add_workload_options(CLI::App& command, workload::Choice& choice) {
  command.add_option("--size", choice.size, "of a workload: tiny, small or paper")
      ->capture_default_str();
  command
      .add_option("--param", choice.parameters,
                  "KEY=VALUE: a parameter of a workload (heddle list workloads --json)")
      ->allow_extra_args(false);
  command.add_option("--seed", choice.seed, "of a workload's random inputs")->capture_default_str();
}

bool has_workload_options(const CLI::App& command) {
  return command.count("--size") + command.count("--param") + command.count("--seed") > 0;
}

}  // namespace heddle
