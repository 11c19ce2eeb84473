// What claims depend on, as text: the changes of a study, and the claims measured with each of
// them.
#pragma once

#include "study/evaluation.hpp"

namespace heddle::study {

/// Tables of all changes and of all claims measured with them; empty if there are none.
std::string dependences_markdown(const Study& study, const Evaluation& evaluation);

/// The claims that the text alone does not hold, each with every change; empty if there are none.
std::string open_claims_markdown(const Evaluation& evaluation);

/// One line per change: "    +9.4 %  not held  with write-back"; for the terminal.
std::string ablation_lines(const ClaimResult& result, size_t indent);

/// "regular +3.2 %, irregular -1.0 %".
std::string values_text(const Claim& claim, const std::vector<double>& values);

}  // namespace heddle::study
