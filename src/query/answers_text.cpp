// Answers for a terminal, as CSV and as JSON: all three from the same cells.
#include "query/answers_text.hpp"

#include <fmt/format.h>

namespace heddle::query {

namespace {

Cell cell_of(double value) {
  return {readable_text(value), exact_text(value),
          std::isfinite(value) ? Json(value) : Json(nullptr)};
}
Cell cell_of(const std::string& text) { return {text, text, text}; }

Cell cell_of(const std::optional<double>& value) {
  return value ? cell_of(*value) : Cell{"-", "", nullptr};
}

void add_all(std::vector<Cell>& cells, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) cells.push_back(cell_of(text));
}

}  // namespace

Answer answer_of(const Pivot& pivot) {
  Answer answer{"pivot", pivot.dimensions, pivot.dimensions.size(), {}};
  answer.header.insert(answer.header.end(), pivot.columns.begin(), pivot.columns.end());
  for (const Pivot::Line& line : pivot.lines) {
    auto& cells = answer.lines.emplace_back();
    add_all(cells, line.at);
    for (double value : line.values) cells.push_back(cell_of(value));
  }
  return answer;
}

Answer answer_of(const SpeedUp& result, const std::string& dimension) {
  Answer answer{"speed-up", result.dimensions, result.dimensions.size() + 2, {}};
  for (const char* name : {"workload", "speed-up", "low", "high", "seeds"})
    answer.header.push_back(name);
  answer.header.insert(answer.header.begin() + static_cast<long>(result.dimensions.size()),
                       dimension);
  for (const SpeedUp::Line& line : result.lines) {
    auto& cells = answer.lines.emplace_back();
    add_all(cells, line.at);
    cells.push_back(cell_of(line.value));
    std::string name = line.workload;
    if (name.empty()) {
      name = "geometric mean";
      if (line.missing > 0) name += fmt::format(" (without {})", line.missing);
    }
    cells.push_back(cell_of(name));
    cells.push_back(cell_of(line.ratio.mean));
    cells.push_back(cell_of(line.ratio.low));
    cells.push_back(cell_of(line.ratio.high));
    cells.push_back(cell_of(static_cast<double>(line.ratio.seeds)));
  }
  return answer;
}

Answer answer_of(const Front& front, const std::vector<Goal>& goals) {
  Answer answer{"pareto", front.dimensions, front.dimensions.size(), {}};
  for (const Goal& goal : goals) answer.header.push_back(goal.metric);
  answer.header.push_back("front");
  for (const Front::Line& line : front.lines) {
    auto& cells = answer.lines.emplace_back();
    add_all(cells, line.at);
    for (double value : line.values) cells.push_back(cell_of(value));
    cells.push_back({line.on_front ? "*" : "", line.on_front ? "yes" : "no", line.on_front});
  }
  return answer;
}

std::string to_text(const Answer& answer) {
  std::vector<std::vector<std::string>> lines = {answer.header};
  for (const auto& cells : answer.lines) {
    auto& line = lines.emplace_back();
    for (const Cell& cell : cells) line.push_back(cell.text);
  }
  return columns_text(lines, answer.labels);
}

std::string to_csv(const Answer& answer) {
  std::string text;
  auto add = [&](const std::string& cell, bool first) {
    text += (first ? "" : ",") + csv_cell(cell);
  };
  for (size_t i = 0; i < answer.header.size(); i++) add(answer.header[i], i == 0);
  text += "\n";
  for (const auto& cells : answer.lines) {
    for (size_t i = 0; i < cells.size(); i++) add(cells[i].exact, i == 0);
    text += "\n";
  }
  return text;
}

Json to_json(const Answer& answer) {
  Json lines = Json::array();
  for (const auto& cells : answer.lines) {
    Json line = Json::array();
    for (const Cell& cell : cells) line.push_back(cell.json);
    lines.push_back(std::move(line));
  }
  return {{"schema", "heddle-query/1"},
          {"question", answer.question},
          {"header", answer.header},
          {"lines", std::move(lines)}};
}

}  // namespace heddle::query
