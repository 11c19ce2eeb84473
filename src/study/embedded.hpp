// Copies of files that were compiled in, so that a program that has been moved still has them.
#pragma once

#include <span>

#include "base/embedded_text.hpp"

namespace heddle::study {

/// studies/*.toml. Generated.
std::span<const EmbeddedText> embedded_studies();

}  // namespace heddle::study
