// Links PTX modules: several texts become one, which loads like any other.
//
// What one module declares `.extern` another defines. A name that only its own module can see, such
// as a string constant, is renamed where another module has the same one. Of `.weak` definitions
// (templates and inline functions, present in every file that uses them) the first remains, unless
// another module has an ordinary one; of `.common` variables, the largest. Linking texts rather
// than programs keeps one meaning of PTX, and a linked kernel can be inspected like any other.
#pragma once

#include <vector>

#include "base/source.hpp"

namespace heddle {

/// One module is returned as it is. Throws InputError for a text that cannot be split into items, a
/// name with two ordinary definitions, or without modules.
SourcePtr join_modules(const std::vector<SourcePtr>& modules);

}  // namespace heddle
