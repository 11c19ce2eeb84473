// Runs of a store as records: which of them, and which settings tell them apart.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "config/schema.hpp"
#include "query/frame.hpp"
#include "study/statistic_names.hpp"
#include "study/statistic_value.hpp"
#include "study/tools.hpp"

namespace heddle::query {

namespace {

const std::vector<std::string> kDimensions = {"workload", "arch", "preset", "size", "seed"};

using Settings = std::map<std::string, std::string>;  // every configuration key with its value

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : compact(value);
}

void flatten(const Json& json, const std::string& path, Settings& settings) {
  if (json.is_object())
    for (const auto& [key, value] : json.items())
      flatten(value, path.empty() ? key : path + "." + key, settings);
  else
    settings.emplace(path, text_of(json));
}

/// A record with what conditions may ask for.
struct Candidate {
  Record record;
  std::shared_ptr<const Settings> settings;
};

std::optional<double> as_number(const std::string& text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool compares(const std::string& comparison, double a, double b) {
  if (comparison == "<") return a < b;
  if (comparison == "<=") return a <= b;
  if (comparison == ">") return a > b;
  return a >= b;
}

std::optional<std::string> value_named(const std::string& key, const Candidate& c,
                                       const Json& result) {
  const Record& r = c.record;
  if (key == "workload") return r.workload;
  if (key == "arch") return r.arch;
  if (key == "preset") return r.preset;
  if (key == "size") return r.size;
  if (key == "seed") return std::to_string(r.seed);
  for (const auto& [name, value] : r.parameters)
    if (name == key) return value;
  if (auto found = c.settings->find(key); found != c.settings->end()) return found->second;
  const double value = study::statistic_value(result, {}, 0, key);
  if (std::isnan(value)) return std::nullopt;
  return exact_text(value);
}

bool meets(const Condition& condition, const Candidate& c, const Json& result) {
  const auto value = value_named(condition.key, c, result);
  if (!value) return false;
  if (condition.comparison == "=" || condition.comparison == "!=") {
    auto same = [&](const std::string& wanted) {
      if (wanted == *value) return true;
      const auto a = as_number(wanted), b = as_number(*value);
      return a && b && *a == *b;
    };
    return std::ranges::any_of(condition.values, same) == (condition.comparison == "=");
  }
  const auto mine = as_number(*value), limit = as_number(condition.values[0]);
  return mine && limit && compares(condition.comparison, *mine, *limit);
}

/// Keys that differ between runs of one arch and preset, in the order of the documentation.
std::vector<std::string> differing_keys(const std::vector<Candidate>& candidates) {
  std::set<std::string> differing;
  std::map<std::pair<std::string, std::string>, std::set<const Settings*>> groups;
  for (const Candidate& c : candidates)
    groups[{c.record.arch, c.record.preset}].insert(c.settings.get());
  for (const auto& [group, machines] : groups)
    for (const auto& [key, value] : **machines.begin())
      for (const Settings* other : machines)
        if (auto found = other->find(key); found == other->end() || found->second != value)
          differing.insert(key);
  std::vector<std::string> ordered;
  for (const ConfigKey& key : config_keys())
    if (key.path != "name" && key.path != "description" && differing.contains(key.path))
      ordered.push_back(key.path);
  return ordered;
}

std::pair<std::string, std::string> parameter_of(const std::string& text) {
  const size_t equals = std::min(text.find('='), text.size());
  return {text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))};
}

class StoreReader {
 public:
  StoreReader(std::span<const Condition> conditions, std::span<const Metric> metrics)
      : conditions_(conditions), metrics_(metrics) {}

  void add(const store::StoredRun& run) {
    const bool program = run.tool == study::kProgramTool;
    if ((run.tool != "simulate" && !program) || !run.sampling.empty()) return;
    Candidate c;
    c.record.workload = run.workload;
    if (program)
      c.record.workload +=
          fmt::format("{}{}", run.parameters.empty() ? "" : " ", fmt::join(run.parameters, " "));
    else
      for (const std::string& p : run.parameters) c.record.parameters.push_back(parameter_of(p));
    c.record.arch = run.arch, c.record.preset = run.preset, c.record.size = run.size;
    c.record.seed = run.seed;
    c.settings = settings_of(run);
    for (const Condition& condition : conditions_)
      if (!meets(condition, c, run.result)) return;
    measure(c.record, run.result, metrics_);
    candidates_.push_back(std::move(c));
  }

  std::vector<Record> take() {
    const std::vector<std::string> keys = differing_keys(candidates_);
    std::vector<Record> records;
    for (Candidate& c : candidates_) {
      for (const std::string& key : keys)
        if (auto found = c.settings->find(key); found != c.settings->end())
          c.record.settings.emplace_back(key, found->second);
      records.push_back(std::move(c.record));
    }
    return records;
  }

 private:
  std::shared_ptr<const Settings> settings_of(const store::StoredRun& run) {
    auto& known = machines_[run.configuration];
    if (!known) {
      auto settings = std::make_shared<Settings>();
      flatten(parse_json(run.configuration), {}, *settings);
      known = std::move(settings);
    }
    return known;
  }

  std::span<const Condition> conditions_;
  std::span<const Metric> metrics_;
  std::vector<Candidate> candidates_;
  std::map<std::string, std::shared_ptr<const Settings>> machines_;
};

}  // namespace

Condition parse_condition(const std::string& text) {
  const size_t at = text.find_first_of("=!<>");
  auto refuse = [&](const std::string& why) -> void {
    throw UsageError(fmt::format("--where '{}': {}", text, why));
  };
  if (at == text.npos || at == 0)
    refuse("expected KEY=V1,V2,... or KEY!=, <, <=, >, >= and a value");
  auto trim = [](std::string part) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    return part;
  };
  const bool two = at + 1 < text.size() && text[at + 1] == '=';
  Condition condition{trim(text.substr(0, at)), text.substr(at, two ? 2 : 1), {}};
  if (condition.comparison == "==") condition.comparison = "=";
  if (condition.comparison == "!") refuse("'!' needs a '='");
  if (const char next = at + 1 < text.size() ? text[at + 1] : ' ';
      condition.comparison == "=" && (next == '<' || next == '>'))
    refuse(fmt::format("write '{}='", next));
  std::string rest = text.substr(at + (two ? 2 : 1));
  for (size_t begin = 0; begin <= rest.size();) {
    const size_t comma = std::min(rest.find(',', begin), rest.size());
    condition.values.push_back(trim(rest.substr(begin, comma - begin)));
    if (condition.values.back().empty()) refuse("a value is empty");
    begin = comma + 1;
  }
  const bool equality = condition.comparison == "=" || condition.comparison == "!=";
  if (!equality && (condition.values.size() != 1 || !as_number(condition.values[0])))
    refuse(fmt::format("'{}' needs one number", condition.comparison));
  return condition;
}

StoreRecords records_of(const std::filesystem::path& store, std::span<const Condition> conditions,
                        std::span<const Metric> metrics) {
  StoreReader reader(conditions, metrics);
  std::set<std::string> parameters;
  const store::LeftOut left = store::for_each_run(store, [&](const store::StoredRun& run) {
    for (const std::string& p : run.parameters) parameters.insert(parameter_of(p).first);
    reader.add(run);
  });
  for (const Condition& c : conditions)
    if (std::ranges::find(kDimensions, c.key) == kDimensions.end() && !find_config_key(c.key) &&
        !study::is_statistic(c.key) && !parameters.contains(c.key))
      throw UsageError(fmt::format(
          "--where: '{}' is no column ({}), configuration key, statistic or parameter{}{}", c.key,
          fmt::join(kDimensions, ", "), suggest_config_key(c.key),
          suggest_config_key(c.key).empty() ? study::suggest_statistic(c.key) : ""));
  return {reader.take(), left.damaged, left.older};
}

}  // namespace heddle::query
