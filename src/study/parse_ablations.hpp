// Parses the ablations of a study's file: [[ablation]], what is changed and for which claims.
#pragma once

#include <toml++/toml.h>

#include <filesystem>

#include "base/diagnostic.hpp"
#include "study/study.hpp"

namespace heddle::study {

/// Needs a study whose claims are already parsed; `folder` as for rows.
void read_ablations(Diagnostics& diagnostics, const toml::table& root,
                    const std::filesystem::path& folder, Study& study);

}  // namespace heddle::study
