// Whole numbers as people write them in options: decimal digits and nothing else. Signs, spaces,
// exponents, hexadecimal digits and values that do not fit are refused, never wrapped or clamped.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

struct WholeRange {
  uint64_t least = 0;
  uint64_t most = std::numeric_limits<uint64_t>::max();
};

/// Nothing unless the text is decimal digits, at most 64 bits in value.
std::optional<uint64_t> parse_whole(std::string_view text);
/// Nothing also for a value outside the range.
std::optional<uint64_t> parse_whole(std::string_view text, const WholeRange& range);

/// The same, or hexadecimal digits behind 0x: for values that are masks.
std::optional<uint64_t> parse_mask(std::string_view text, const WholeRange& range);

/// "a whole number from 1 to 4096".
std::string whole_text(const WholeRange& range);
/// "'1e3' is not a whole number from 1 to 4096".
std::string not_whole_text(std::string_view text, const WholeRange& range);

}  // namespace heddle
