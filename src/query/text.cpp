// Frames as CSV, as JSON and for a terminal.
#include "stats/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "query/frame.hpp"

namespace heddle::query {

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string exact_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

std::string readable_text(double value) {
  if (!std::isfinite(value)) return "-";
  if (value == std::floor(value) && value >= 0 && value < 1e15)
    return grouped(static_cast<uint64_t>(value));
  if (value >= 1000 && value < 1e15) return grouped(static_cast<uint64_t>(std::llround(value)));
  return fmt::format("{:.4g}", value);
}

std::string to_csv(const Frame& frame) {
  std::string text;
  for (const std::string& name : frame.dimensions) text += csv_cell(name) + ",";
  for (const std::string& name : frame.metrics) text += csv_cell(name) + ",";
  text += "failure\n";
  for (const Line& line : frame.lines) {
    for (const std::string& cell : line.at) text += csv_cell(cell) + ",";
    for (double value : line.values) text += exact_text(value) + ",";
    text += csv_cell(line.failure) + "\n";
  }
  return text;
}

Json to_json(const Frame& frame) {
  Json lines = Json::array();
  for (const Line& line : frame.lines) {
    Json values = Json::array();
    for (double v : line.values) values.push_back(std::isfinite(v) ? Json(v) : Json(nullptr));
    lines.push_back({{"at", line.at},
                     {"values", std::move(values)},
                     {"failure", line.failure.empty() ? Json(nullptr) : Json(line.failure)}});
  }
  return {
      {"dimensions", frame.dimensions}, {"metrics", frame.metrics}, {"lines", std::move(lines)}};
}

std::string columns_text(const std::vector<std::vector<std::string>>& lines, size_t labels) {
  std::vector<size_t> widths;
  for (const auto& line : lines)
    for (size_t i = 0; i < line.size(); i++) {
      if (i >= widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], line[i].size());
    }
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (size_t i = 0; i < line.size(); i++)
      row += i < labels ? fmt::format("{:<{}}  ", line[i], widths[i])
                        : fmt::format("{:>{}}  ", line[i], widths[i]);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

std::string to_text(const Frame& frame, size_t most) {
  std::vector<size_t> shown = frame.varying();
  if (std::ranges::find(shown, size_t{0}) == shown.end()) shown.insert(shown.begin(), 0);
  std::vector<std::vector<std::string>> lines(1);
  for (size_t d : shown) lines[0].push_back(frame.dimensions[d]);
  for (const std::string& name : frame.metrics) lines[0].push_back(name);
  for (const Line& line : frame.lines) {
    if (most > 0 && lines.size() > most) break;
    auto& cells = lines.emplace_back();
    for (size_t d : shown) cells.push_back(line.at[d]);
    for (double value : line.values) cells.push_back(readable_text(value));
    if (!line.failure.empty()) cells.push_back(line.failure == kNotRun ? kNotRun : "FAILED");
  }
  std::string text = columns_text(lines, shown.size());
  if (most > 0 && frame.lines.size() > most)
    text += fmt::format("… and {} more lines\n", frame.lines.size() - most);
  return text;
}

}  // namespace heddle::query
