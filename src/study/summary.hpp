// All studies together: what holds, what does not, and why.
#pragma once

#include <span>

#include "study/evaluation.hpp"

namespace heddle::study {

struct Judged {
  const Study* study;
  const Evaluation* evaluation;
};

/// docs/reproduction.md: how many claims of each paper hold, then those that do not with their
/// reasons, then all. `papers`: where the documents of the papers are, seen from it.
std::string summary_markdown(std::span<const Judged> all, const std::string& size,
                             const std::string& command, const std::string& papers);

/// For a terminal: a line per paper with how many claims have which verdict.
std::string summary_text(std::span<const Judged> all);

}  // namespace heddle::study
