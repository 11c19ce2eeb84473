// What the library says on standard error: diagnoses of failures, and progress on a terminal.
#pragma once

#include <string_view>

#include "exec/launch.hpp"

namespace heddle::cudart {

/// "heddle: …", after what the program has printed so far.
void say(std::string_view message);
/// Redrawn in place, a few times per second.
void show_progress(const Progress& progress, uint64_t launch);

}  // namespace heddle::cudart
