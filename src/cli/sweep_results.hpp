// What a sweep shows and writes at its end, wherever its runs were executed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/outputs.hpp"
#include "query/frame.hpp"
#include "study/run.hpp"

namespace heddle {

struct SweepFiles {
  std::string csv, json, report;  // empty: not written

  bool any() const { return !csv.empty() || !json.empty() || !report.empty(); }
  /// Adds them to the plan of what the command writes; makes the folder of the report.
  void add_to(OutputPlan& plan) const;
};

struct SweepResults {
  const study::Study& study;
  const study::Plan& plan;
  std::span<const study::RefusedRun> refused;
  std::span<const query::Record> records;
  std::span<const query::Metric> metrics;
  size_t known = 0;      // runs that were in the store
  bool partial = false;  // not all runs have ended: no report is drawn
  std::string command;   // as a user would type it
};

/// The table, what was left out, and a summary.
void print_sweep(const SweepResults& results);
void write_sweep(const SweepResults& results, const SweepFiles& files);

}  // namespace heddle
