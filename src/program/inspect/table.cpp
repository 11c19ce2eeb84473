#include "program/inspect/table.hpp"

#include <algorithm>

namespace heddle {

std::string Table::print() const {
  if (rows_.empty()) return {};
  std::vector<size_t> width;
  for (const Column& c : columns_) width.push_back(c.title.size());
  for (const auto& row : rows_)
    for (size_t c = 0; c < row.size(); c++) width[c] = std::max(width[c], row[c].size());

  std::string out;
  const auto line = [&](auto&& cell) {
    const size_t begin = out.size();
    for (size_t c = 0; c < columns_.size(); c++) {
      const std::string& text = cell(c);
      const std::string pad(width[c] - text.size(), ' ');
      out += "  ";
      out += columns_[c].align == Align::Left ? text + pad : pad + text;
    }
    while (out.size() > begin && out.back() == ' ') out.pop_back();
    out += '\n';
  };
  line([&](size_t c) -> const std::string& { return columns_[c].title; });
  for (const auto& row : rows_) line([&](size_t c) -> const std::string& { return row[c]; });
  return out;
}

}  // namespace heddle
