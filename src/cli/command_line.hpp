// Checks the command line before any command runs: unknown commands and options, repeated options,
// empty values.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace heddle {

/// Parses into `app`. Throws CLI::ParseError, also for help and version. The message suggests a
/// correction for a misspelt word.
void parse_command_line(CLI::App& app, int argc, char** argv);

/// Removes '--' and what follows it from the command line of a command that runs a program, and
/// returns it: the program's own options are not heddle's.
std::vector<std::string> take_program(int& argc, char** argv);

}  // namespace heddle
