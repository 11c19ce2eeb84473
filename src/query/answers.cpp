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

/// Settings that have one value for each value of another setting, as --zip and --derive make them:
/// they change with it.
std::set<size_t> following(const Frame& frame, size_t setting) {
  std::set<size_t> found;
  if (std::ranges::find(frame.settings, setting) == frame.settings.end()) return found;
  for (size_t d : frame.settings) {
    std::map<std::string, std::string> value;
    if (d != setting && std::ranges::all_of(frame.lines, [&](const Line& line) {
          return value.try_emplace(line.at[setting], line.at[d]).first->second == line.at[d];
        }))
      found.insert(d);
  }
  return found;
}

/// The dimensions that say what runs; all others but the seed say on which machine.
std::set<size_t> work_dimensions(const Frame& frame) {
  std::set<size_t> found(frame.parameters.begin(), frame.parameters.end());
  for (size_t d = 0; d < frame.dimensions.size(); d++)
    if (const std::string& name = frame.dimensions[d];
        name == "workload" || name == "kernel" || name == "size")
      found.insert(d);
  return found;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

double geometric_mean(const std::vector<double>& values) {
  if (values.size() == 1) return values[0];
  double sum = 0;
  for (double v : values) sum += std::log(v);
  return std::exp(sum / static_cast<double>(values.size()));
}

/// What speed-ups are of: workloads, each at its size. Launch descriptions and programs have no
/// size and no seeds.
class Works {
 public:
  explicit Works(const Frame& frame)
      : workload_(frame.dimension("workload")), size_(frame.dimension("size")) {
    for (const Line& line : frame.lines)
      if (!line.at[size_].empty()) sizes_.insert(line.at[size_]);
    for (const Line& line : frame.lines) {
      std::string name = name_of(line);
      if (line.at[size_].empty()) unseeded_.insert(name);
      if (std::ranges::find(names_, name) == names_.end()) names_.push_back(std::move(name));
    }
  }
  /// "bitonic", or "bitonic tiny" if there are several sizes.
  std::string name_of(const Line& line) const {
    const std::string& size = line.at[size_];
    return line.at[workload_] + (sizes_.size() > 1 && !size.empty() ? " " + size : std::string());
  }
  /// In the order of the lines.
  const std::vector<std::string>& names() const { return names_; }
  bool has_seeds(const std::string& name) const { return !unseeded_.contains(name); }

 private:
  size_t workload_, size_;
  std::set<std::string> sizes_, unseeded_;
  std::vector<std::string> names_;
};

/// By workload, seed, and value of the dimension that has the baseline.
using Measured = std::map<std::string, std::map<std::string, std::map<std::string, double>>>;

struct Baseline {
  std::string value;
  bool higher_is_better;

  /// How many times better `other` is; nothing if one of them was not measured.
  std::optional<double> ratio(const std::map<std::string, double>& by_value,
                              const std::string& other) const {
    const auto base = by_value.find(value), mine = by_value.find(other);
    if (base == by_value.end() || mine == by_value.end()) return std::nullopt;
    const double times =
        higher_is_better ? mine->second / base->second : base->second / mine->second;
    if (!std::isfinite(times) || times <= 0) return std::nullopt;
    return times;
  }
};

/// The lines of one value at one place, the mean over all workloads last; none without any ratio.
/// What has no seeds counts with every seed of the others.
std::vector<SpeedUp::Line> speed_ups(const Works& works, const Measured& measured,
                                     const Place& place, const std::string& value,
                                     const Baseline& baseline) {
  std::vector<SpeedUp::Line> lines;
  std::map<std::string, std::vector<double>> of_seed;
  std::vector<double> of_every_seed;
  size_t missing = 0;
  for (const std::string& name : works.names()) {
    std::vector<double> ratios;
    if (const auto found = measured.find(name); found != measured.end())
      for (const auto& [seed, by_value] : found->second)
        if (const auto ratio = baseline.ratio(by_value, value)) {
          ratios.push_back(*ratio);
          (works.has_seeds(name) ? of_seed[seed] : of_every_seed).push_back(*ratio);
        }
    missing += ratios.empty();
    if (!ratios.empty()) lines.push_back({place, value, name, geometric_interval(ratios), 0});
  }
  if (lines.empty()) return lines;
  if (of_seed.empty()) of_seed[""] = {};
  std::vector<double> means;
  for (auto& [seed, ratios] : of_seed) {
    ratios.insert(ratios.end(), of_every_seed.begin(), of_every_seed.end());
    if (ratios.size() == lines.size()) means.push_back(geometric_mean(ratios));
  }
  lines.push_back({place, value, "", geometric_interval(means), missing});
  return lines;
}

void mark_front(Front& front, const std::vector<Goal>& goals) {
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
}

}  // namespace

Pivot pivot(const Frame& frame, const std::string& dimension, const std::string& metric) {
  const size_t across = frame.dimension(dimension), of = frame.metric(metric);
  const size_t seed = frame.dimension("seed");
  if (across == seed) throw UsageError("--pivot seed: seeds are averaged; choose another column");
  std::set<size_t> without = following(frame, across);
  without.insert({across, seed});
  std::vector<size_t> down = others(frame, without);
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
  const size_t seed = frame.dimension("seed"), workload = frame.dimension("workload"),
               size = frame.dimension("size");
  if (across == seed || across == workload || across == size)
    throw UsageError(fmt::format("--speed-up {}: choose a column of the machine", dimension));
  const std::vector<std::string> values = values_of(frame, across);
  if (std::ranges::find(values, baseline) == values.end())
    throw UsageError(fmt::format("--speed-up {0}={1}: no run has {0} {1}; there are: {2}",
                                 dimension, baseline, fmt::join(values, ", ")));
  std::set<size_t> without = following(frame, across);
  without.insert({across, seed, workload, size});
  const std::vector<size_t> rest = others(frame, without);
  const Works works(frame);
  std::vector<Place> order;
  std::map<Place, Measured> all;
  for (const Line& line : frame.lines) {
    const Place place = place_of(line, rest);
    auto [known, is_new] = all.try_emplace(place);
    if (is_new) order.push_back(place);
    known->second[works.name_of(line)][line.at[seed]][line.at[across]] = line.values[of];
  }
  SpeedUp result{names_of(frame, rest), {}};
  const Baseline compared{baseline, higher_is_better};
  for (const Place& place : order)
    for (const std::string& value : values) {
      if (value == baseline) continue;
      const auto lines = speed_ups(works, all[place], place, value, compared);
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

std::vector<Goal> parse_goals(const std::string& text) {
  std::vector<Goal> goals;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    std::string name = text.substr(begin, comma - begin);
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    Goal goal = parse_goal(name);
    if (goal.metric.empty()) throw UsageError(fmt::format("--pareto {}: a name is empty", text));
    if (std::ranges::find(goals, goal.metric, &Goal::metric) != goals.end())
      throw UsageError(fmt::format("--pareto {}: {} is there twice", text, goal.metric));
    goals.push_back(std::move(goal));
    begin = comma + 1;
  }
  return goals;
}

Front pareto(const Frame& frame, const std::vector<Goal>& goals) {
  if (goals.size() < 2)
    throw UsageError("--pareto needs two metrics or more: --pareto cycles,energy");
  std::vector<size_t> of;
  for (const Goal& g : goals) of.push_back(frame.metric(g.metric));
  const std::set<size_t> what = work_dimensions(frame);
  const std::vector<size_t> of_work(what.begin(), what.end());
  std::set<size_t> without = what;
  without.insert(frame.dimension("seed"));
  const std::vector<size_t> rest = others(frame, without);
  std::set<Place> works;
  std::vector<Place> order;
  // By machine and by what ran: a list of values for each seed.
  std::map<Place, std::map<Place, std::vector<std::vector<double>>>> machines;
  for (const Line& line : frame.lines) {
    const Place place = place_of(line, rest), work = place_of(line, of_work);
    works.insert(work);
    auto [known, is_new] = machines.try_emplace(place);
    if (is_new) order.push_back(place);
    std::vector<double> values;
    for (size_t m : of) values.push_back(line.values[m]);
    if (std::ranges::all_of(values, [](double v) { return std::isfinite(v) && v > 0; }))
      known->second[work].push_back(std::move(values));
  }
  Front front{names_of(frame, rest), {}, 0};
  for (const Place& place : order) {
    const auto& measured = machines[place];
    if (measured.size() != works.size()) {
      front.incomplete++;
      continue;
    }
    Front::Line& line = front.lines.emplace_back(Front::Line{place, {}, false});
    for (size_t g = 0; g < goals.size(); g++) {
      std::vector<double> means;  // over seeds first, so that each workload counts once
      for (const auto& [work, seeds] : measured) {
        std::vector<double> column;
        for (const auto& values : seeds) column.push_back(values[g]);
        means.push_back(geometric_mean(column));
      }
      line.values.push_back(geometric_mean(means));
    }
  }
  mark_front(front, goals);
  std::ranges::sort(front.lines, {}, [](const Front::Line& l) { return l.values[0]; });
  return front;
}

}  // namespace heddle::query
