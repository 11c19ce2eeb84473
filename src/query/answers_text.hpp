// Answers as tables of cells.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "json/json.hpp"
#include "query/answers.hpp"

namespace heddle::query {

/// One value: for people, for a file of CSV, for JSON.
struct Cell {
  std::string text, exact;
  Json json;
};

struct Answer {
  std::string question;
  std::vector<std::string> header;
  size_t labels = 0;  // of the columns, the first that are not numbers
  std::vector<std::vector<Cell>> lines;
};

Answer answer_of(const Pivot& pivot);
/// `dimension`: the one with the baseline.
Answer answer_of(const SpeedUp& speed_up, const std::string& dimension);
Answer answer_of(const Front& front, const std::vector<Goal>& goals);

std::string to_text(const Answer& answer);
std::string to_csv(const Answer& answer);
/// Schema heddle-query/1.
Json to_json(const Answer& answer);

}  // namespace heddle::query
