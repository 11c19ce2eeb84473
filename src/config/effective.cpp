#include "config/effective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "config/schema.hpp"

namespace heddle {

namespace {

/// The shortest text that parses to the same number, always with a point, as TOML requires.
std::string number_text(double value) {
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, error == std::errc{} ? end : buffer);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// Quoted such that both TOML and JSON can read it.
std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\u{:04x}", byte);
    else
      out += c;
  }
  return out + '"';
}

std::string value_text(const ConfigValue& value) {
  if (const auto* v = std::get_if<double>(&value)) return number_text(*v);
  if (const auto* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
  if (const auto* v = std::get_if<std::string>(&value)) return json_string(*v);
  return fmt::format("{}", std::get<uint64_t>(value));
}

struct SplitPath {
  std::string_view table;  // "memory.l1"
  std::string_view key;    // "bytes"
};

SplitPath split(std::string_view path) {
  size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return {"", path};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

size_t depth_of(std::string_view table) {
  return table.empty() ? 0 : static_cast<size_t>(std::count(table.begin(), table.end(), '.')) + 1;
}

/// The innermost table that contains both `a` and `b`.
std::string_view common_table(std::string_view a, std::string_view b) {
  while (!a.empty() && a != b && !(b.starts_with(a) && b.size() > a.size() && b[a.size()] == '.'))
    a = split(a).table;
  return a;
}

}  // namespace

std::string effective_toml(const MachineConfig& config) {
  std::string out;
  std::string_view table;
  for (const ConfigKey& key : config_keys()) {
    SplitPath at = split(key.path);
    if (at.table != table) out += fmt::format("\n[{}]\n", at.table);
    table = at.table;
    out += fmt::format("{} = {}\n", at.key, value_text(key.get(config)));
  }
  return out;
}

std::string effective_json(const MachineConfig& config) {
  std::string out = "{";
  std::string_view table;
  bool first = true;
  auto line = [&](std::string_view text, size_t depth) {
    out += fmt::format("{}\n{:{}}{}", first ? "" : ",", "", 2 * (depth + 1), text);
    first = false;
  };
  auto leave_to = [&](std::string_view outer) {
    for (size_t depth = depth_of(table); depth > depth_of(outer); depth--)
      out += fmt::format("\n{:{}}}}", "", 2 * depth);
    first = first && depth_of(table) == depth_of(outer);
  };
  for (const ConfigKey& key : config_keys()) {
    SplitPath at = split(key.path);
    std::string_view common = common_table(table, at.table);
    leave_to(common);
    for (table = common; table != at.table;) {
      size_t begin = table.empty() ? 0 : table.size() + 1;
      size_t end = std::min(at.table.find('.', begin), at.table.size());
      line(json_string(at.table.substr(begin, end - begin)) + ": {", depth_of(table));
      first = true;
      table = at.table.substr(0, end);
    }
    line(fmt::format("{}: {}", json_string(at.key), value_text(key.get(config))), depth_of(table));
  }
  leave_to("");
  return out + "\n}";
}

}  // namespace heddle
