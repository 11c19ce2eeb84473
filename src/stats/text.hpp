// Numbers and names as text, the same on every machine.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "stats/schema.hpp"

namespace heddle {

/// The shortest text that reads back as the same number; empty without a value.
inline std::string value_text(const std::optional<StatisticValue>& value) {
  if (!value) return {};
  char buffer[64];
  auto end = std::visit(
      [&](auto v) { return std::to_chars(buffer, buffer + sizeof buffer, v).ptr; }, *value);
  return {buffer, end};
}

/// A CSV field, quoted when necessary.
inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

/// 1234567 as "1 234 567".
std::string grouped(uint64_t value);

}  // namespace heddle
