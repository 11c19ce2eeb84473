// A study's results for a reader: docs/papers/PAPER.md, and a terminal.
#pragma once

#include "study/evaluation.hpp"

namespace heddle::study {

/// The figures' numbers as tables, then the ledger of claims.
std::string to_markdown(const Study& study, const std::string& size, const Evaluation& evaluation);

/// For a terminal: a line per claim, the reason under those that are not held, and how many are
/// close, held and not held.
std::string claims_text(const Study& study, const std::string& size, const Evaluation& evaluation);

/// For a terminal: the tables, in columns.
std::string tables_text(const Study& study, const Evaluation& evaluation);

/// At which size studies saw what a claim's reason explains.
inline constexpr const char* kReasonSize = "small";
/// The claim's reason; at another size with a word about that, or that there is none.
std::string reason_text(const ClaimResult& result, const std::string& size);

/// "+50.0 … +200.0 %"; empty without a band.
std::string band_text(const Measure& measure);
/// Ours, of all measures: "4 wide 82.7 %, 8 wide 71.8 %".
std::string measured_text(const ClaimResult& result);
/// The paper's, in the same form; in words where the claim says so.
std::string paper_text(const Claim& claim);

/// A line of a table.
std::string markdown_line(const std::vector<std::string>& cells);

}  // namespace heddle::study
