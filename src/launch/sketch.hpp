// Writes a first launch description for a module: every parameter of a kernel with a value of its
// type.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "program/program.hpp"

namespace heddle {

/// Describes a launch of each kernel, or of the first `most`, one thread block each. `ptx` is the
/// module as the description names it. A 64-bit integer parameter may be a pointer, so it gets the
/// address of a buffer.
std::string sketch_description(const Program& module, std::string_view ptx,
                               size_t most = std::numeric_limits<size_t>::max());

}  // namespace heddle
