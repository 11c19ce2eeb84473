// The commands of the program, one file each. A command adds its options to the parser; the action
// of the chosen command runs after parsing.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/interrupt.hpp"
#include "host/types.hpp"
#include "program/program.hpp"

namespace heddle {

/// Exit statuses. Ctrl-C gives 130, SIGTERM 143.
inline constexpr int kSuccess = 0;
inline constexpr int kBadInput = 1;  // an invalid file or launch
inline constexpr int kBadCommandLine = 2;
inline constexpr int kKernelFailed = 3;  // a kernel failed, or a result differs
inline constexpr int kIncomplete = 4;    // runs on a cluster have not ended

using CommandAction = std::function<int()>;

void add_run(CLI::App& app, CommandAction& action);
/// `program`: what follows '--' on the command line, a program and its arguments.
void add_compare(CLI::App& app, CommandAction& action, const std::vector<std::string>& program);
/// Only for the list of commands: `run_cc` has its own command line.
void add_cc(CLI::App& app);
int run_cc(int argc, char** argv);
void add_capture(CLI::App& app, CommandAction& action, const std::vector<std::string>& program);
void add_cuda(CLI::App& app, CommandAction& action, const std::vector<std::string>& program);
void add_limit(CLI::App& app, CommandAction& action);
void add_cost(CLI::App& app, CommandAction& action);
void add_list(CLI::App& app, CommandAction& action);
void add_conformance(CLI::App& app, CommandAction& action);
void add_check(CLI::App& app, CommandAction& action);
void add_inspect(CLI::App& app, CommandAction& action);
void add_bench(CLI::App& app, CommandAction& action);
void add_reproduce(CLI::App& app, CommandAction& action);
void add_sweep(CLI::App& app, CommandAction& action, const std::vector<std::string>& program);
void add_run_plan(CLI::App& app, CommandAction& action);
void add_query(CLI::App& app, CommandAction& action);
void add_measure_workloads(CLI::App& app, CommandAction& action);

/// Device options that let Ctrl-C end launches.
DeviceOptions own_device_options();

/// A PTX file. Throws IoError, InputError also for a file that declares nothing, InterruptedError.
ProgramPtr read_module(const std::string& file, Interrupt interrupt);

}  // namespace heddle
