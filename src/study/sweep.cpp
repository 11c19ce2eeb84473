#include "study/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/number.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "study/expression.hpp"

namespace heddle::study {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostCombinations = 1'000'000;
constexpr uint64_t kMostSeeds = 10'000;

std::string_view trimmed(std::string_view text) {
  size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == text.npos ? std::string_view() : text.substr(first, last - first + 1);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    parts.emplace_back(trimmed(text.substr(at, comma - at)));
    at = comma + 1;
  }
  return parts;
}

void check_distinct(std::string_view option, std::string_view text,
                    const std::vector<std::string>& values) {
  std::set<std::string> seen;
  for (const std::string& value : values) {
    if (value.empty()) throw UsageError(fmt::format("{} {}: a value is empty", option, text));
    if (!seen.insert(value).second)
      throw UsageError(fmt::format("{} {}: the value {} is there twice", option, text, value));
  }
}

const ConfigKey& key_named(std::string_view path) {
  const ConfigKey* key = find_config_key(path);
  if (!key) throw UsageError(fmt::format("unknown key '{}'{}", path, suggest_config_key(path)));
  return *key;
}

/// The value of a key in a formula; nothing if it is not a number.
std::optional<double> number_of(const ConfigKey& key, const MachineConfig& config) {
  const ConfigValue value = key.get(config);
  if (const auto* whole = std::get_if<uint64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

/// All combinations of axes, each a list of "KEY=VALUE"; axes of one group advance together.
using Point = std::vector<std::string>;
std::vector<Point> combinations(const std::vector<Axis>& axes,
                                const std::vector<std::vector<std::string>>& zipped) {
  std::vector<std::vector<const Axis*>> groups;
  std::set<std::string> placed;
  auto find_axis = [&](const std::string& key) -> const Axis* {
    auto found = std::ranges::find(axes, key, &Axis::key);
    return found == axes.end() ? nullptr : &*found;
  };
  for (const auto& keys : zipped) {
    if (keys.empty()) throw UsageError("--zip: there are no keys");
    auto& group = groups.emplace_back();
    for (const std::string& key : keys) {
      const Axis* axis = find_axis(key);
      if (!axis)
        throw UsageError(fmt::format("--zip {}: '{}' has no values; add --set {}=V1,V2,...",
                                     fmt::join(keys, ","), key, key));
      if (!placed.insert(key).second)
        throw UsageError(fmt::format("--zip: '{}' is named twice", key));
      group.push_back(axis);
      if (axis->values.size() != group[0]->values.size())
        throw UsageError(fmt::format("--zip {}: '{}' has {} values, but '{}' has {}",
                                     fmt::join(keys, ","), group[0]->key, group[0]->values.size(),
                                     key, axis->values.size()));
    }
  }
  for (const Axis& axis : axes)
    if (!placed.contains(axis.key)) groups.push_back({&axis});
  // In the order in which the keys were given, whatever is zipped.
  std::ranges::sort(groups, {}, [](const auto& group) { return *std::ranges::min_element(group); });
  std::vector<Point> all = {{}};
  for (const auto& group : groups) {
    std::vector<Point> longer;
    if (all.size() * group[0]->values.size() > kMostCombinations)
      throw UsageError(fmt::format("these are more than {} combinations", kMostCombinations));
    for (const Point& point : all)
      for (size_t i = 0; i < group[0]->values.size(); i++) {
        Point& next = longer.emplace_back(point);
        for (const Axis* axis : group) next.push_back(axis->key + "=" + axis->values[i]);
      }
    all = std::move(longer);
  }
  return all;
}

class SweepBuilder {
 public:
  SweepBuilder(Study& study, const Sweep& sweep) : study_(study), sweep_(sweep) {}

  void build() {
    check_keys();
    add_rows();
    add_variants();
  }

 private:
  void check_keys() const {
    for (const std::string& preset : sweep_.presets) load_preset(preset, sweep_.extensions);
    std::set<std::string> seen;
    for (const Axis& axis : sweep_.settings) {
      key_named(axis.key);
      if (!seen.insert(axis.key).second)
        throw UsageError(fmt::format(
            "'{0}' is set twice; give all its values at once: --set {0}=V1,V2,...", axis.key));
    }
    std::set<std::string> computed;
    for (const auto& [key, formula] : sweep_.derived) {
      if (seen.contains(key))
        throw UsageError(fmt::format("'{}' has both values and a formula", key));
      if (!computed.insert(key).second) throw UsageError(fmt::format("'{}' has two formulas", key));
    }
    if (!sweep_.files.empty() && sweep_.programs.empty())
      throw UsageError(
          fmt::format("the file {} is read by no program: --input goes with a CUDA program after "
                      "'--', and 'files' with 'programs'",
                      sweep_.files[0]));
  }

  // ---- rows

  /// A folder of captured launches is all of them, by number.
  static std::vector<std::string> launches_of(const std::string& folder) {
    std::map<uint64_t, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
      if (const fs::path& path = entry.path(); path.extension() == ".toml")
        if (auto number = parse_whole(path.stem().string())) files.emplace(*number, path.string());
    if (files.empty())
      throw UsageError(fmt::format(
          "the folder {} holds no captured launches (1.toml, ...); heddle capture makes them",
          folder));
    std::vector<std::string> names;
    for (auto& [number, file] : files) names.push_back(std::move(file));
    return names;
  }

  void add_rows() {
    const std::vector<Point> points = combinations(sweep_.parameters, {});
    std::error_code ignored;
    for (const std::string& name : sweep_.names) {
      if (fs::is_directory(name, ignored)) {
        for (const std::string& file : launches_of(name)) add_row({file, file, "", 0, {}});
      } else if (is_description(name, sweep_.extensions)) {
        add_row({name, name, "", 0, {}});
      } else {
        for (const Point& point : points) add_seeds(name, point);
      }
    }
    for (const auto& command : sweep_.programs) add_row(program_row(command, sweep_.files));
  }

  void add_seeds(const std::string& name, const Point& point) {
    for (uint64_t seed : sweep_.seeds) {
      Row row{name, name, "", 0, {{kEverySize, point}}};
      row.seed = seed;
      if (!point.empty()) row.label += fmt::format(" {}", fmt::join(point, " "));
      if (sweep_.seeds.size() > 1) row.label += fmt::format(" seed={}", seed);
      add_row(std::move(row));
    }
  }

  void add_row(Row row) {
    if (study_.find_row(row.label))
      throw UsageError(fmt::format("'{}' is in the sweep twice", row.label));
    rows_.push_back(study_.rows.size());
    study_.sets["all"].rows.push_back(study_.rows.size());
    study_.rows.push_back(std::move(row));
  }

  // ---- variants

  void add_variants() {
    const std::vector<Point> points = combinations(sweep_.settings, sweep_.zipped);
    const std::vector<std::string> none = {""};
    for (const std::string& preset : sweep_.presets)
      for (const std::string& arch : sweep_.archs.empty() ? none : sweep_.archs)
        for (const Point& point : points) add_variant(preset, arch, point);
  }

  void add_variant(const std::string& preset, const std::string& arch, const Point& point) {
    if (sweep_.interrupted && *sweep_.interrupted) throw InterruptedError("interrupted");
    Variant v;
    v.preset = preset, v.arch = arch;
    v.settings = point;
    std::vector<std::string> words;
    if (!arch.empty()) words.push_back(arch_label(arch));
    if (sweep_.presets.size() > 1 || words.empty()) words.push_back(fs::path(preset).stem());
    for (const Axis& axis : sweep_.settings)
      if (axis.values.size() > 1)
        words.push_back(*std::ranges::find_if(
            point, [&](const std::string& s) { return s.starts_with(axis.key + "="); }));
    v.name = v.title = fmt::format("{}", fmt::join(words, " "));
    v.rows = rows_;
    try {
      derive(v);
    } catch (const UsageError& e) {
      v.refused = e.what();
    }
    if (study_.find_variant(v.name))
      throw UsageError(fmt::format("'{}' is in the sweep twice", v.name));
    study_.variants.push_back(std::move(v));
  }

  /// The machine of a preset and an arch, without settings.
  const MachineConfig& base_of(const Variant& v) {
    const auto key = std::pair(v.preset, v.arch);
    auto known = bases_.find(key);
    if (known == bases_.end()) {
      MachineConfig config = load_preset(v.preset, sweep_.extensions);
      if (!v.arch.empty()) apply_arch(config, v.arch);
      known = bases_.emplace(key, std::move(config)).first;
    }
    return known->second;
  }

  /// Adds the values of formulas to the settings; each may use those before it.
  void derive(Variant& v) {
    if (sweep_.derived.empty()) return;
    MachineConfig config = base_of(v);
    for (const std::string& setting : v.settings) apply_override(config, setting);
    for (const auto& [key, formula] : sweep_.derived) {
      double value = evaluate_number(parse_expression(formula), [&](const Expression& name) {
        return Values{number_of(key_named(name.text), config).value_or(kNothing)};
      });
      if (!std::isfinite(value))
        throw UsageError(
            fmt::format("{} = {} gives no number: it divides by zero, or its value is "
                        "too large",
                        key, formula));
      const bool whole = std::holds_alternative<uint64_t>(key_named(key).get(config));
      if (whole && value != std::floor(value))
        throw UsageError(
            fmt::format("{} = {} gives {}, which is not a whole number", key, formula, value));
      v.settings.push_back(whole ? fmt::format("{}={:.0f}", key, value)
                                 : fmt::format("{}={}", key, value));
      try {
        apply_override(config, v.settings.back());
      } catch (const UsageError& e) {  // names an option that nobody gave
        std::string why = e.what();
        if (const std::string option = fmt::format("--set {}: ", v.settings.back());
            why.starts_with(option))
          why.erase(0, option.size());
        throw UsageError(fmt::format("{} = {}: {}", key, formula, why));
      }
    }
  }

  Study& study_;
  const Sweep& sweep_;
  std::vector<size_t> rows_;
  std::map<std::pair<std::string, std::string>, MachineConfig> bases_;  // by preset and arch
};

}  // namespace

Axis parse_axis(std::string_view option, std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0)
    throw UsageError(fmt::format("{} {}: expected KEY=V1,V2,...", option, text));
  Axis axis{std::string(trimmed(text.substr(0, equals))), split(text.substr(equals + 1))};
  check_distinct(option, text, axis.values);
  return axis;
}

std::vector<std::string> parse_names(std::string_view option, std::string_view text) {
  std::vector<std::string> names = split(text);
  check_distinct(option, text, names);
  return names;
}

std::pair<std::string, std::string> parse_derived(std::string_view text) {
  auto refuse = [&](const std::string& why) -> void {
    throw UsageError(fmt::format("--derive '{}': {}", text, why));
  };
  const size_t equals = text.find('=');
  if (equals == text.npos) refuse("expected KEY = FORMULA");
  const std::string key(trimmed(text.substr(0, equals))), formula(trimmed(text.substr(equals + 1)));
  auto check = [&](const std::string& name) {
    const ConfigKey* known = find_config_key(name);
    if (!known) refuse(fmt::format("unknown key '{}'{}", name, suggest_config_key(name)));
    if (!number_of(*known, MachineConfig())) refuse(fmt::format("'{}' is not a number", name));
  };
  check(key);
  try {
    const Expression parsed = parse_expression(formula);
    for_each_name(parsed, [&](const Expression& name) {
      if (!name.subscripts.empty()) refuse(fmt::format("'{}' takes no [...]", name.text));
      check(name.text);
    });
  } catch (const InputError& e) {
    refuse(e.what());
  }
  return {key, formula};
}

std::vector<uint64_t> parse_seeds(std::string_view text) {
  auto number = [&](std::string_view part) {
    auto value = parse_whole(trimmed(part));
    if (!value) throw UsageError(fmt::format("--seeds {}: expected N,N,... or FROM:TO", text));
    return *value;
  };
  std::vector<uint64_t> seeds;
  if (const size_t colon = text.find(':'); colon != text.npos) {
    const uint64_t from = number(text.substr(0, colon)), to = number(text.substr(colon + 1));
    if (to < from || to - from >= kMostSeeds)
      throw UsageError(
          fmt::format("--seeds {}: expected FROM:TO with 1 to {} seeds", text, kMostSeeds));
    for (uint64_t i = 0; i <= to - from; i++) seeds.push_back(from + i);
    return seeds;
  }
  for (const std::string& part : split(text)) seeds.push_back(number(part));
  if (std::set(seeds.begin(), seeds.end()).size() != seeds.size())
    throw UsageError(fmt::format("--seeds {}: a seed is there twice", text));
  return seeds;
}

Row program_row(const std::vector<std::string>& command, const std::vector<std::string>& files) {
  Row row{fmt::format("{}", fmt::join(command, " ")), command.at(0), "", 0, {}};
  row.parameters[kEverySize] = {command.begin() + 1, command.end()};
  row.is_program = true;
  row.files = files;
  return row;
}

void add_sweep(Study& study, const Sweep& sweep) { SweepBuilder(study, sweep).build(); }

Study sweep_study(const Sweep& sweep) {
  Study study;
  study.paper = "sweep";
  study.title = "a sweep";
  study.preset = sweep.presets.empty() ? "" : sweep.presets[0];
  study.sets["all"] = {};
  study.extensions = sweep.extensions;
  add_sweep(study, sweep);
  return study;
}

std::string refusals_text(const Study& study, const std::vector<RefusedRun>& refused) {
  if (refused.empty()) return {};
  // A machine that cannot be built is named once, not once per workload.
  std::map<size_t, std::map<std::string, std::vector<std::string>>> rows;  // by variant and reason
  std::vector<std::string> reasons;
  for (const RefusedRun& r : refused) {
    rows[r.variant][r.why].push_back(study.rows[r.row].label);
    if (std::ranges::find(reasons, r.why) == reasons.end()) reasons.push_back(r.why);
  }
  size_t all = 0;
  for (const Variant& v : study.variants) all += v.rows.size();
  std::string text = fmt::format("{} of {} combination{} cannot be run:\n", refused.size(), all,
                                 all == 1 ? "" : "s");
  for (const std::string& why : reasons) {
    std::vector<std::string> names;
    for (const auto& [variant, by_reason] : rows)
      if (auto found = by_reason.find(why); found != by_reason.end())
        names.push_back(study.variants[variant].name +
                        (found->second.size() == study.variants[variant].rows.size()
                             ? std::string()
                             : fmt::format(" with {}", fmt::join(found->second, ", "))));
    text += fmt::format("  {}:\n    {}\n", fmt::join(names, ", "), why);
  }
  return text;
}

}  // namespace heddle::study
