// A study: what one paper measured, as data. A file of studies/ names workloads (rows), machines
// (variants), formulas over what a run counts (metrics), the tables to draw and the claims to
// judge. docs/studies.md describes the file. Nothing in this folder knows a paper.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "study/expression.hpp"

namespace heddle::study {

/// Settings ("KEY=VALUE") for workloads of every size, or of one (tiny, small, paper).
using SettingsBySize = std::map<std::string, std::vector<std::string>>;
inline constexpr const char* kEverySize = "";
/// Those for every size, then those for this one.
std::vector<std::string> settings_at(const SettingsBySize& settings, const std::string& size);

/// A line of the paper's tables: a workload, or one kernel of it.
struct Row {
  std::string label;
  std::string workload;  // or the file of a launch description
  std::string kernel;    // empty: all of them
  uint64_t block = 0;    // of the kernel, launches with blocks of so many threads; 0: all
  SettingsBySize parameters;
  std::string place = {};  // "mine.toml:3:8"
};

/// Statistics every so many cycles.
struct Sampling {
  uint64_t every = 0;  // 0: none
  std::vector<std::string> names;
  bool operator==(const Sampling&) const = default;
};

/// A machine, or a tool that runs in its place.
struct Variant {
  std::string name, title;
  std::string tool = "simulate";
  std::string preset, arch;
  std::vector<std::string> settings;
  std::vector<std::string> parameters;  // of the workloads, besides those of the row
  Sampling sampling;
  std::string size;          // of the workloads, whatever was asked for; empty: as asked
  std::vector<size_t> rows;  // that it runs
  std::string place;         // "mine.toml:3:8"
};

/// Rows by name; or those of "all" for which a formula over measured values is true.
struct RowSet {
  std::vector<size_t> rows;
  std::optional<Expression> condition;
};

struct Column {
  std::string title;
  Expression value;
};

/// What the lines and the columns of a table are.
enum class TableKind {
  Metric,    // rows by variants, of one metric
  Variants,  // variants by formulas, where `$` is the line's variant
  Rows,      // rows by formulas, where `$` is the line's row
  Time,      // intervals by formulas over the statistics sampled of one run
};

struct Table {
  std::string id, title, note;
  TableKind kind = TableKind::Metric;
  std::vector<size_t> variants;
  RowSet rows;
  std::string metric;
  std::string mean;  // a function of the language; empty: none
  std::vector<Column> columns;
  std::optional<Expression> order;  // of rows, the smallest first
  int digits = 2;
  /// By variant, then row or column; where lines are rows, by row, then column.
  std::map<std::string, std::map<std::string, double>> paper;
};

/// How tables are drawn.
struct Figure {
  std::string kind;  // one of figure_kinds()
  std::string title, x, y;
  std::vector<size_t> tables;
  std::vector<std::string> labels;   // of the tables, where there are several
  std::vector<std::string> columns;  // of the tables, that are drawn; empty: all
  bool relative = false;             // to the first variant
};
/// "bars", …
std::span<const std::string_view> figure_kinds();

/// Every row by every variant under several metrics, for a reader to sort and to choose from.
struct Explorer {
  struct Item {
    std::string title, metric, unit;
    int digits = 2;
    bool less_is_better = false;
    bool of_machine = false;  // the same for every row
    bool relative = false;    // means are of ratios to the base
  };
  std::vector<size_t> variants;
  std::vector<Item> items;
};

/// One number of a claim.
struct Measure {
  std::string title;  // empty where a claim has one
  Expression value;
  std::string unit;  // "+%": in percent, with its sign
  int digits = 1;
  std::optional<double> paper;
  std::optional<std::pair<double, double>> band;
};

struct Claim {
  std::string id, text;
  std::string paper;  // in words, where it is not a number
  std::vector<Measure> measures;
  std::optional<Expression> holds;  // sign and order; without it, the signs of the measures
  bool construction = false;        // arithmetic on the configuration: counted apart
  bool reported = false;            // numbers side by side, nothing to judge
  std::string reason;               // why ours differs from the paper's
};

struct Study {
  std::string paper, title, preset;
  std::string note;
  SettingsBySize machine;  // of all variants, before their own
  std::vector<Row> rows;
  std::map<std::string, RowSet> sets;  // "all" among them
  std::vector<Variant> variants;
  std::map<std::string, Expression> metrics;
  std::vector<Table> tables;
  std::vector<Figure> figures;
  std::optional<Explorer> explorer;
  std::vector<size_t> page_variants;  // with the tool "watch": drawn on the pages of the rows
  std::vector<Claim> claims;

  /// Null when there is none.
  const Variant* find_variant(std::string_view name) const;
  const Row* find_row(std::string_view label) const;
};

/// Throws InputError with every mistake and its place: unknown keys, names that are not defined,
/// formulas that cannot be read.
Study parse_study(SourcePtr source, std::string_view name);

/// The studies of studies/, by name.
std::vector<std::string> study_names();
/// A name, or a file that ends in .toml. Throws UsageError, IoError, InputError.
Study load_study(const std::string& name_or_path);

}  // namespace heddle::study
