// What a study's runs came to: tables with the paper's numbers beside ours, and a verdict on every
// claim.
#pragma once

#include <span>

#include "study/run.hpp"

namespace heddle::study {

/// A claim holds when sign and order are the paper's; it is close when the magnitude is inside the
/// band as well.
enum class Verdict { Close, Held, NotHeld, Reported, NotMeasured };
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
  std::vector<std::string> header;  // the first is the labels'
  std::vector<TableLine> lines;
};

struct ClaimResult {
  const Claim* claim;
  std::vector<double> values;  // of its measures
  Verdict verdict;
  bool divided_by_zero = false;  // why it was not measured
};
/// The verdict's name; of a claim that was not measured also why, where that is known.
std::string verdict_text(const ClaimResult& result);

struct RunFailure {
  std::string variant, row, what;
};

/// Points into the study.
struct Evaluation {
  std::vector<TableResult> tables;
  std::vector<ClaimResult> claims;
  std::vector<std::vector<std::vector<double>>>
      explored;  // [item][row][variant]; NaN: not measured
  std::vector<RunFailure> failures;
};

/// `results`: one per run of the plan; null where it was not run.
Evaluation evaluate(const Study& study, const Plan& plan, std::span<const Json> results);

/// "+93.4 %".
std::string number_text(double value, const std::string& unit, int digits);

}  // namespace heddle::study
