// A study: the measurements of one paper, as data. A file in studies/ defines workloads (rows),
// machines (variants), formulas over statistics (metrics), tables and claims. docs/studies.md
// describes the format. Nothing in this folder depends on a particular paper.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "extension/extensions.hpp"
#include "study/expression.hpp"

namespace heddle::study {

/// Settings ("KEY=VALUE") for every workload size, or for one (tiny, small, paper).
using SettingsBySize = std::map<std::string, std::vector<std::string>>;
inline constexpr const char* kEverySize = "";
/// The settings for every size, then those for this size.
std::vector<std::string> settings_at(const SettingsBySize& settings, const std::string& size);

/// A line of the paper's tables: a workload or one of its kernels.
struct Row {
  std::string label;
  std::string workload;  // or the path of a launch description
  std::string kernel;    // empty: all kernels
  uint64_t block = 0;    // only the kernel's launches with this block size; 0: all
  SettingsBySize parameters;
  std::vector<std::string> settings = {};  // of the machine, in addition to the variant's
  uint64_t seeds = 1;                      // metrics are means over runs with this many seeds
  std::string place = {};                  // "mine.toml:3:8"
  uint64_t seed = 1;                       // the first, of a workload's random inputs
  bool is_program = false;  // a CUDA program: its file and, as parameters, its arguments
  std::vector<std::string> files = {};  // that the program reads, besides those of its arguments
};

/// Statistics sampled at a fixed interval in cycles.
struct Sampling {
  uint64_t every = 0;  // 0: no sampling
  std::vector<std::string> names;
  bool operator==(const Sampling&) const = default;
};

/// A machine, or another tool than the simulator.
struct Variant {
  std::string name, title;
  std::string tool = "simulate";
  std::string preset, arch;
  std::vector<std::string> settings;
  std::vector<std::string> parameters;  // of the workloads, in addition to the row's
  Sampling sampling;
  std::string size;          // overrides the workload size; empty: as requested
  std::vector<size_t> rows;  // to run
  std::string place;         // "mine.toml:3:8"
  std::string refused = {};  // why there is no such machine; empty: there may be one
};

/// Rows by name, or the rows of "all" that satisfy a formula over measured values.
struct RowSet {
  std::vector<size_t> rows;
  std::optional<Expression> condition;
};

struct Column {
  std::string title;
  Expression value;
};

/// The meaning of the lines and columns of a table.
enum class TableKind {
  Metric,    // rows by variants, for one metric
  Variants,  // variants by formulas, where `$` is the line's variant
  Rows,      // rows by formulas, where `$` is the line's row
  Time,      // intervals by formulas over the sampled statistics of one run
};

struct Table {
  std::string id, title, note;
  TableKind kind = TableKind::Metric;
  std::vector<size_t> variants;
  RowSet rows;
  std::string metric;
  std::string mean;  // a function of the formula language; empty: none
  std::vector<Column> columns;
  std::optional<Expression> order;  // sort key of rows, ascending
  int digits = 2;
  /// By variant, then row or column; if lines are rows, by row, then column.
  std::map<std::string, std::map<std::string, double>> paper;
};

/// A drawing of tables.
struct Figure {
  std::string kind;  // one of figure_kinds()
  std::string title, x, y;
  std::vector<size_t> tables;
  std::vector<std::string> labels;   // one per table, if there are several
  std::vector<std::string> columns;  // to draw; empty: all
  bool relative = false;             // to the first variant
};
/// "bars", …
std::span<const std::string_view> figure_kinds();

/// Every row by every variant for several metrics, which the reader can sort and filter.
struct Explorer {
  struct Item {
    std::string title, metric, unit;
    int digits = 2;
    bool less_is_better = false;
    bool of_machine = false;  // the same for every row
    bool relative = false;    // means are over ratios to the base
  };
  std::vector<size_t> variants;
  std::vector<Item> items;
};

/// One number of a claim.
struct Measure {
  std::string title;  // empty if the claim has one measure
  Expression value;
  std::string unit;  // "+%": percent, with a sign
  int digits = 1;
  std::optional<double> paper;
  std::optional<std::pair<double, double>> band;
};

struct Claim {
  std::string id, text;
  std::string paper;  // in words, if it is not a number
  std::vector<Measure> measures;
  std::optional<Expression> holds;  // sign and order; without it, the signs of the measures
  bool construction = false;        // arithmetic on the configuration: counted separately
  bool reported = false;            // numbers only, no verdict
  std::string reason;               // why our result differs from the paper's
  /// The size at which the claim is judged, by the size that was asked for; default: the same.
  std::map<std::string, std::string> size = {};
};

/// Something changed, and the claims that are measured again with it.
struct Ablation {
  std::string name, title;
  /// The sentence of the paper that it rests on: a reading. Empty: a sensitivity, which rests on
  /// none and changes no verdict.
  std::string reading;
  std::vector<size_t> claims;
  std::vector<std::string> settings;          // of all variants, applied last
  std::vector<Variant> variants = {};         // instead of those with the same names
  std::vector<Row> rows;                      // instead of those with the same labels
  std::map<std::string, RowSet> sets = {};    // instead of those with the same names
  std::map<std::string, Expression> metrics;  // instead of those with the same names
  std::vector<std::string> changes;           // in words or as settings, for documents
  std::string place;                          // "mine.toml:3:8"
};

struct Study {
  std::string paper, title, preset;
  std::string note;
  SettingsBySize machine;  // settings of all variants, applied first
  std::vector<Row> rows;
  std::map<std::string, RowSet> sets;  // includes "all"
  std::vector<Variant> variants;
  std::map<std::string, Expression> metrics;
  std::vector<Table> tables;
  std::vector<Figure> figures;
  std::optional<Explorer> explorer;
  std::vector<size_t> page_variants;  // with the tool "watch", for the pages of the rows
  std::vector<Claim> claims;
  std::vector<Ablation> ablations;
  ExtensionsPtr extensions;  // whose schedulers and workloads it may name

  /// Null for an unknown name.
  const Variant* find_variant(std::string_view name) const;
  const Row* find_row(std::string_view label) const;
};

/// Throws InputError with all errors and their positions: unknown keys, undefined names, invalid
/// formulas.
Study parse_study(const SourcePtr& source, std::string_view name,
                  const ExtensionsPtr& extensions = {});

/// The names of the studies in studies/.
std::vector<std::string> study_names();
/// Takes a name, or a path ending in .toml. Throws UsageError, IoError, InputError.
Study load_study(const std::string& name_or_path, const ExtensionsPtr& extensions = {});

}  // namespace heddle::study
