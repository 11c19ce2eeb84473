#include "query/answers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"

namespace heddle::query {

namespace {

using Place = std::vector<std::string>;

Place place_of(const Line& line, const std::vector<size_t>& dimensions) {
  Place place;
  for (size_t d : dimensions) place.push_back(line.at[d]);
  return place;
}

std::vector<std::string> names_of(const Frame& frame, const std::vector<size_t>& dimensions) {
  std::vector<std::string> names;
  for (size_t d : dimensions) names.push_back(frame.dimensions[d]);
  return names;
}

/// Values of a dimension in the order of the lines.
std::vector<std::string> values_of(const Frame& frame, size_t dimension) {
  std::vector<std::string> values;
  for (const Line& line : frame.lines)
    if (std::ranges::find(values, line.at[dimension]) == values.end())
      values.push_back(line.at[dimension]);
  return values;
}

/// The varying dimensions, without some.
std::vector<size_t> others(const Frame& frame, const std::set<size_t>& without) {
  std::vector<size_t> kept;
  for (size_t d : frame.varying())
    if (!without.contains(d)) kept.push_back(d);
  return kept;
}

/// Sizes go with workloads: a launch description has none.
size_t size_dimension(const Frame& frame) { return frame.dimension("size"); }

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (double v : values) sum += std::log(v);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace

Pivot pivot(const Frame& frame, const std::string& dimension, const std::string& metric) {
  const size_t across = frame.dimension(dimension), of = frame.metric(metric);
  const size_t seed = frame.dimension("seed");
  if (across == seed) throw UsageError("--pivot seed: seeds are averaged; choose another column");
  std::vector<size_t> down = others(frame, {across, seed});
  const size_t workload = frame.dimension("workload");
  if (across != workload && std::ranges::find(down, workload) == down.end())
    down.insert(down.begin(), workload);
  Pivot result{names_of(frame, down), values_of(frame, across), {}};
  std::vector<Place> order;
  std::map<Place, std::map<std::string, std::map<std::string, double>>> cells;  // column, seed
  for (const Line& line : frame.lines) {
    const Place place = place_of(line, down);
    auto [known, is_new] = cells.try_emplace(place);
    if (is_new) order.push_back(place);
    if (std::isfinite(line.values[of]))
      known->second[line.at[across]][line.at[seed]] = line.values[of];
  }
  for (const Place& place : order) {
    Pivot::Line& line = result.lines.emplace_back(Pivot::Line{place, {}});
    for (const std::string& column : result.columns) {
      std::vector<double> values;
      for (const auto& [s, value] : cells[place][column]) values.push_back(value);
      line.values.push_back(values.empty() ? study::kNothing : mean_of(values));
    }
  }
  return result;
}

Interval geometric_interval(const std::vector<double>& values) {
  Interval interval{study::kNothing, {}, {}, values.size()};
  if (values.empty()) return interval;
  std::vector<double> logs;
  for (double v : values) logs.push_back(std::log(v));
  const double mean = mean_of(logs), n = static_cast<double>(logs.size());
  interval.mean = std::exp(mean);
  if (logs.size() < 2) return interval;
  double squares = 0;
  for (double x : logs) squares += (x - mean) * (x - mean);
  // In double precision throughout: long double would prepare its tables at every start of heddle,
  // and valgrind does not have it.
  namespace policies = boost::math::policies;
  using InDouble = policies::policy<policies::promote_double<false>>;
  const boost::math::students_t_distribution<double, InDouble> distribution(n - 1);
  const double half = boost::math::quantile(distribution, 0.975) * std::sqrt(squares / (n - 1) / n);
  interval.low = std::exp(mean - half), interval.high = std::exp(mean + half);
  return interval;
}

SpeedUp speed_up(const Frame& frame, const std::string& dimension, const std::string& baseline,
                 const std::string& metric, bool higher_is_better) {
  const size_t across = frame.dimension(dimension), of = frame.metric(metric);
  const size_t seed = frame.dimension("seed"), workload = frame.dimension("workload");
  if (across == seed || across == workload)
    throw UsageError(fmt::format("--speed-up {}: choose a column of the machine", dimension));
  const std::vector<std::string> values = values_of(frame, across);
  if (std::ranges::find(values, baseline) == values.end())
    throw UsageError(fmt::format("--speed-up {0}={1}: no run has {0} {1}; there are: {2}",
                                 dimension, baseline, fmt::join(values, ", ")));
  const std::vector<size_t> rest = others(frame, {across, seed, workload, size_dimension(frame)});
  std::vector<Place> order;
  // [place][workload][seed][value]
  std::map<Place, std::map<std::string, std::map<std::string, std::map<std::string, double>>>> all;
  for (const Line& line : frame.lines) {
    const Place place = place_of(line, rest);
    auto [known, is_new] = all.try_emplace(place);
    if (is_new) order.push_back(place);
    known->second[line.at[workload]][line.at[seed]][line.at[across]] = line.values[of];
  }
  SpeedUp result{names_of(frame, rest), {}};
  for (const Place& place : order)
    for (const std::string& value : values) {
      if (value == baseline) continue;
      std::map<std::string, std::vector<double>> of_seed;
      std::vector<SpeedUp::Line> lines;
      size_t missing = 0;
      for (const std::string& name : values_of(frame, workload)) {
        auto found = all[place].find(name);
        std::vector<double> ratios;
        if (found != all[place].end())
          for (const auto& [s, by_value] : found->second) {
            auto base = by_value.find(baseline), mine = by_value.find(value);
            if (base == by_value.end() || mine == by_value.end()) continue;
            const double ratio =
                higher_is_better ? mine->second / base->second : base->second / mine->second;
            if (!std::isfinite(ratio) || ratio <= 0) continue;
            ratios.push_back(ratio);
            of_seed[s].push_back(ratio);
          }
        missing += ratios.empty();
        if (!ratios.empty()) lines.push_back({place, value, name, geometric_interval(ratios), 0});
      }
      if (lines.empty()) continue;
      std::vector<double> means;
      for (const auto& [s, ratios] : of_seed)
        if (ratios.size() == lines.size()) means.push_back(geometric_mean(ratios));
      lines.push_back({place, value, "", geometric_interval(means), missing});
      result.lines.insert(result.lines.end(), lines.begin(), lines.end());
    }
  return result;
}

Goal parse_goal(const std::string& text) {
  if (text.starts_with("max:")) return {text.substr(4), true};
  if (text.starts_with("min:")) return {text.substr(4), false};
  if (text.find(':') != text.npos)
    throw UsageError(fmt::format("--pareto {}: expected METRIC, min:METRIC or max:METRIC", text));
  return {text, false};
}

Front pareto(const Frame& frame, const std::vector<Goal>& goals) {
  if (goals.size() < 2)
    throw UsageError("--pareto needs two metrics or more: --pareto cycles,energy");
  std::vector<size_t> of;
  for (const Goal& g : goals) of.push_back(frame.metric(g.metric));
  const size_t seed = frame.dimension("seed"), workload = frame.dimension("workload");
  const std::vector<size_t> rest = others(frame, {seed, workload, size_dimension(frame)});
  const size_t workloads = values_of(frame, workload).size();
  std::vector<Place> order;
  std::map<Place, std::pair<std::set<std::string>, std::vector<std::vector<double>>>> machines;
  for (const Line& line : frame.lines) {
    const Place place = place_of(line, rest);
    auto [known, is_new] = machines.try_emplace(place);
    if (is_new) order.push_back(place);
    std::vector<double> values;
    for (size_t m : of) values.push_back(line.values[m]);
    if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v) && v > 0; })) continue;
    known->second.first.insert(line.at[workload]);
    known->second.second.push_back(std::move(values));
  }
  Front front{names_of(frame, rest), {}, 0};
  for (const Place& place : order) {
    const auto& [seen, values] = machines[place];
    if (seen.size() != workloads) {
      front.incomplete++;
      continue;
    }
    Front::Line& line = front.lines.emplace_back(Front::Line{place, {}, false});
    for (size_t g = 0; g < goals.size(); g++) {
      std::vector<double> column;
      for (const auto& v : values) column.push_back(v[g]);
      line.values.push_back(geometric_mean(column));
    }
  }
  auto dominates = [&](const Front::Line& a, const Front::Line& b) {
    bool better = false;
    for (size_t g = 0; g < goals.size(); g++) {
      const double x = goals[g].largest ? -a.values[g] : a.values[g];
      const double y = goals[g].largest ? -b.values[g] : b.values[g];
      if (x > y) return false;
      better |= x < y;
    }
    return better;
  };
  for (Front::Line& line : front.lines)
    line.on_front = std::ranges::none_of(
        front.lines, [&](const Front::Line& other) { return dominates(other, line); });
  std::ranges::sort(front.lines, {}, [](const Front::Line& l) { return l.values[0]; });
  return front;
}

}  // namespace heddle::query
