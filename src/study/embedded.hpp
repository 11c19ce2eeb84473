// Compiled-in copies of the study files, so that a program moved elsewhere still has them.
#pragma once

#include <span>

#include "base/embedded_text.hpp"

namespace heddle::study {

/// studies/*.toml. Generated.
std::span<const EmbeddedText> embedded_studies();

}  // namespace heddle::study
