// Formats a study's results for readers: docs/papers/PAPER.md, and the terminal.
#pragma once

#include "study/evaluation.hpp"

namespace heddle::study {

/// The claims with their verdicts, then the figures' numbers as tables.
std::string to_markdown(const Study& study, const std::string& size, const Evaluation& evaluation);

/// For the terminal: a line per claim, the reasons of claims that are not held, and the number of
/// claims per verdict.
std::string claims_text(const Study& study, const std::string& size, const Evaluation& evaluation);

/// For the terminal: the tables, in columns.
std::string tables_text(const Study& study, const Evaluation& evaluation);

/// The workload size at which the claims' reasons were written.
inline constexpr const char* kReasonSize = "small";
/// The claim's reason; at another size, with a remark about the size.
std::string reason_text(const ClaimResult& result, const std::string& size);

/// "+50.0 … +200.0 %"; empty without a band.
std::string band_text(const Measure& measure);
/// Our values of all measures: "4 wide 82.7 %, 8 wide 71.8 %".
std::string measured_text(const ClaimResult& result);
/// Also the size at which the claim was judged, if it is another than that of the study.
std::string judged_text(const ClaimResult& result, const std::string& size);
/// The paper's values in the same form, or its words.
std::string paper_text(const Claim& claim);

/// A line of a table.
std::string markdown_line(const std::vector<std::string>& cells);

}  // namespace heddle::study
