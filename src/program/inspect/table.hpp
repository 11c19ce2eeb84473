// Columns that line up: text to the left, numbers to the right.
#pragma once

#include <string>
#include <vector>

namespace heddle {

class Table {
 public:
  enum class Align { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Title line and rows, each indented by two spaces, without trailing blanks. Empty without rows.
  std::string print() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace heddle
