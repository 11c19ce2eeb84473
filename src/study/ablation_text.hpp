// What claims depend on, as text: the changes of a study, and the claims measured with each of
// them.
#pragma once

#include "study/evaluation.hpp"

namespace heddle::study {

/// A table of all changes, then one per claim that is measured with them; empty if there are none.
std::string dependences_markdown(const Study& study, const Evaluation& evaluation,
                                 const std::string& size);

/// The claim's numbers in a table: the paper's, those by the text alone, then those with each
/// change.
std::string changes_markdown(const ClaimResult& result, const std::string& size);

/// The changes with which the claim holds, "without LU; a write-back cache (reading)"; empty: none.
std::string holds_with(const ClaimResult& result);

/// One line per change: "    +9.4 %  not held  with write-back"; for the terminal.
std::string ablation_lines(const ClaimResult& result, size_t indent);

/// "regular +3.2 %, irregular -1.0 %".
std::string values_text(const Claim& claim, const std::vector<double>& values);

}  // namespace heddle::study
