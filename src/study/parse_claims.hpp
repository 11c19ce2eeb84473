// The part of a study's file that says what is judged: [[claim]], with measures and bands.
#pragma once

#include <toml++/toml.h>

#include "base/diagnostic.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// Into a study whose rows, variants and metrics are there.
void read_claims(Diagnostics& diagnostics, const toml::table& root, Study& study);

}  // namespace heddle::study
