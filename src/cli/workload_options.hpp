// The options that choose the input of a workload: --size, --param and --seed.
#pragma once

#include "cli/commands.hpp"
#include "runner/run_target.hpp"

namespace heddle {

void add_workload_options(CLI::App& command, workload::Choice& choice);
/// Whether any of these options was given.
bool has_workload_options(const CLI::App& command);

/// Whether any name is a workload, so that these options apply.
bool any_workload(const std::vector<std::string>& names, const ExtensionsPtr& extensions);
/// One of several names: launch descriptions ignore the options, unless `only_descriptions`, for
/// which the options would have no effect at all; check_run_target then refuses them.
RunTargetChoice chosen_run_target(const std::string& name, const workload::Choice& choice,
                                  bool only_descriptions, const ExtensionsPtr& extensions);

}  // namespace heddle
