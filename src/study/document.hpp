// A study's results for a reader (docs/papers/PAPER.md) and for programs.
#pragma once

#include "study/evaluation.hpp"

namespace heddle::study {

/// The figures' numbers as tables, then the ledger of claims.
std::string to_markdown(const Study& study, const std::string& size, const Evaluation& evaluation);

/// Tables, claims and every run with its key, description and result.
Json to_json(const Study& study, const std::string& size, const Plan& plan,
             std::span<const Json> results, const Evaluation& evaluation);

/// For a terminal: a line per claim, the reason under those that are not held, and how many are
/// close, held and not held.
std::string claims_text(const Study& study, const Evaluation& evaluation);

/// "+50.0 … +200.0 %"; empty without a band.
std::string band_text(const Measure& measure);
/// Ours, of all measures: "4 wide 82.7 %, 8 wide 71.8 %".
std::string measured_text(const ClaimResult& result);
/// The paper's, in the same form; in words where the claim says so.
std::string paper_text(const Claim& claim);

}  // namespace heddle::study
