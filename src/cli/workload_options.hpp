// The options by which a command line chooses what a workload runs on: --size, --param and --seed.
#pragma once

#include "cli/commands.hpp"
#include "workload/workload.hpp"

namespace heddle {

void add_workload_options(CLI::App& command, workload::Choice& choice);
/// Whether one of them was given.
bool has_workload_options(const CLI::App& command);

}  // namespace heddle
