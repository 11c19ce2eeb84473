// The common questions to results: a pivot table, the speed-up over a baseline, and the Pareto
// front.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "query/frame.hpp"

namespace heddle::query {

/// One metric by the values of one dimension: a column per value. Lines that differ only in the
/// seed are one, with the mean over seeds. Settings that follow from the dimension, because they
/// have one value for each of its values, change with it; likewise in a speed-up.
struct Pivot {
  std::vector<std::string> dimensions;  // of the lines: the workload, and those that vary
  std::vector<std::string> columns;     // the values
  struct Line {
    std::vector<std::string> at;
    std::vector<double> values;  // NaN: not measured
  };
  std::vector<Line> lines;
};
/// Throws UsageError for unknown names.
Pivot pivot(const Frame& frame, const std::string& dimension, const std::string& metric);

/// A mean with the 95 % confidence interval over seeds.
struct Interval {
  double mean = 0;
  std::optional<double> low, high;  // nothing with one seed
  size_t seeds = 0;
};
/// The geometric mean, with Student's distribution over the logarithms. All values are positive.
Interval geometric_interval(const std::vector<double>& values);

/// How many times better each value of a dimension is than the baseline, for every combination of
/// the others. A ratio compares runs of the same size and seed. The last line of each value is the
/// geometric mean over workloads: first within each seed, then over seeds.
struct SpeedUp {
  std::vector<std::string> dimensions;  // of the lines, without the workload
  struct Line {
    std::vector<std::string> at;
    std::string value;     // of the dimension that has the baseline
    std::string workload;  // with its size if there are several; empty: the mean over all
    Interval ratio;
    size_t missing = 0;  // workloads without a ratio
  };
  std::vector<Line> lines;
};
/// `higher_is_better`: the ratio is value over baseline, otherwise baseline over value. Throws
/// UsageError if the baseline is not there.
SpeedUp speed_up(const Frame& frame, const std::string& dimension, const std::string& baseline,
                 const std::string& metric, bool higher_is_better);

/// A metric to make small or large.
struct Goal {
  std::string metric;
  bool largest = false;
};
/// "min:cycles", "max:ipc", or a name: the smallest. Throws UsageError.
Goal parse_goal(const std::string& text);
/// "cycles,max:ipc". Throws UsageError.
std::vector<Goal> parse_goals(const std::string& text);
/// The points that no other point is better than in one metric without being worse in another.
/// Points are the machines: geometric means over seeds, then over workloads, their sizes and
/// parameters, and kernels; a machine that lacks one of these is no point. Lines have the
/// dimensions of machines.
struct Front {
  std::vector<std::string> dimensions;
  struct Line {
    std::vector<std::string> at;
    std::vector<double> values;  // one per goal
    bool on_front = false;
  };
  std::vector<Line> lines;
  size_t incomplete = 0;  // machines that were left out
};
Front pareto(const Frame& frame, const std::vector<Goal>& goals);

}  // namespace heddle::query
