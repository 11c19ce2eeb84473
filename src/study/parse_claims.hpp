// Parses the claims of a study's file: [[claim]], with measures and bands.
#pragma once

#include <toml++/toml.h>

#include "base/diagnostic.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// Needs a study whose rows, variants and metrics are already parsed.
void read_claims(Diagnostics& diagnostics, const toml::table& root, Study& study);

}  // namespace heddle::study
