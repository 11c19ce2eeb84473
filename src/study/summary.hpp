// Summarizes the verdicts of all studies.
#pragma once

#include <span>

#include "study/evaluation.hpp"

namespace heddle::study {

struct EvaluatedStudy {
  const Study* study;
  const Evaluation* evaluation;
};

/// docs/reproduction.md: the number of claims per verdict, the claims that do not hold by the text
/// with their reasons and what they would hold with, then all claims. `papers` is the relative path
/// to the papers' documents.
std::string summary_markdown(std::span<const EvaluatedStudy> all, const std::string& size,
                             const std::string& command, const std::string& papers);

/// For the terminal: a line per paper with the number of claims per verdict.
std::string summary_text(std::span<const EvaluatedStudy> all);

}  // namespace heddle::study
