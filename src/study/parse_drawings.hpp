// The part of a study's file that says what a report draws: [[figure]], [explorer], [pages].
#pragma once

#include <toml++/toml.h>

#include "base/diagnostic.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// Into a study whose rows, variants, metrics and tables are there.
void read_drawings(Diagnostics& diagnostics, const toml::table& root, Study& study);

/// All variants with this tool.
std::vector<size_t> variants_of(const Study& study, std::string_view tool);

}  // namespace heddle::study
