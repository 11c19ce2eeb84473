#include "config/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/nearest.hpp"
#include "config/quantity.hpp"
#include "config/schema_rows.hpp"
#include "extension/extensions.hpp"

namespace heddle {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(OpClass::Count)> kOpClassNames = {
    "integer", "integer_mul", "integer_div", "float",  "double", "sfu",    "convert",
    "control", "load",        "store",       "shared", "atomic", "barrier"};
constexpr std::array<std::string_view, static_cast<size_t>(Unit::Count)> kUnitNames = {
    "sp", "sfu", "lsu", "dp", "scalar"};

Unit unit_of(std::string_view name) {
  auto found = std::find(kUnitNames.begin(), kUnitNames.end(), name);
  return static_cast<Unit>(found - kUnitNames.begin());
}

struct Table {
  std::vector<ConfigKey> keys;
  std::map<std::string, size_t, std::less<>> by_path;
};

const Table& table() {
  static const Table built = [] {
    Table t;
    add_core_keys(t.keys);
    add_memory_keys(t.keys);
    add_energy_keys(t.keys);
    for (size_t i = 0; i < t.keys.size(); i++) t.by_path.emplace(t.keys[i].path, i);
    return t;
  }();
  return built;
}

std::string_view last_part(std::string_view path) {
  size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::optional<uint64_t> whole_number(Form form, const WrittenValue& value) {
  if (const auto* number = std::get_if<int64_t>(&value))
    return *number < 0 ? std::nullopt : std::optional(static_cast<uint64_t>(*number));
  const auto* text = std::get_if<std::string>(&value);
  if (!text || form == Form::Count) return std::nullopt;
  return form == Form::Bytes ? parse_bytes(*text) : parse_clock(*text);
}

std::optional<ConfigValue> real_number(const Limits& limits, const WrittenValue& value) {
  double number = -1;
  if (const auto* real = std::get_if<double>(&value)) number = *real;
  if (const auto* integer = std::get_if<int64_t>(&value)) number = static_cast<double>(*integer);
  if (!std::isfinite(number) || number < static_cast<double>(limits.least) ||
      number > static_cast<double>(limits.most))
    return std::nullopt;
  return number == 0 ? 0.0 : number;  // never -0
}

/// Words are written with hyphens; a few have the underscore of the key that is named after them,
/// so either is accepted for the other.
bool same_word(std::string_view known, std::string_view written) {
  auto hyphened = [](char c) { return c == '_' ? '-' : c; };
  return std::ranges::equal(known, written, {}, hyphened, hyphened);
}

/// The allowed words.
std::vector<std::string_view> words_of(const Limits& limits, const Extensions* extensions) {
  std::vector<std::string_view> words = limits.words;
  if (extensions && limits.added)
    for (std::string_view more : (extensions->*limits.added)()) words.push_back(more);
  return words;
}

std::optional<ConfigValue> accept_word(const Limits& limits, const std::string& text,
                                       const Extensions* extensions) {
  for (std::string_view word : words_of(limits, extensions))
    if (same_word(word, text)) return std::string(word);
  return std::nullopt;
}

/// The value of the member, or nothing if the key does not allow the written value.
std::optional<ConfigValue> accept(const Limits& limits, const WrittenValue& value,
                                  const Extensions* extensions) {
  switch (limits.form) {
    case Form::Count:
    case Form::Bytes:
    case Form::Clock: {
      auto number = whole_number(limits.form, value);
      if (number && *number >= limits.least && *number <= limits.most) return *number;
      return std::nullopt;
    }
    case Form::Real: return real_number(limits, value);
    case Form::Switch:
      if (const bool* on = std::get_if<bool>(&value)) return *on;
      return std::nullopt;
    default: break;
  }
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return std::nullopt;
  if (limits.form == Form::Text) return *text;
  return accept_word(limits, *text, extensions);
}

std::string shown(const WrittenValue& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
          return fmt::format("\"{}\"", v.substr(0, 64));
        else
          return fmt::format("{}", v);
      },
      value);
}

std::string refusal(const ConfigKey& key, const WrittenValue& value, const Extensions* extensions) {
  return fmt::format("'{}' cannot be {}; it must be {}", key.path, shown(value),
                     limits_text(key, extensions));
}

}  // namespace

const std::vector<ConfigKey>& config_keys() { return table().keys; }

const ConfigKey* find_config_key(std::string_view path) {
  auto found = table().by_path.find(path);
  return found == table().by_path.end() ? nullptr : &table().keys[found->second];
}

bool is_config_table(std::string_view path) {
  std::string prefix = std::string(path) + ".";
  auto found = table().by_path.lower_bound(prefix);
  return found != table().by_path.end() && found->first.starts_with(prefix);
}

std::string suggest_config_key(std::string_view path) {
  // Suggest a similar name in the same table, the same name elsewhere, or a similar path.
  std::string prefix(path.substr(0, path.size() - last_part(path).size()));
  std::vector<std::string_view> near, same, all;
  for (const ConfigKey& key : config_keys()) {
    std::string_view known = key.path;
    if (known.starts_with(prefix)) {
      std::string_view rest = known.substr(prefix.size());
      near.push_back(rest.substr(0, rest.find('.')));
    }
    if (last_part(known) == last_part(path)) same.push_back(known);
    all.push_back(known);
  }
  size_t count = near.size();
  std::string found = suggest(last_part(path), count, [&](size_t i) { return near[i]; });
  size_t quote = found.find('\'');
  if (quote != std::string::npos) return found.insert(quote + 1, prefix);
  if (!same.empty()) return fmt::format("; did you mean '{}'?", same.front());
  return suggest(path, all.size(), [&](size_t i) { return all[i]; });
}

std::string limits_text(const ConfigKey& key, const Extensions* extensions) {
  const Limits& l = key.limits;
  switch (l.form) {
    case Form::Count: return fmt::format("a whole number from {} to {}", l.least, l.most);
    case Form::Bytes:
      return fmt::format("{} to {}, as a number of bytes or with B, KiB, MiB or GiB",
                         format_bytes(l.least), format_bytes(l.most));
    case Form::Clock:
      return fmt::format("{} to {}, as a number of kHz or with kHz, MHz or GHz",
                         format_clock(l.least), format_clock(l.most));
    case Form::Real: return fmt::format("a number from {} to {}", l.least, l.most);
    case Form::Switch: return "true or false";
    case Form::Word: return fmt::format("one of: {}", fmt::join(words_of(l, extensions), ", "));
    case Form::Text: break;
  }
  return "a string";
}

ConfigValue ConfigKey::get(const MachineConfig& config) const {
  // The place is only read.
  return std::visit(
      [](const auto* at) -> ConfigValue {
        using T = std::remove_cvref_t<decltype(*at)>;
        if constexpr (std::is_same_v<T, Unit>)
          return std::string(unit_name(*at));
        else if constexpr (std::is_same_v<T, uint32_t>)
          return uint64_t{*at};
        else
          return *at;
      },
      place(const_cast<MachineConfig&>(config)));
}

void ConfigKey::set(MachineConfig& config, const ConfigValue& value) const {
  std::visit(
      [&](auto* at) {
        using T = std::remove_reference_t<decltype(*at)>;
        if constexpr (std::is_same_v<T, Unit>)
          *at = unit_of(std::get<std::string>(value));
        else if constexpr (std::is_same_v<T, uint32_t>)
          *at = static_cast<uint32_t>(std::get<uint64_t>(value));
        else
          *at = std::get<T>(value);
      },
      place(config));
}

std::string assign(const ConfigKey& key, MachineConfig& config, const WrittenValue& value) {
  const Extensions* extensions = config.extensions.get();
  auto accepted = accept(key.limits, value, extensions);
  if (!accepted) return refusal(key, value, extensions);
  key.set(config, *accepted);
  return {};
}

std::string limit_problem(const ConfigKey& key, const MachineConfig& config) {
  WrittenValue value = std::visit(
      [](const auto& v) -> WrittenValue {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, uint64_t>)
          return v > kMostLong ? WrittenValue(static_cast<double>(v))
                               : WrittenValue(static_cast<int64_t>(v));
        else
          return v;
      },
      key.get(config));
  const Extensions* extensions = config.extensions.get();
  return accept(key.limits, value, extensions) ? std::string() : refusal(key, value, extensions);
}

bool same_machine(const MachineConfig& a, const MachineConfig& b) {
  const auto& keys = config_keys();
  return std::all_of(keys.begin(), keys.end(),
                     [&](const ConfigKey& key) { return key.get(a) == key.get(b); });
}

std::string_view op_class_name(OpClass op) { return kOpClassNames[static_cast<size_t>(op)]; }
std::string_view unit_name(Unit unit) { return kUnitNames[static_cast<size_t>(unit)]; }

}  // namespace heddle
