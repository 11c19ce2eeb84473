// The options by which a command line chooses what a workload runs on: --size, --param and --seed.
#pragma once

#include "cli/commands.hpp"
#include "runner/run_target.hpp"

namespace heddle {

void add_workload_options(CLI::App& command, workload::Choice& choice);
/// Whether one of them was given.
bool has_workload_options(const CLI::App& command);

/// Whether one of the names is a workload's, to which these options then apply.
bool any_workload(const std::vector<std::string>& names);
/// One of several names: launch descriptions ignore the options, unless `only_descriptions`, for
/// which the options would have no effect at all; check_run_target then refuses them.
RunTargetChoice chosen_run_target(const std::string& name, const workload::Choice& choice,
                                  bool only_descriptions);

}  // namespace heddle
