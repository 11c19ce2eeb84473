// Results as a tidy table: a line per run, a column per dimension (workload, arch, settings, …) and
// per metric. A sweep gives one, and so does a store; everything that answers questions works on
// it. Nothing here prints.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "study/execution.hpp"
#include "study/expression.hpp"
#include "study/study.hpp"

namespace heddle::query {

/// A name and a formula over statistics.
struct Metric {
  std::string name;
  study::Expression formula;
};
/// "ipc=derived.ipc", or a statistic by itself. Throws UsageError with a suggestion, and for a name
/// that a column has already.
Metric parse_metric(const std::string& text);
/// All of them. Throws UsageError also if two have one name.
std::vector<Metric> parse_metrics(std::span<const std::string> texts);
/// cycles, IPC, lane utilisation, energy.
std::vector<Metric> default_metrics();

/// A run with what was measured, however it was found. Whole results are not kept: a store may hold
/// more of them than fit in memory.
struct Record {
  std::string workload, arch, preset, size;
  std::vector<std::pair<std::string, std::string>> parameters;  // of the workload
  std::vector<std::pair<std::string, std::string>> settings;    // of the machine
  uint64_t seed = 1;
  std::vector<double> values;  // one per metric; NaN: not measured
  std::vector<std::pair<std::string, std::vector<double>>> kernels;  // the same of each kernel
  std::string failure;                                               // empty: none
};
/// The failure of a run that an interrupt kept from its end.
inline constexpr const char* kNotRun = "not run";
/// Takes the values from the result of its run; null: it was not run.
void measure(Record& record, const Json& result, std::span<const Metric> metrics);

struct Line {
  std::vector<std::string> at;  // one per dimension
  std::vector<double> values;   // one per metric; NaN: not measured
  std::string failure;          // empty: none
};

struct Frame {
  std::vector<std::string> dimensions;  // "workload", "arch", "preset", "size", …, "seed"
  std::vector<size_t> parameters;       // dimensions that are parameters of workloads
  std::vector<size_t> settings;         // dimensions that are configuration keys
  std::vector<std::string> metrics;
  std::vector<Line> lines;

  /// Throws UsageError with the known names.
  size_t dimension(const std::string& name) const;
  size_t metric(const std::string& name) const;
  /// Dimensions of which there is more than one value.
  std::vector<size_t> varying() const;
};

Frame make_frame(std::span<const Record> records, std::span<const Metric> metrics);
/// A line per kernel of each run, with the dimension "kernel".
Frame frame_by_kernel(std::span<const Record> records, std::span<const Metric> metrics);

/// Every combination of the study that can be run, in the order of variants and rows, with the run
/// of the plan that it shows: nothing is measured yet.
struct PlannedRecord {
  Record record;
  size_t run;
};
std::vector<PlannedRecord> planned_records(const study::Study& study, const std::string& size,
                                           const study::Plan& plan);
/// The same, measured.
std::vector<Record> records_of(const study::Study& study, const std::string& size,
                               const study::Execution& execution, std::span<const Metric> metrics);

/// A condition on runs: KEY=V1,V2, KEY!=V, KEY>=N. The key is a dimension, a configuration key or
/// a statistic.
struct Condition {
  std::string key, comparison;
  std::vector<std::string> values;
};
/// Throws UsageError.
Condition parse_condition(const std::string& text);

struct StoreRecords {
  std::vector<Record> records;
  size_t damaged = 0, older = 0;
};
/// The simulations of the store that meet all conditions. Settings are the configuration keys that
/// differ between runs of one arch and preset. Throws IoError, and UsageError for unknown keys.
StoreRecords records_of(const std::filesystem::path& store, std::span<const Condition> conditions,
                        std::span<const Metric> metrics);

std::string to_csv(const Frame& frame);
Json to_json(const Frame& frame);
/// Columns for a terminal; at most `most` lines, 0: all.
std::string to_text(const Frame& frame, size_t most = 0);

/// Lines of cells in columns: the first `labels` to the left, numbers to the right.
std::string columns_text(const std::vector<std::vector<std::string>>& lines, size_t labels);
/// As a CSV file has it.
std::string csv_cell(std::string_view text);
/// The shortest text that reads as the same number; empty for NaN.
std::string exact_text(double value);
/// For people: whole numbers with digits in groups, others with four digits; "-" for NaN.
std::string readable_text(double value);

}  // namespace heddle::query
