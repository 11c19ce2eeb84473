#include "toml/toml_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/encoding.hpp"
#include "base/nearest.hpp"

namespace heddle {

namespace {

// The TOML library creates a nested table for each part of a dotted key and frees the tables
// recursively, so a very long key would overflow the stack.
constexpr size_t kMaxKeyParts = 1000;

/// The line of the first key with too many parts; 0 if there is none.
uint32_t line_of_overlong_key(std::string_view text) {
  uint32_t line = 1;
  size_t parts = 0;
  for (size_t i = 0; i < text.size(); i++) {
    const char c = text[i];
    if (c == '.') {
      if (++parts >= kMaxKeyParts) return line;
    } else if (c == '"' || c == '\'') {  // skip to its end, or to the end of the line
      for (i++; i < text.size() && text[i] != c && text[i] != '\n'; i++)
        if (c == '"' && text[i] == '\\') i++;
      if (i < text.size() && text[i] == '\n') i--;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
      parts = 0;
    } else if (c == '\n') {
      line++;
      parts = 0;
    } else if (!std::isalnum(static_cast<unsigned char>(c)) &&
               std::string_view("_- \t").find(c) == std::string_view::npos) {
      parts = 0;
    }
  }
  return 0;
}

}  // namespace

toml::table parse_toml(std::string_view text, std::string_view name) {
  if (std::string foreign = foreign_encoding(text); !foreign.empty())
    throw toml::parse_error(foreign.c_str(), toml::source_position{1, 1});
  if (uint32_t line = line_of_overlong_key(text))
    throw toml::parse_error(fmt::format("a key has more than {} parts", kMaxKeyParts).c_str(),
                            toml::source_position{line, 1});
  return toml::parse(text, name);
}

uint32_t toml_offset(const Source& source, const toml::source_position& position) {
  if (position.line == 0) return 0;
  if (source.line(position.line).data() == nullptr) {
    auto size = static_cast<uint32_t>(source.text().size());
    return size == 0 ? 0 : size - 1;
  }
  std::string_view line = source.line(position.line);
  size_t i = 0;
  for (uint32_t column = 1; column < position.column && i < line.size(); column++) {
    i++;
    while (i < line.size() && (static_cast<unsigned char>(line[i]) & 0xc0) == 0x80) i++;
  }
  return static_cast<uint32_t>(line.data() - source.text().data() + static_cast<ptrdiff_t>(i));
}

std::string_view toml_kind(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a float";
    case toml::node_type::boolean: return "a boolean";
    default: return "a date or time";
  }
}

Where TomlReader::where(const toml::source_region& region) const {
  const Source& source = diagnostics_.source();
  uint32_t begin = toml_offset(source, region.begin), end = toml_offset(source, region.end);
  return {begin, region.begin.line == region.end.line && end > begin ? end - begin : 1};
}

Where TomlReader::inside(const toml::node& node, size_t offset) const {
  Where all = where(node);
  const auto* value = node.as_string();
  if (!value || offset >= value->get().size()) return all;
  std::string_view written = diagnostics_.source().text().substr(all.offset);
  if (written.empty() || !written.substr(1).starts_with(value->get())) return all;
  return {all.offset + 1 + static_cast<uint32_t>(offset), 1};
}

void TomlReader::error(const Where& at, std::string message) {
  diagnostics_.error(at.offset, at.length, std::move(message));
}

void TomlReader::check_keys(const toml::table& table, std::string_view what,
                            std::initializer_list<std::string_view> known) {
  std::vector<std::string_view> names(known);
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    std::string near = suggest(key.str(), names.size(), [&](size_t i) { return names[i]; });
    if (near.empty()) near = fmt::format("; known are: {}", fmt::join(names, ", "));
    error(where(key), fmt::format("unknown key '{}' in {}{}", key.str(), what, near));
  }
}

std::optional<std::string> TomlReader::string(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  if (const auto* text = node->as_string()) {
    if (!text->get().empty() && text->get().find('\0') == std::string::npos) return text->get();
    error(*node, fmt::format("'{}' must not be empty", key));
    return std::nullopt;
  }
  error(*node, fmt::format("'{}' must be a string, this is {}", key, toml_kind(*node)));
  return std::nullopt;
}

std::optional<uint64_t> TomlReader::count(const toml::table& table, std::string_view key,
                                          uint64_t most) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  const auto* value = node->as_integer();
  if (!value) {
    error(*node, fmt::format("'{}' must be an integer, this is {}", key, toml_kind(*node)));
  } else if (value->get() < 0 || static_cast<uint64_t>(value->get()) > most) {
    error(*node, fmt::format("'{}' must be from 0 to {}", key, most));
  } else {
    return static_cast<uint64_t>(value->get());
  }
  return std::nullopt;
}

std::optional<double> TomlReader::floating(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  std::optional<double> value;
  if (const auto* real = node->as_floating_point()) value = real->get();
  if (const auto* integer = node->as_integer()) value = static_cast<double>(integer->get());
  if (!value || !std::isfinite(*value)) {
    error(*node, fmt::format("'{}' must be a finite number", key));
    return std::nullopt;
  }
  return value;
}

std::vector<const toml::table*> TomlReader::tables(const toml::table& table, std::string_view key) {
  std::vector<const toml::table*> list;
  const toml::node* node = table.get(key);
  if (!node) return list;
  if (const toml::table* one = node->as_table()) return {one};
  const toml::array* array = node->as_array();
  if (!array) {
    error(*node, fmt::format("'{}' must be tables: write [[{}]]", key, key));
    return list;
  }
  for (const toml::node& item : *array) {
    if (const toml::table* t = item.as_table())
      list.push_back(t);
    else
      error(item, fmt::format("'{}' must hold tables, this is {}", key, toml_kind(item)));
  }
  return list;
}

std::optional<bool> TomlReader::boolean(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  if (const auto* value = node->as_boolean()) return value->get();
  error(*node, fmt::format("'{}' must be true or false, this is {}", key, toml_kind(*node)));
  return std::nullopt;
}

std::vector<std::string> TomlReader::strings(const toml::table& table, std::string_view key) {
  std::vector<std::string> list;
  const toml::node* node = table.get(key);
  if (!node) return list;
  const toml::array* array = node->as_array();
  if (!array) error(*node, fmt::format("'{}' must be a list of strings", key));
  if (!array) return list;
  for (const toml::node& item : *array) {
    if (const auto* text = item.as_string())
      list.push_back(text->get());
    else
      error(item, fmt::format("'{}' must hold strings, this is {}", key, toml_kind(item)));
  }
  return list;
}

}  // namespace heddle
