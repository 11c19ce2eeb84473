// Parses [sweep] of a study's file: rows and variants by axes.
#pragma once

#include <toml++/toml.h>

#include <filesystem>

#include "base/diagnostic.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// Adds rows and variants to the study. Needs its preset; `folder` is the base of paths.
void read_sweep(Diagnostics& diagnostics, const toml::table& root, Study& study,
                const std::filesystem::path& folder);

}  // namespace heddle::study
