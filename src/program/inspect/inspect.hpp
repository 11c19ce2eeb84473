// Printing for `heddle inspect`: what is known about a module's functions before they run.
//
// All three print the summary of summary.hpp, of every function with code or only of the function
// named `only` (UsageError when there is none). The same module gives the same bytes. They throw
// InterruptedError.
#pragma once

#include <string>
#include <string_view>

#include "json/json.hpp"
#include "program/program.hpp"

namespace heddle {

/// Tables for a person.
std::string inspect_text(const Program& module, std::string_view only = {},
                         Interrupt interrupt = {});

/// The same for a program. Keys keep their order; absent places are null.
Json inspect_json(const Program& module, std::string_view only = {}, Interrupt interrupt = {});

/// Graphviz: one cluster per function, its blocks with their code. A reconvergence point is a
/// double octagon, and a dashed red edge leads to it from each branch that may diverge; loop
/// headers have thick borders, unreachable blocks are grey, dotted edges close loops.
std::string inspect_dot(const Program& module, std::string_view only = {},
                        Interrupt interrupt = {});

}  // namespace heddle
