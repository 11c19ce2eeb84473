#include "query/frame.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "config/archs.hpp"
#include "study/statistic_names.hpp"
#include "study/statistic_value.hpp"

namespace heddle::query {

namespace {

using study::Expression;

size_t index_of(const std::vector<std::string>& names, const std::string& name,
                std::string_view what) {
  auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  throw UsageError(fmt::format(
      "there is no {} '{}' here; there are: {}{}", what, name, fmt::join(names, ", "),
      suggest(name, names.size(), [&](size_t i) -> std::string_view { return names[i]; })));
}

/// The keys of all records, in the order in which they first appear.
std::vector<std::string> keys_of(std::span<const Record> records, auto member) {
  std::vector<std::string> keys;
  std::set<std::string> seen;
  for (const Record& r : records)
    for (const auto& [key, value] : r.*member)
      if (seen.insert(key).second) keys.push_back(key);
  return keys;
}

std::string value_at(const std::vector<std::pair<std::string, std::string>>& pairs,
                     const std::string& key) {
  for (const auto& [name, value] : pairs)
    if (name == key) return value;
  return {};
}

/// Whether every table has it as a column beside the metrics.
bool is_column(const std::string& name) {
  constexpr std::string_view kColumns[] = {"workload", "kernel", "arch",   "preset",
                                           "size",     "seed",   "failure"};
  return std::ranges::find(kColumns, name) != std::end(kColumns);
}

double value_of(const Metric& metric, const Json& result, std::string_view kernel) {
  if (!result.is_object() || result.contains("failure")) return study::kNothing;
  return study::evaluate_number(metric.formula, [&](const Expression& name) {
    return study::Values{study::statistic_value(result, kernel, 0, name.text)};
  });
}

/// Builds frames; the dimensions are the same with and without kernels.
class FrameBuilder {
 public:
  FrameBuilder(std::span<const Record> records, std::span<const Metric> metrics, bool kernels)
      : parameters_(keys_of(records, &Record::parameters)),
        settings_(keys_of(records, &Record::settings)) {
    frame_.dimensions = {"workload"};
    if (kernels) frame_.dimensions.push_back("kernel");
    for (const char* name : {"arch", "preset", "size"}) frame_.dimensions.push_back(name);
    add_dimensions(parameters_, frame_.parameters);
    add_dimensions(settings_, frame_.settings);
    frame_.dimensions.push_back("seed");
    for (const Metric& m : metrics) frame_.metrics.push_back(m.name);
    for (const Record& r : records) {
      if (!kernels)
        add(r, nullptr, r.values);
      else
        for (const auto& [kernel, values] : r.kernels) add(r, &kernel, values);
    }
  }
  Frame take() { return std::move(frame_); }

 private:
  void add_dimensions(const std::vector<std::string>& keys, std::vector<size_t>& places) {
    for (const std::string& key : keys) {
      places.push_back(frame_.dimensions.size());
      frame_.dimensions.push_back(key);
    }
  }
  void add(const Record& r, const std::string* kernel, const std::vector<double>& values) {
    Line& line = frame_.lines.emplace_back();
    line.at = {r.workload};
    if (kernel) line.at.push_back(*kernel);
    for (const std::string* text : {&r.arch, &r.preset, &r.size}) line.at.push_back(*text);
    for (const std::string& key : parameters_) line.at.push_back(value_at(r.parameters, key));
    for (const std::string& key : settings_) line.at.push_back(value_at(r.settings, key));
    line.at.push_back(std::to_string(r.seed));
    line.values = values;
    line.failure = r.failure;
  }

  std::vector<std::string> parameters_, settings_;
  Frame frame_;
};

std::pair<std::string, std::string> as_pair(const std::string& text) {
  const size_t equals = std::min(text.find('='), text.size());
  return {text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))};
}

}  // namespace

Metric parse_metric(const std::string& text) {
  auto trim = [](std::string part) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    return part;
  };
  const size_t equals = text.find('=');
  const bool named = equals != text.npos && text.compare(equals, 2, "==") != 0;
  Metric metric{trim(named ? text.substr(0, equals) : text), {}};
  if (named && metric.name.empty())
    throw UsageError(fmt::format("--metric '{}': there is no name before the '='", text));
  if (is_column(metric.name))
    throw UsageError(fmt::format("--metric '{}': '{}' is the name of a column; choose another",
                                 text, metric.name));
  try {
    metric.formula = study::parse_expression(named ? trim(text.substr(equals + 1)) : metric.name);
  } catch (const InputError& e) {
    throw UsageError(fmt::format("--metric '{}': {}", text, e.what()));
  }
  study::for_each_name(metric.formula, [&](const Expression& name) {
    if (!name.subscripts.empty())
      throw UsageError(fmt::format("--metric '{}': '{}' takes no [...]", text, name.text));
    if (!study::is_statistic(name.text))
      throw UsageError(fmt::format("--metric '{}': there is no statistic '{}'{}", text, name.text,
                                   study::suggest_statistic(name.text)));
  });
  return metric;
}

std::vector<Metric> parse_metrics(std::span<const std::string> texts) {
  std::vector<Metric> metrics;
  for (const std::string& text : texts) {
    Metric metric = parse_metric(text);
    if (std::ranges::find(metrics, metric.name, &Metric::name) != metrics.end())
      throw UsageError(fmt::format(
          "--metric '{}': there is another metric of this name; give it one: NAME=FORMULA", text));
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

std::vector<Metric> default_metrics() {
  std::vector<Metric> metrics;
  for (const char* text : {"cycles", "ipc=derived.ipc", "lanes=100 * derived.lane_utilisation",
                           "energy=energy.total", "edp=energy.edp"})
    metrics.push_back(parse_metric(text));
  return metrics;
}

void measure(Record& record, const Json& result, std::span<const Metric> metrics) {
  for (const Metric& m : metrics) record.values.push_back(value_of(m, result, {}));
  if (const Json* failure = study::member(result, "failure"))
    record.failure = failure->is_string() ? failure->get<std::string>() : compact(*failure);
  else if (result.is_null())
    record.failure = kNotRun;
  const Json* kernels = study::member(result, "kernels");
  if (!kernels || !kernels->is_object()) return;
  for (const auto& [kernel, part] : kernels->items()) {
    auto& values = record.kernels.emplace_back(kernel, std::vector<double>()).second;
    for (const Metric& m : metrics) values.push_back(value_of(m, result, kernel));
  }
}

size_t Frame::dimension(const std::string& name) const {
  return index_of(dimensions, name, "column");
}
size_t Frame::metric(const std::string& name) const { return index_of(metrics, name, "metric"); }

std::vector<size_t> Frame::varying() const {
  std::vector<size_t> found;
  for (size_t d = 0; d < dimensions.size(); d++)
    if (std::ranges::any_of(lines, [&](const Line& l) { return l.at[d] != lines[0].at[d]; }))
      found.push_back(d);
  return found;
}

Frame make_frame(std::span<const Record> records, std::span<const Metric> metrics) {
  return FrameBuilder(records, metrics, false).take();
}

Frame frame_by_kernel(std::span<const Record> records, std::span<const Metric> metrics) {
  return FrameBuilder(records, metrics, true).take();
}

std::vector<PlannedRecord> planned_records(const study::Study& study, const std::string& size,
                                           const study::Plan& plan) {
  std::vector<PlannedRecord> records;
  for (size_t v = 0; v < study.variants.size(); v++) {
    const study::Variant& variant = study.variants[v];
    for (size_t row : variant.rows) {
      const size_t run = plan.run_of[v][row];
      if (run == study::Plan::kNone || variant.tool != "simulate") continue;
      const study::RunDescription& description = plan.runs[run];
      Record& r = records.emplace_back(PlannedRecord{{}, run}).record;
      const study::Row& of = study.rows[row];
      r.workload = of.is_program ? of.label : of.workload;
      r.arch = variant.arch.empty() ? plan.archs[run] : arch_label(variant.arch);
      r.preset = std::filesystem::path(variant.preset).stem().string();
      r.size = description.size;
      if (!of.is_program)
        for (const std::string& p : study::settings_at(of.parameters, size))
          r.parameters.push_back(as_pair(p));
      for (const std::string& s : variant.settings) r.settings.push_back(as_pair(s));
      r.seed = of.seed;
    }
  }
  return records;
}

std::vector<Record> records_of(const study::Study& study, const std::string& size,
                               const study::Execution& execution, std::span<const Metric> metrics) {
  std::vector<Record> records;
  for (PlannedRecord& planned : planned_records(study, size, execution.plan)) {
    measure(planned.record, execution.results[planned.run], metrics);
    records.push_back(std::move(planned.record));
  }
  return records;
}

}  // namespace heddle::query
