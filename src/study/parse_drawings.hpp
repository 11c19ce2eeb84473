// Parses what a report draws from a study's file: [[figure]], [explorer], [pages].
#pragma once

#include <toml++/toml.h>

#include "base/diagnostic.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// Needs a study whose rows, variants, metrics and tables are already parsed.
void read_drawings(Diagnostics& diagnostics, const toml::table& root, Study& study);

/// All variants with this tool.
std::vector<size_t> variants_of(const Study& study, std::string_view tool);

}  // namespace heddle::study
