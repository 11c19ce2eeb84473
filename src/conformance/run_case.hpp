// One case: fill, launch, compare.
#pragma once

#include <optional>
#include <string>

#include "conformance/cache.hpp"
#include "conformance/corpus.hpp"
#include "host/heddle.hpp"

namespace heddle {

struct CorpusFiles {
  CorpusFiles();
  SharedCache<std::filesystem::path, std::string> bytes;
  SharedCache<std::filesystem::path, ProgramPtr> modules;
};

/// Nothing when the case passes, else one line: what went wrong, or the first difference.
/// Throws InterruptedError only.
std::optional<std::string> run_case(const Case& c, const DeviceOptions& options,
                                    CorpusFiles& files);

}  // namespace heddle
