#include "base/number.hpp"

#include <fmt/format.h>

#include <charconv>

namespace heddle {

namespace {

constexpr size_t kShownDigits = 64;

std::optional<uint64_t> parse_digits(std::string_view text, int base) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::optional<uint64_t> within(std::optional<uint64_t> value, const WholeRange& range) {
  return value && *value >= range.least && *value <= range.most ? value : std::nullopt;
}

}  // namespace

std::optional<uint64_t> parse_whole(std::string_view text) { return parse_digits(text, 10); }

std::optional<uint64_t> parse_whole(std::string_view text, const WholeRange& range) {
  return within(parse_whole(text), range);
}

std::optional<uint64_t> parse_mask(std::string_view text, const WholeRange& range) {
  bool hexadecimal = text.starts_with("0x");
  return within(hexadecimal ? parse_digits(text.substr(2), 16) : parse_whole(text), range);
}

std::string whole_text(const WholeRange& range) {
  return fmt::format("a whole number from {} to {}", range.least, range.most);
}

std::string not_whole_text(std::string_view text, const WholeRange& range) {
  return fmt::format("'{}' is not {}", text.substr(0, kShownDigits), whole_text(range));
}

}  // namespace heddle
