#include "cli/number_option.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

std::string number_type_name(const WholeRange& range, uint64_t largest) {
  if (range.least == 0 && range.most == largest) return "UINT";
  return fmt::format("UINT from {} to {}", range.least, range.most);
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t from = 0, to; from <= text.size(); from = to + 1) {
    to = std::min(text.find(',', from), text.size());
    parts.push_back(text.substr(from, to - from));
  }
  return parts;
}

uint64_t read_number(const std::string& option, const std::string& text, const WholeRange& range) {
  auto value = parse_whole(text, range);
  if (!value) throw CLI::ValidationError(option, not_whole_text(text, range));
  return *value;
}

}  // namespace heddle
