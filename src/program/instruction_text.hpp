// An instruction as its author wrote it: for messages and listings.
#pragma once

#include <string>

#include "program/program.hpp"

namespace heddle {

/// With its guard, on one line and without comments. `i` is one of `function`.
std::string instruction_text(const Program& module, const Function& function, const Instruction& i);

/// "%r12".
std::string register_name(const Register& r);

}  // namespace heddle
