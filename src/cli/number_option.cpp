#include "cli/number_option.hpp"

#include <fmt/format.h>

namespace heddle {

std::string number_type_name(const WholeRange& range, uint64_t largest) {
  if (range.least == 0 && range.most == largest) return "UINT";
  return fmt::format("UINT from {} to {}", range.least, range.most);
}

uint64_t read_number(const std::string& option, const std::string& text, const WholeRange& range) {
  auto value = parse_whole(text, range);
  if (!value) throw CLI::ValidationError(option, not_whole_text(text, range));
  return *value;
}

}  // namespace heddle
