// Evaluates the runs of a study: tables with the paper's numbers and ours, and a verdict on every
// claim.
#pragma once

#include <array>
#include <span>

#include "study/run.hpp"

namespace heddle::study {

/// A claim is held if its sign and order match the paper, and close if its magnitude is also inside
/// the band. With a reading: it does not hold by the text alone, but with one of the study's
/// readings.
enum class Verdict { Close, Held, WithReading, NotHeld, Reported, NotMeasured };
inline constexpr std::array kAllVerdicts = {Verdict::Close,       Verdict::Held,
                                            Verdict::WithReading, Verdict::NotHeld,
                                            Verdict::Reported,    Verdict::NotMeasured};
std::string_view verdict_name(Verdict verdict);

struct Cell {
  double ours;  // NaN: not measured
  std::optional<double> paper;
};

struct TableLine {
  std::string label;
  std::vector<Cell> cells;
};

struct TableResult {
  const Table* table;
  std::vector<std::string> header;  // the first column holds the labels
  std::vector<TableLine> lines;
};

/// A claim measured again with something changed.
struct AblationResult {
  const Ablation* ablation;
  std::vector<double> values;  // one per measure
  Verdict verdict;
};

struct ClaimResult {
  const Claim* claim;
  std::vector<double> values;  // one per measure
  Verdict verdict;
  std::string_view why = {};  // it is not measured; empty: a run is missing
  std::vector<AblationResult> ablations = {};
};
/// The first reading with which the claim holds; null: none.
const Ablation* held_by(const ClaimResult& result);
/// The name of the verdict; for a claim that was not measured, also the reason if known.
std::string verdict_text(const ClaimResult& result);

struct RunFailure {
  std::string variant, row, what;
};

/// Holds pointers into the study.
struct Evaluation {
  std::vector<TableResult> tables;
  std::vector<ClaimResult> claims;
  std::vector<std::vector<std::vector<double>>>
      explored;  // [item][row][variant]; NaN: not measured
  std::vector<RunFailure> failures;
};

/// `results` has one element per run of the plan; null if it was not run.
Evaluation evaluate(const Study& study, const Plan& plan, std::span<const Json> results);

/// "+93.4 %".
std::string number_text(double value, const std::string& unit, int digits);

}  // namespace heddle::study
