// What was typed, judged before any command runs: an unknown command or option, an option given
// twice, an empty value.
#pragma once

#include "cli/commands.hpp"

namespace heddle {

/// Parses into `app`. Throws CLI::ParseError (help and version are such errors as well), with a
/// message that names what is near to a misspelt word.
void parse_command_line(CLI::App& app, int argc, char** argv);

}  // namespace heddle
